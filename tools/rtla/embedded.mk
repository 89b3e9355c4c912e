# SPDX-License-Identifier: GPL-2.0
#
# Texts that C files include as strings, without their comments: EMBEDDED, below BUILD.
# These are the style sheets, for report/style.c, and scripts of loads, for
# load/scenarios.c; in a static command also descriptions of terminals, for
# view/terminfo.c. The Makefile that includes this has -I$(BUILD) for them.

SOURCES		:= $(dir $(abspath $(lastword $(MAKEFILE_LIST))))
EMBEDDED	:= $(BUILD)/report/charts_css.h $(BUILD)/report/page_css.h \
		   $(BUILD)/load/compile_sh.h $(BUILD)/load/net_sh.h

$(BUILD)/report/%_css.h: $(SOURCES)report/%.css
	@echo '  EMBED   $@'
	$(Q)mkdir -p $(@D)
	$(Q)sed -e '/^\/\*.*\*\/$$/d' -e '/^\/\*/,/\*\/$$/d' -e 's/["\]/\\&/g' -e 's/^[ \t]*//' -e 's/.*/"&\\n"/' $< >$@

# "#include" is no comment: it is of a program that a script writes.
$(BUILD)/load/%_sh.h: $(SOURCES)load/%.sh
	@echo '  EMBED   $@'
	$(Q)mkdir -p $(@D)
	$(Q)sed -e '/^[ \t]*#\( .*\)\{0,1\}$$/d' -e '/^$$/d' -e 's/["\]/\\&/g' -e 's/.*/"&\\n"/' $< >$@

# Words as ncurses reads them from a variable: see infocmp(1).
TERMINALS	:= linux vt100 vt102 vt220 xterm xterm-256color screen screen-256color tmux tmux-256color

$(BUILD)/view/terminals.h:
	@echo '  EMBED   $@'
	$(Q)mkdir -p $(@D)
	$(Q)for name in $(TERMINALS); do \
		words=$$(infocmp -Q2 $$name) || exit; \
		printf '{ "%s", "%s" },\n' $$name "$$(echo "$$words" | sed /^#/d | tr -d '\n')"; \
	done >$@.new && mv $@.new $@
