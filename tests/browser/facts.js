// SPDX-License-Identifier: GPL-2.0
// The body of a function that "look" calls in a page: it returns facts about what the
// page shows.
const facts = [];
const size = e => { const r = e.getBoundingClientRect(); return Math.round(r.width) + ' ' + Math.round(r.height); };
const shown = e => e.checkVisibility();
facts.push('scripts ' + document.querySelectorAll('script,iframe,object,embed,img,link').length);
const handlers = [...document.querySelectorAll('*')].filter(e => [...e.attributes].some(a => /^on/i.test(a.name)));
facts.push('handlers ' + handlers.length);
facts.push('wide ' + (document.documentElement.scrollWidth - document.documentElement.clientWidth));
facts.push('text ' + document.body.innerText.length);
for (const e of document.querySelectorAll('section')) facts.push('section ' + e.id + ' ' + size(e));
for (const name of ['verdict', 'badge', 'cause', 'legend']) {
  const e = document.querySelector('.' + name);
  if (e) facts.push('element ' + name + ' ' + size(e));
}
const number = c => { const m = c.match(/[\d.]+/g).map(Number); return m.length > 3 && m[3] == 0 ? null : m.slice(0, 3); };
const light = c => { const f = c.map(v => { v /= 255; return v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4; }); return .2126 * f[0] + .7152 * f[1] + .0722 * f[2]; };
const under = e => { for (; e; e = e.parentElement) { const c = number(getComputedStyle(e).backgroundColor); if (c) return c; } return [255, 255, 255]; };
let least = 99, where = '';
const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
for (let t; (t = texts.nextNode());) {
  const e = t.parentElement;
  if (!t.data.trim() || !shown(e) || e.closest('title,desc,style')) continue;
  const inSvg = e.closest('svg');
  let back = under(inSvg ? inSvg.parentElement : e);
  const style = getComputedStyle(e);
  /* A text in a bar is drawn on the rectangle that precedes it in the SVG. */
  if (inSvg && e.matches('.on') && !e.matches('.p10t')) back = number(getComputedStyle(e.previousElementSibling).fill);
  const a = light(number(inSvg ? style.fill : style.color)), b = light(back);
  const r = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
  if (r < least) { least = r; where = t.data.trim().slice(0, 30); }
}
facts.push('contrast ' + least.toFixed(2) + ' ' + where);
for (const svg of document.querySelectorAll('svg[id^=heat]'))
  facts.push('cells ' + svg.id + ' ' + [...svg.querySelectorAll('.cell')].map(p => (p.getAttribute('d').match(/M/g) || []).length).reduce((a, b) => a + b, 0));
const pictures = [...document.querySelectorAll('svg[id]')].filter(shown).map(e => {
  const r = e.getBoundingClientRect();
  if (r.width < .8 * e.viewBox.baseVal.width) facts.push('cut ' + e.id);
  const f = e.parentElement.getBoundingClientRect();
  return { id: e.id, x: r.x + scrollX, y: r.y + scrollY, width: Math.min(r.width, f.width), height: r.height, size: size(e) };
});
return { facts, pictures, height: document.documentElement.scrollHeight };
