// Lists below the picture: what has to be looked into, and the events themselves.

import * as view from './view.js';
import { ask, newest } from './server.js';
import * as live from './live.js';
import * as quotes from './quotes.js';
import { clock, day, el, fill, number, price, rove, side, size, table } from './words.js';

const tabs = document.getElementById('tabs');
const list = document.getElementById('list');
let about; let open; let recount; let write; let toTree; let counts = {};

const LIVE = 'live'; const QUOTES = 'quotes';
const all = () => [...(about.live ? [[LIVE, 'Live'], [QUOTES, 'Quotes']] : []), ...about.alerts.map(({ alert, words }) => [alert, words]), ['events', 'Table']];

export function begin(given) {
  ({ about, open, summary: recount, write, toTree } = given);
  list.addEventListener('click', (event) => {
    const id = event.target.closest('tbody tr')?.querySelector('button[data-id]')?.dataset.id;
    if (!id) return;
    const isThere = view.get().id === id;
    open(id);
    if (!event.detail) toTree(isThere); // by keyboard: the tree is where one goes on
  });
  fill(tabs, all().map(([name, words]) => el('button', { type: 'button', role: 'tab', id: `tab-${name}`, 'aria-controls': 'list',
    'data-tab': name, onclick: () => view.set({ tab: name }) }, el('span', {}, words), ' ', el('span', { class: 'n' }))));
  tabs.addEventListener('keydown', (event) => {
    const names = all().map((one) => one[0]);
    const i = names.indexOf(chosen());
    const next = { ArrowRight: i + 1, ArrowLeft: i - 1, Home: 0, End: names.length - 1 }[event.key];
    if (next === undefined) return;
    const name = names[(next + names.length) % names.length];
    view.set({ tab: name }, true);
    document.getElementById(`tab-${name}`).focus();
    event.preventDefault();
  });
  if (about.live) live.begin(() => { take(counts, counts.events); if (chosen() === LIVE) { live.paint(list); mark(); } });
}

const chosen = () => view.get().tab || 'orphans';

export function take(given, events) {
  counts = { ...given, events, ...(about.live ? { [LIVE]: live.count() } : {}) };
  for (const tab of tabs.children) {
    const count = counts[tab.dataset.tab];
    const words = tab.dataset.tab === QUOTES ? '' : count === undefined ? (about.market ? (about.events > 1e6 ? '?' : '…') : '–') : number(count);
    const place = tab.querySelector('.n');
    if (place.textContent !== words) { place.textContent = words; tab.classList.toggle('none', !count); }
  }
  caption();
}

// Lists and counts come one after the other, in either order.
let listed = null;
function caption() {
  const place = list.querySelector('caption');
  if (!place || !listed) return;
  const count = counts[listed.name];
  const cut = count > listed.shown ? `: the first ${number(listed.shown)} of ${number(count)}` : '';
  const { name } = listed;
  const file = () => (name === 'events' ? write('events.csv', view.ofEvents()) : write('alerts.csv', `${view.ofEvents()}&alert=${name}`));
  fill(place, `${all().find((one) => one[0] === name)[1]}${cut}${name === 'trade-throughs' ? ', worst first' : ''} `,
    el('button', { type: 'button', class: 'inline', onclick: file }, 'All of it as CSV'));
}

// Shows which list is chosen, though it is not there yet.
export function select() {
  const name = chosen();
  if (list.getAttribute('aria-labelledby') === `tab-${name}`) return;
  for (const tab of tabs.children) {
    tab.setAttribute('aria-selected', String(tab.dataset.tab === name));
    tab.tabIndex = tab.dataset.tab === name ? 0 : -1;
  }
  list.setAttribute('aria-labelledby', `tab-${name}`);
}

let asked = '';
export function draw() {
  const name = chosen();
  if (name === QUOTES) { asked = ''; listed = null; quotes.show(list, view.get().symbol); return; }
  quotes.hide();
  if (name === LIVE) { asked = ''; listed = null; live.paint(list); mark(); return; }
  const wanted = name === 'events' ? `${view.ofEvents()}&limit=200` : `${view.ofEvents()}&alert=${name}`;
  if (wanted === asked) { mark(); return; }
  asked = wanted;
  newest('list', async (overtaken) => {
    try {
      const answer = await ask(name === 'events' ? 'rows' : 'alerts', wanted);
      if (overtaken() || chosen() !== name) return;
      paint(name, answer);
      // Of many events these are looked for when their list is: now there is a count.
      if (name === 'trade-throughs' && answer.known && counts[name] === undefined) recount();
    } catch (error) {
      if (error.status === 503) { asked = ''; setTimeout(draw, 1000); fill(list, el('p', { class: 'hint' }, `Not there yet: ${error.message} …`)); }
      else fill(list, el('p', { role: 'alert' }, `The list could not be read: ${error.message}`), el('button', { type: 'button', onclick: again }, 'Try again'));
    }
  });
}

export function again() { asked = ''; draw(); }

function paint(name, answer) {
  if (!answer.events.length) {
    fill(list, el('p', { class: 'hint' }, answer.known === false
      ? 'There are no market data in this warehouse, so trade-throughs cannot be told. marketdata load and marketdata asof add them.'
      : name === 'events' ? 'No event fits.' : 'None here. Good.'));
    return;
  }
  const when = (event) => el('td', {}, el('button', { type: 'button', class: 'inline', 'data-id': event.id },
    (about.dates.length > 1 ? day(event.time) + ' ' : '') + clock(event.time, 6)));
  const heads = ['Time, UTC', 'Reporter', 'Event', 'Id', 'Symbol', 'Side', 'Price'];
  const cells = (event) => [when(event), event.reporter || '', event.type || 'UNKNOWN', event.eventId || event.id.slice(0, 8), event.symbol || '', side(event.side), price(event.price)];
  let rows;
  if (name === 'trade-throughs') {
    heads.push('Best in the second', 'Through by');
    rows = answer.events.map((event) => [...cells({ ...event, price: event.paid }), price(event.best), `${price(event.amount)} (${Number((event.share * 100).toPrecision(3))} %)`]);
  } else if (name === 'events') {
    heads.push('Quantity', 'Status');
    rows = answer.events.map((event) => [...cells(event), size(event.quantity), event.status || '']);
  } else {
    heads.push('Other firm', 'Status', 'What is wrong');
    rows = answer.events.map((event) => [...cells(event), event.source ? `from ${event.source}` : event.destination ? `to ${event.destination}` : '',
      event.status || '', event.reason || '']);
  }
  const numeric = new Set(['Price', 'Quantity', 'Best in the second', 'Through by']);
  const node = table('', heads, rows);
  heads.forEach((head, i) => { if (numeric.has(head)) node.querySelectorAll(`td:nth-child(${i + 1}), th:nth-child(${i + 1})`).forEach((cell) => cell.classList.add('num')); });
  fill(list, node);
  rove(list, 'button[data-id]');
  listed = { name, shown: answer.events.length };
  caption();
  list.scrollTop = 0;
  mark();
}

function mark() {
  for (const button of list.querySelectorAll('button[data-id]')) button.closest('tr').classList.toggle('open', button.dataset.id === view.get().id);
}
