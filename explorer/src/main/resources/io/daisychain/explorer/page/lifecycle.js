// One lifecycle: its path over the market, its tree, its events, and a replay of them.

import * as view from './view.js';
import { ask, newest } from './server.js';
import { choose } from './picture.js';
import { drawPath } from './path.js';
import { UNIT, quotient, textOf, units } from './decimal.js';
import { clock, day, el, fill, nanosOf, number, price, rove, side, size, table } from './words.js';

const region = document.getElementById('lifecycle');
let about; let axis; let palette; let scorecard;
let wanted = false; let now = null; let step = 0; let market = null; let shownId = null; let clicked = null;

export function begin(given) { ({ about, axis, palette, scorecard } = given); empty(); }
export const colours = (given) => { palette = given; if (now) path(); };

function empty() {
  shownId = null; now = null;
  choose([]);
  fill(region, el('h2', {}, 'Lifecycle'),
    el('p', { class: 'hint' }, 'Click a point of the picture, choose a line of a list, or search an id: the order it belongs to opens here, from its oldest root to its last fill.'));
}

// Its tree gets the focus, when it is there.
export const toTree = (isThere) => { if (isThere) focusTree(); else wanted = true; };
function focusTree() {
  wanted = false;
  region.querySelector('[role=treeitem][tabindex="0"]')?.focus();
}

// A lifecycle that came with the click that opens it.
export function give(answer, began) { clicked = { answer, began }; }

export function draw() {
  const id = view.get().id;
  if (!id) { if (shownId) empty(); return; }
  if (id === shownId) { if (now && view.get().step) go(Number(view.get().step) - 1, false); return; }
  shownId = id;
  if (!now) fill(region, el('h2', {}, 'Lifecycle'), el('p', { class: 'hint' }, 'Loading …'));
  const came = clicked?.answer.asked === id ? clicked : null;
  clicked = null;
  newest('lifecycle', async (overtaken) => {
    const began = came?.began ?? performance.now();
    let answer;
    try {
      answer = came?.answer ?? await ask('lifecycle', new URLSearchParams({ id, ...(about.market && { market: 'later' }) }));
    } catch (error) {
      if (overtaken()) return;
      now = null;
      fill(region, head('Lifecycle'), el('p', { role: 'alert' }, error.status === 404 ? `No event ${id} was published.` : `It could not be read: ${error.message}`),
        el('button', { type: 'button', onclick: () => { shownId = null; draw(); } }, 'Try again'));
      return;
    }
    if (overtaken()) return;
    now = answer;
    market = null;
    const asked = Math.max(0, now.list.findIndex((event) => event.id === id));
    step = view.get().step ? Math.min(now.list.length - 1, Math.max(0, Number(view.get().step) - 1)) : asked;
    paint();
    if (wanted) focusTree();
    performance.measure('lifecycle', { start: began });
    // What is beside the tree comes after it.
    requestAnimationFrame(() => setTimeout(() => {
      if (shownId !== id) return;
      path();
      choose(now.list);
      bring();
      if (about.market) quote(id);
    }));
  });
}

// Bid and ask of its events, which take longer than the events: written into what is there already.
function quote(id) {
  newest('lifecycle quotes', async (overtaken) => {
    const answer = await ask('lifecycle', new URLSearchParams({ id }));
    if (overtaken() || shownId !== id) return;
    now = answer;
    [...region.querySelectorAll('[role=treeitem] .rest')].forEach((rest, i) => { rest.textContent = wordsOf(now.tree[i]).words; });
    fill(document.getElementById('events-as-table'), events());
    at();
  });
}

// The market around the lifecycle, where there is one.
function bring() {
  const timed = now.list.filter((event) => event.nanos);
  if (!about.market || !now.symbol || !timed.length) return;
  const [from, to] = span(timed);
  newest('market', async (overtaken) => {
    const answer = await ask('band', new URLSearchParams({ symbol: now.symbol, y: 'price', from: String(from), to: String(to), w: 360, h: 10, low: 0, high: 1 }));
    if (overtaken() || !now) return;
    market = answer;
    path();
  });
}

function span(timed) {
  const all = timed.map((event) => BigInt(event.nanos));
  let from = all.reduce((a, b) => (a < b ? a : b));
  let to = all.reduce((a, b) => (a > b ? a : b));
  const room = (to - from) / 20n + 1000000n;
  return [from - room, to + room];
}

function head(words) {
  return el('div', { class: 'head' }, el('h2', {}, words),
    el('button', { type: 'button', 'aria-label': 'Close lifecycle', onclick: () => view.set({ id: null, step: null }) }, '✕'));
}

