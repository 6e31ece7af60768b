// Small things that all parts use. Values from the market come as text nodes, never as HTML.

import { grouped, textOf, units } from './decimal.js';

export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === 'class') node.className = value;
    else if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? '' : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

export function fill(node, ...children) {
  node.replaceChildren(...children.flat().filter((child) => child !== null && child !== undefined));
}

// Waits until what was changed is in a frame; not in a page that nobody sees, which gets none.
export const nextFrame = () => new Promise((done) => {
  if (document.hidden) done(); else requestAnimationFrame(() => setTimeout(done));
});

const whole = new Intl.NumberFormat('en-US');
const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

export const number = (value) => whole.format(value);
export const compact = (value) => (value < 10000 ? whole.format(value) : short.format(value));

// Prices and sizes, to their last digit.
export const price = (text) => { const all = units(text); return all === null ? String(text ?? '') : textOf(all); };
export const size = (text) => grouped(price(text));

const SIDES = {
  1: 'Buy', 2: 'Sell', 3: 'Buy minus', 4: 'Sell plus', 5: 'Sell short', 6: 'Sell short exempt',
  7: 'Undisclosed', 8: 'Cross', 9: 'Cross short',
};

export const side = (value) => (value ? (SIDES[value] ? `${SIDES[value]}` : `Side ${value}`) : 'No side');
export const direction = (value) => ('13'.includes(value || '-') ? 1 : '2456'.includes(value || '-') ? -1 : 0);

export function clock(iso, digits = 3) {
  if (!iso) return '';
  const time = iso.slice(11, 19);
  const part = iso.slice(20, 20 + digits).replace('Z', '').padEnd(digits, '0');
  return digits ? `${time}.${part}` : time;
}

export const day = (iso) => (iso ? iso.slice(0, 10) : '');

// Nanoseconds since 1970 as ISO UTC with nine digits.
export function iso(nanos) {
  const big = BigInt(nanos);
  let seconds = big / 1000000000n;
  let rest = big % 1000000000n;
  if (rest < 0n) { rest += 1000000000n; seconds -= 1n; }
  return new Date(Number(seconds) * 1000).toISOString().slice(0, 19) + '.' + String(rest).padStart(9, '0') + 'Z';
}

export function nanosOf(text) {
  if (/^-?\d+$/.test(text)) return BigInt(text);
  const found = /^(.*?)(?:\.(\d{1,9}))?Z$/.exec(text);
  const millis = Date.parse(found[1] + 'Z');
  return BigInt(millis) * 1000000n + BigInt((found[2] || '').padEnd(9, '0'));
}

// One stop of Tab for many controls of a kind, among which arrows move (ARIA practices: roving
// tabindex). To be called anew when they have changed.
const roving = new WeakSet();
export function rove(container, selector) {
  const items = () => [...container.querySelectorAll(selector)].filter((one) => !one.hidden);
  const choose = (chosen) => items().forEach((one) => { one.tabIndex = one === chosen ? 0 : -1; });
  const all = items();
  choose(all.find((one) => one === document.activeElement) || all.find((one) => one.dataset.stop) || all[0]);
  if (roving.has(container)) return;
  roving.add(container);
  container.addEventListener('focusin', (event) => {
    if (!event.target.matches(selector)) return;
    items().forEach((one) => { delete one.dataset.stop; });
    event.target.dataset.stop = 'true';
    choose(event.target);
  });
  container.addEventListener('keydown', (event) => {
    const now = items();
    const i = now.indexOf(event.target);
    if (i < 0) return;
    const next = { ArrowDown: i + 1, ArrowRight: i + 1, ArrowUp: i - 1, ArrowLeft: i - 1, Home: 0, End: now.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    now[Math.max(0, Math.min(now.length - 1, next))].focus();
  });
}

export function table(caption, heads, rows) {
  return el('table', {},
    el('caption', {}, caption),
    el('thead', {}, el('tr', {}, heads.map((head) => el('th', { scope: 'col' }, head)))),
    el('tbody', {}, rows.map((cells) => el('tr', {}, cells.map((cell) =>
      cell instanceof Node && cell.tagName === 'TD' ? cell : el('td', {}, cell ?? ''))))));
}

export function dialog(title, ...body) {
  const box = document.getElementById('dialog');
  document.getElementById('dialog-title').textContent = title;
  fill(document.getElementById('dialog-body'), ...body);
  if (!box.open) box.showModal();
}
