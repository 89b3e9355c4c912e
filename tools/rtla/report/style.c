// SPDX-License-Identifier: GPL-2.0
/*
 * The style sheet of the report: for light and dark, narrow and wide screens,
 * and for paper.
 *
 * All colours are CSS variables. Lines also have dashes, and points have
 * shapes, for readers who cannot tell colours apart. Only lines of maxima over
 * time are solid.
 */
#include "report/html.h"

#define LIGHT \
	"--bg:#fff;--fg:#1b1f24;--soft:#57606a;--edge:#d0d7de;--panel:#f6f8fa;" \
	"--grid:#e3e7eb;--back:#f1f3f5;--link:#0b57a4;" \
	"--good:#116329;--goodbg:#dff5e3;--bad:#a40e26;--badbg:#ffe3e6;" \
	"--warn:#6f4400;--warnbg:#fff0cc;--none:#57606a;--nonebg:#eaeef2;" \
	"--s0:#0b5cad;--s1:#c2410c;--s2:#15803d;--s3:#7e3fb8;--s4:#a1126b;" \
	"--s5:#5b6100;--s6:#0f7480;--s7:#6b4a2f;" \
	"--h1:#e8b100;--h2:#dd9400;--h3:#cf7600;--h4:#b95b00;--h5:#9c4400;" \
	"--h6:#7b3000;--h7:#591f00;--h8:#371000;" \
	"--p0:#c2410c;--p1:#6b7280;--p2:#b3131b;--p3:#7e3fb8;--p4:#0b5cad;" \
	"--p5:#0f7480;--p6:#15803d;--p7:#8a6d3b;--p8:#a1126b;--p9:#4b5563;" \
	"--on:#fff;"

#define DARK \
	"--bg:#14171b;--fg:#e6e9ec;--soft:#a3adb8;--edge:#3a424b;" \
	"--panel:#1d2228;--grid:#2b3239;--back:#1b2026;--link:#7cb8ff;" \
	"--good:#7ee093;--goodbg:#12351c;--bad:#ff9aa2;--badbg:#471419;" \
	"--warn:#f5c65c;--warnbg:#3d2d05;--none:#b6c0ca;--nonebg:#2b3239;" \
	"--s0:#6cb2ff;--s1:#ff9557;--s2:#63d08a;--s3:#c79bf5;--s4:#ff86c3;" \
	"--s5:#cdd34f;--s6:#5fd0dd;--s7:#d3a883;" \
	"--h1:#946100;--h2:#a56a00;--h3:#c07d00;--h4:#d99206;--h5:#eeaa1c;" \
	"--h6:#fbc446;--h7:#ffdd80;--h8:#fff4cf;" \
	"--p0:#ff9557;--p1:#a3adb8;--p2:#ff7b82;--p3:#c79bf5;--p4:#6cb2ff;" \
	"--p5:#5fd0dd;--p6:#63d08a;--p7:#d9bd86;--p8:#ff86c3;--p9:#8b97a3;" \
	"--on:#14171b;"