function paint() {
  const firms = [...new Set(now.list.map((event) => event.reporter).filter(Boolean))];
  fill(region,
    head(`Lifecycle${now.symbol ? ` · ${now.symbol}` : ''}`),
    el('p', { class: 'facts' }, `${number(now.events)} event${now.events === 1 ? '' : 's'}, ${firms.length} firm${firms.length === 1 ? '' : 's'}`,
      now.faulty ? el('span', { class: 'fault' }, `, ${number(now.faulty)} with a fault`) : ''),
    el('p', { class: 'firms' }, firms.slice(0, 14).map((firm) => el('button', { type: 'button', class: 'inline', title: `Scorecard of ${firm}`, onclick: () => scorecard(firm) }, firm))),
    el('div', { class: 'path', id: 'path' }),
    replay(),
    tree(),
    el('details', {}, el('summary', {}, 'Events as a table'), el('div', { id: 'events-as-table' }, events())),
    now.cut ? el('p', { class: 'hint' }, `The first ${number(now.list.length)} are shown; ./daisychain tree ${now.id} has all.`) : null,
    el('p', { class: 'idline' }, el('code', {}, now.id)));
  rove(region.querySelector('.firms'), 'button');
  at();
}

// ---- replay

function replay() {
  const slider = el('input', { type: 'range', min: 1, max: now.list.length, value: step + 1, 'aria-label': 'Replay', id: 'replay',
    oninput: (event) => go(Number(event.target.value) - 1) });
  return el('div', { class: 'replay', role: 'group', 'aria-label': 'Replay of the lifecycle' },
    el('div', { class: 'pair' },
      el('button', { type: 'button', 'aria-label': 'Event before', onclick: () => go(step - 1) }, '◀'), slider,
      el('button', { type: 'button', 'aria-label': 'Next event', onclick: () => go(step + 1) }, '▶')),
    el('div', { id: 'moment', 'aria-live': 'polite' }));
}

function go(to, tell = true) {
  if (!now || to < 0 || to >= now.list.length || to === step) return;
  step = to;
  document.getElementById('replay').value = step + 1;
  if (tell) view.set({ step: String(step + 1) }, true);
  at();
  cursor();
}

// Orders, all versions of one together, that somebody passed on: their fills are reported again further down.
function passedOn() {
  const first = new Map();
  const order = (id) => { let at = id; while (first.has(at)) at = first.get(at); return at; };
  for (const one of now.list) if (one.relation === 'PRIOR' && one.parents[0] && order(one.parents[0]) !== order(one.id)) first.set(order(one.id), order(one.parents[0]));
  const passed = new Set();
  for (const one of now.list) if (['ROUTE', 'ACCEPT', 'INTERNAL', 'MERGE'].includes(one.relation)) one.parents.forEach((parent) => passed.add(order(parent)));
  return (fill) => fill.parents.some((parent) => passed.has(order(parent)));
}

// What had been filled by now, as corrected and not busted by then, of the orders that went no further.
function filledBy(last) {
  const isPassedOn = passedOn();
  const fills = new Map();
  const chain = new Map();
  for (const one of now.list.slice(0, last + 1)) {
    if (one.fill) {
      if (!isPassedOn(one)) fills.set(one.id, [units(one.shares) ?? 0n, units(one.price) ?? 0n]);
    } else if (one.type === 'BUST' || one.type === 'CORRECT') {
      const fill = chain.get(one.parents[0]) || one.parents[0];
      chain.set(one.id, fill);
      if (one.type === 'BUST') fills.delete(fill);
      else if (fills.has(fill)) fills.set(fill, [units(one.shares) ?? 0n, units(one.price) ?? 0n]);
    }
  }
  let shares = 0n; let worth = 0n;
  for (const [n, p] of fills.values()) { shares += n; worth += n * p; }
  return { shares, worth };
}

function at() {
  const event = now.list[step];
  const { shares: filled, worth } = filledBy(step);
  const moment = document.getElementById('moment');
  const quoted = event.bid || event.ask ? `${price(event.bid) || '–'} × ${price(event.ask) || '–'}` : about.market ? (now.quoted ? 'no quote' : '…') : 'no market data';
  fill(moment,
    el('div', { class: 'when' }, el('b', {}, `${step + 1} of ${now.list.length}`), ` ${day(event.time)} ${clock(event.time, 9)} UTC`),
    el('div', {}, el('b', {}, event.type || 'UNKNOWN'), ` ${event.reporter || ''} ${event.eventId || ''}`,
      event.destination ? ` to ${event.destination}` : event.source ? ` from ${event.source}` : ''),
    el('dl', {},
      el('dt', {}, 'Bid × ask'), el('dd', {}, quoted),
      el('dt', {}, event.fill ? 'Filled now' : 'Order'), el('dd', {}, event.fill ? `${size(event.shares || 0)} @ ${price(event.price)}` : `${side(event.side)} ${size(event.quantity)} ${event.limit ? `limit ${price(event.limit)}` : ''}`),
      el('dt', {}, 'Filled so far'), el('dd', {}, filled ? `${size(textOf(filled))} at ${quotient(worth, filled * UNIT, 4)}` : 'nothing')),
    event.status ? el('div', { class: 'fault' }, event.status) : null);
  const items = [...region.querySelectorAll('[role=treeitem]')];
  const found = items.findIndex((item) => item.dataset.ids.split(' ').includes(event.id));
  items.forEach((item, i) => {
    item.setAttribute('aria-selected', String(i === found));
    item.tabIndex = i === Math.max(0, found) ? 0 : -1;
  });
  if (found >= 0) items[found].scrollIntoView({ block: 'nearest' });
}

