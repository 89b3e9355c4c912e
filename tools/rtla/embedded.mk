# SPDX-License-Identifier: GPL-2.0
#
# The style sheets that report/style.c includes as texts of strings, without their
# comments: EMBEDDED, below BUILD. The Makefile that includes this has -I$(BUILD)
# for that file.

STYLES		:= $(dir $(abspath $(lastword $(MAKEFILE_LIST))))report
EMBEDDED	:= $(BUILD)/report/charts_css.h $(BUILD)/report/page_css.h

$(EMBEDDED): $(BUILD)/report/%_css.h: $(STYLES)/%.css
	@echo '  EMBED   $@'
	$(Q)mkdir -p $(@D)
	$(Q)sed -e '/^\/\*.*\*\/$$/d' -e '/^\/\*/,/\*\/$$/d' -e 's/["\]/\\&/g' -e 's/^[ \t]*//' -e 's/.*/"&\\n"/' $< >$@