const char html_style[] =
	":root{color-scheme:light dark;" LIGHT "}\n"
	"@media screen and (prefers-color-scheme:dark){:root{" DARK "}}\n"
	"*{box-sizing:border-box}\n"
	"body{margin:0 auto;max-width:1720px;padding:1rem clamp(.75rem,2vw,2rem) 3rem;background:var(--bg);color:var(--fg);\n"
	"font:15px/1.5 system-ui,-apple-system,\"Segoe UI\",Roboto,\"DejaVu Sans\",sans-serif}\n"
	"h1{font-size:1.45rem;margin:.2rem 0 .6rem}\n"
	"h2{font-size:1.2rem;margin:2.2rem 0 .4rem;padding-bottom:.2rem;border-bottom:1px solid var(--edge)}\n"
	"h3{font-size:1.02rem;margin:1.2rem 0 .4rem}h4{margin:1rem 0 .3rem}\n"
	"h1,h2,h3,p,li,summary,figcaption{overflow-wrap:anywhere}td,th{overflow-wrap:break-word}\n"
	"a{color:var(--link)}code{font-family:ui-monospace,\"DejaVu Sans Mono\",monospace}\n"
	"nav ul{display:flex;flex-wrap:wrap;gap:.1rem 1.1rem;list-style:none;margin:0;padding:0}\n"
	".note{color:var(--soft);max-width:62rem;margin:.3rem 0 .7rem}\n"
	".verdicts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr));gap:.8rem;margin:.8rem 0}\n"
	".verdict{border:1px solid var(--edge);border-left:.5rem solid var(--none);border-radius:6px;background:var(--panel);padding:.7rem 1rem}\n"
	".verdict.good{border-left-color:var(--good)}.verdict.bad{border-left-color:var(--bad)}.verdict.warn{border-left-color:var(--warn)}\n"
	".verdict{display:flex;flex-wrap:wrap;gap:.4rem 3rem}.judged{min-width:16rem;max-width:40rem}\n"
	".verdict .badge{font-size:1.5rem;padding:.1rem .7rem}\n"
	".verdict h2{border:0;margin:0 0 .4rem;font-size:1rem}\n"
	".verdict .code{color:var(--soft);margin-left:.6rem}\n"
	".verdict ul{margin:.5rem 0;padding-left:1.2rem}\n"
	".verdict dl{display:grid;grid-template-columns:auto 1fr;gap:.1rem .8rem;margin:.6rem 0 0}\n"
	".verdict dt{color:var(--soft)}.verdict dd{margin:0;overflow-wrap:anywhere}\n"
	".badge{display:inline-block;border-radius:4px;padding:0 .4rem;font-weight:600;white-space:nowrap;color:var(--none);background:var(--nonebg)}\n"
	".badge.good{color:var(--good);background:var(--goodbg)}.badge.bad{color:var(--bad);background:var(--badbg)}\n"
	".badge.warn{color:var(--warn);background:var(--warnbg)}\n"
	".wide{overflow-x:auto;margin:.4rem 0}\n"
	".wide:focus-visible{outline:2px solid var(--link)}\n"
	"table{border-collapse:collapse;font-variant-numeric:tabular-nums}\n"
	"caption{text-align:left;white-space:nowrap;color:var(--soft);padding:.2rem 0}\n"
	"th,td{text-align:left;vertical-align:top;padding:.22rem .7rem;border-bottom:1px solid var(--edge);max-width:34rem;min-width:3rem}\n"
	"thead th{color:var(--soft);font-weight:600;border-bottom:2px solid var(--edge);white-space:nowrap}\n"
	"tbody th{font-weight:600}.n{text-align:right;white-space:nowrap}\n"
	"td.max{font-weight:600}td.few,tr.needs td,tr.needs th{color:var(--soft)}td.few small,small.remedy{display:block}\n"
	"small.remedy{color:var(--warn)}td.lost{font-weight:600;color:var(--bad)}\n"
	".differs{font-weight:600;font-size:.8rem;color:var(--warn);background:var(--warnbg);border-radius:4px;padding:0 .3rem}\n"
	"tr.part th,tr.part td{background:var(--panel)}.kind{color:var(--soft)}\n"
	".legend{display:flex;flex-wrap:wrap;gap:.15rem 1.1rem;list-style:none;margin:.3rem 0;padding:0}\n"
	".figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,30rem),1fr));gap:1rem}\n"
	"figure{margin:0;overflow-x:auto}figure.long{max-width:900px;margin:.6rem 0}\n"
	"figcaption{font-weight:600;margin:.2rem 0}\n"
	"svg{display:block;width:100%;height:auto;font:12px system-ui,-apple-system,\"Segoe UI\",Roboto,\"DejaVu Sans\",sans-serif}\n"
	".figures svg{min-width:30rem}figure.long>svg{min-width:40rem}\n"
	"svg.key,svg.swatch{display:inline-block;min-width:0;vertical-align:-1px}svg.key{width:36px;height:12px}svg.swatch{width:12px;height:12px}\n"
	"text{fill:var(--fg)}text.over{paint-order:stroke;stroke:var(--bg);stroke-width:4px;stroke-linejoin:round}text.on{fill:var(--on);font-weight:600}text.p9t{fill:var(--fg)}\n"
	".grid{stroke:var(--grid);fill:none}.back{fill:var(--back)}\n"
	".line{fill:none;stroke-width:1.8;stroke-linejoin:round}.area{fill-opacity:.1}.faint{opacity:.45}\n"
	".threshold{stroke:var(--bad);stroke-width:1.6;stroke-dasharray:7 4;fill:none}\n"
	".mark{stroke:var(--fg);stroke-width:2;fill:none}.hover{fill:transparent}.hover:hover{stroke:var(--fg)}\n"
	".cell{shape-rendering:crispEdges}\n"
	".s0{stroke:var(--s0)}.s1{stroke:var(--s1);stroke-dasharray:8 3}.s2{stroke:var(--s2);stroke-dasharray:3 2}\n"
	".s3{stroke:var(--s3);stroke-dasharray:10 3 2 3}.s4{stroke:var(--s4);stroke-dasharray:1.5 2.5}\n"
	".s5{stroke:var(--s5);stroke-dasharray:14 4}.s6{stroke:var(--s6);stroke-dasharray:6 2 2 2 2 2}.s7{stroke:var(--s7);stroke-dasharray:4 6}.line.solid{stroke-dasharray:none;stroke-width:1.4}\n"
	".area.s0,.dot.s0,.point.s0{fill:var(--s0)}.area.s1,.dot.s1,.point.s1{fill:var(--s1)}.area.s2,.dot.s2,.point.s2{fill:var(--s2)}\n"
	".area.s3,.dot.s3,.point.s3{fill:var(--s3)}.area.s4,.dot.s4,.point.s4{fill:var(--s4)}.area.s5,.dot.s5,.point.s5{fill:var(--s5)}\n"
	".area.s6,.dot.s6,.point.s6{fill:var(--s6)}.area.s7,.dot.s7,.point.s7{fill:var(--s7)}.point,.dot{stroke:none}\n"
	".h1{fill:var(--h1);stroke:var(--h4);stroke-width:.7}.h2{fill:var(--h2)}.h3{fill:var(--h3)}.h4{fill:var(--h4)}.h5{fill:var(--h5)}.h6{fill:var(--h6)}.h7{fill:var(--h7)}.h8{fill:var(--h8)}\n"
	".p0{fill:var(--p0)}.p1{fill:var(--p1)}.p2{fill:var(--p2)}.p3{fill:var(--p3)}.p4{fill:var(--p4)}\n"
	".p5{fill:var(--p5)}.p6{fill:var(--p6)}.p7{fill:var(--p7)}.p8{fill:var(--p8)}\n"
	".p9{fill:var(--p9);fill-opacity:.35;stroke:var(--p9)}\n"
	".cause{font-size:1.1rem;font-weight:600;margin:.3rem 0 .7rem}.warning{color:var(--bad);font-weight:600}\n"
	"article{margin:0 0 1.5rem}record{margin:.4rem 0}summary{cursor:pointer;padding:.2rem 0}\n"
	"record>article{padding-left:1rem;border-left:3px solid var(--edge)}\n"
	".stack{font-family:ui-monospace,\"DejaVu Sans Mono\",monospace;margin:.2rem 0;padding-left:2.5rem}\n"
	"footer{margin-top:2.5rem;color:var(--soft);border-top:1px solid var(--edge);padding-top:.6rem}\n"
	"@media print{body{font-size:10pt;max-width:none;padding:0}nav{display:none}.wide,figure{overflow:visible}\n"
	".figures{grid-template-columns:1fr 1fr}.figures svg,figure.long>svg{min-width:0}\n"
	"figure,tr,.verdict{break-inside:avoid}h2,h3{break-after:avoid}table{font-size:7.5pt}th,td{padding:.1rem .22rem;min-width:0}td small{font-size:6.5pt}\n"
	".badge,rect,.verdict{print-color-adjust:exact;-webkit-print-color-adjust:exact}}\n";