// ---- the tree, as the command tree draws it

function wordsOf(line) {
  const [type, ...rest] = line.text.split('  ');
  let words = rest.join('  ');
  for (const id of line.ids) words = words.replaceAll(id, id.slice(0, 8));
  return { type, words };
}

function tree() {
  const lines = now.tree;
  const items = lines.map((line, i) => {
    const { type, words } = wordsOf(line);
    const parent = i + 1 < lines.length && lines[i + 1].depth > line.depth;
    const status = /\[([A-Z_;]+)\]/.exec(words);
    const item = el('li', { role: 'treeitem', 'aria-level': line.depth + 1, 'aria-selected': 'false', 'aria-expanded': parent ? 'true' : null,
      tabindex: -1, class: `depth ${line.marked ? 'asked' : ''} ${status ? 'faulty' : ''}` },
    el('span', { class: `type ${kindOf(type)}` }, type), el('span', { class: 'rest' }, words));
    item.style.paddingLeft = `${8 + Math.min(line.depth, 24) * 14}px`;
    item.dataset.ids = line.ids.join(' ');
    item.dataset.depth = line.depth;
    item.addEventListener('click', () => { const id = line.ids[line.ids.length - 1]; item.focus(); select(id); });
    return item;
  });
  const root = el('ul', { role: 'tree', 'aria-label': 'Events of the lifecycle', class: 'tree' }, items);
  root.addEventListener('keydown', treeKey);
  return root;
}

const kindOf = (type) => (/FILL/.test(type) ? 'fill' : /^(NEW|AGGREGATE|INTERNAL)/.test(type) ? 'order' : /^(ROUTE|ACCEPT)/.test(type) ? 'route' : /^(BUST|CORRECT|CANCEL|REPLACE|REJECT)/.test(type) ? 'change' : 'report');

function select(id) {
  const found = now.list.findIndex((event) => event.id === id);
  if (found >= 0) go(found);
}

const hidden = (item) => item.hidden;
function treeKey(event) {
  const items = [...event.currentTarget.children];
  const i = items.indexOf(document.activeElement);
  const open = items.filter((item) => !hidden(item));
  const at1 = open.indexOf(items[i]);
  const focus = (item) => { if (item) { items.forEach((one) => { one.tabIndex = -1; }); item.tabIndex = 0; item.focus(); select(item.dataset.ids.split(' ')[0]); item.focus(); } };
  if (event.key === 'ArrowDown') focus(open[at1 + 1]);
  else if (event.key === 'ArrowUp') focus(open[at1 - 1]);
  else if (event.key === 'Home') focus(open[0]);
  else if (event.key === 'End') focus(open[open.length - 1]);
  else if (event.key === 'ArrowRight') { if (items[i].getAttribute('aria-expanded') === 'false') fold(items, i, true); else focus(open[at1 + 1]); }
  else if (event.key === 'ArrowLeft') {
    if (items[i].getAttribute('aria-expanded') === 'true') fold(items, i, false);
    else focus([...items.slice(0, i)].reverse().find((item) => Number(item.dataset.depth) < Number(items[i].dataset.depth)));
  } else if (event.key === 'Enter' || event.key === ' ') select(items[i].dataset.ids.split(' ')[0]);
  else return;
  event.preventDefault();
}

function fold(items, i, open) {
  items[i].setAttribute('aria-expanded', String(open));
  for (let j = i + 1; j < items.length && Number(items[j].dataset.depth) > Number(items[i].dataset.depth); j++) {
    items[j].hidden = !open;
    if (open && items[j].hasAttribute('aria-expanded')) items[j].setAttribute('aria-expanded', 'true');
  }
}

function events() {
  return el('div', { class: 'list small', tabindex: 0, role: 'group', 'aria-label': 'Table of events' }, table('Events of the lifecycle, by time',
    ['Time, UTC', 'Event', 'Reporter', 'Id', 'Side', 'Quantity', 'Limit', 'Execution', 'Bid', 'Ask', 'Status'],
    now.list.map((event) => [clock(event.time, 9), event.type || 'UNKNOWN', event.reporter || '', event.eventId || '', side(event.side),
      size(event.quantity), price(event.limit), event.fill ? `${size(event.shares || 0)} @ ${price(event.price)}` : '',
      price(event.bid), price(event.ask), event.status || ''])));
}

// ---- the path

let x = null;
function path() {
  const place = document.getElementById('path');
  if (!place || !now) return;
  x = drawPath(place, { list: now.list, market, axis, width: Math.max(240, region.clientWidth - 34), select });
  cursor();
}

function cursor() {
  const line = region.querySelector('.path .cursor');
  const event = now?.list[step];
  if (!line || !event?.nanos) return;
  const at1 = x(BigInt(event.nanos));
  line.setAttribute('x1', at1);
  line.setAttribute('x2', at1);
  region.querySelectorAll('.path .dot').forEach((dot) => dot.classList.toggle('now', dot.dataset.id === event.id));
}

new ResizeObserver(() => { if (now) path(); }).observe(region);
