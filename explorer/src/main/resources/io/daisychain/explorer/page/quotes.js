// The best bid and offer of each symbol as a running watch has them, with what has changed lit.

import * as view from './view.js';
import { trouble } from './live.js';
import { stream } from './server.js';
import { clock, el, fill, price, rove, size, table } from './words.js';

const AGAIN = 2000;
const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
const HEADS = ['Symbol', 'Bid exchange', 'Bid size', 'Bid', 'Ask', 'Ask size', 'Ask exchange', 'Time, UTC'];
const NUMERIC = ['bidSize', 'bid', 'ask', 'askSize'];
const SHOWN = [['bidExchange', String], ['bidSize', size], ['bid', price], ['ask', price], ['askSize', size], ['askExchange', String], ['time', (text) => clock(text, 6)]];
let known = { state: 'connecting' }; const rows = new Map();
const places = new Map(); // of rows in the table
let list = null; let wanted = ''; let asked = null; let asking = null;

// Shows them in a list, of these symbols, until it is hidden.
export function show(place, symbols) {
  list = place;
  wanted = symbols.map((symbol) => `symbol=${encodeURIComponent(symbol)}`).join('&');
  if (asked === wanted) return;
  stop();
  asked = wanted;
  rows.clear();
  known = { state: 'connecting' };
  paint();
  listen();
}

export function hide() { list = null; stop(); }

function stop() { asking?.abort(); asking = null; asked = null; }

// A page that nobody sees asks for nothing: a browser has six connections to a server.
document.addEventListener('visibilitychange', () => {
  if (document.hidden) stop();
  else if (list && asked === null) { asked = wanted; listen(); }
});

async function listen() {
  const own = new AbortController();
  asking = own;
  try {
    await stream('quotes', asked, (told) => { if (asking === own) take(told); }, own.signal);
  } catch (error) { if (asking === own) console.warn(error); }
  if (asking !== own) return;
  known = { ...known, state: 'ended' };
  paint();
  setTimeout(() => { if (asking === own) listen(); }, AGAIN);
}

function take(told) {
  const before = JSON.stringify(known);
  known = { state: told.state, watch: told.watch, more: told.more };
  const isAnew = told.all || told.quotes.some((quote) => !rows.has(quote.id)) || JSON.stringify(known) !== before;
  if (told.all) rows.clear();
  for (const quote of told.quotes) {
    if (!isAnew) light(quote);
    rows.set(quote.id, quote);
  }
  if (isAnew) paint();
}

const text = (quote, [name, words]) => (quote[name] === null || quote[name] === undefined ? '' : words(quote[name]));

// Writes what has changed of a row that is shown. The cell says how it moved, which style.css shows.
function light(quote) {
  const row = places.get(quote.id);
  const before = rows.get(quote.id);
  SHOWN.forEach((column, i) => {
    const [name] = column;
    if (quote[name] === before[name]) return;
    const cell = row.children[i + 1];
    cell.textContent = text(quote, column);
    if (name === 'bid' || name === 'ask') cell.dataset.moved = Number(quote[name]) < Number(before[name]) ? 'down' : 'up';
    if (!isStill) cell.animate([{ backgroundColor: 'var(--lit)' }, { backgroundColor: 'transparent' }], 1200);
  });
}

function paint() {
  if (!list) return;
  const shown = [...rows.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  const words = trouble(known, shown.length)
    || `Best bids and offers of the watch at ${known.watch}, as they come${known.more ? `: the first ${shown.length} symbols, filter a symbol to see others` : ''}`;
  if (!shown.length) {
    fill(list, el('p', { class: 'hint', 'data-live': known.state }, known.state === 'live' ? `${words}: no quotes so far. A watch with --ticks has them.` : words));
    return;
  }
  const top = list.scrollTop;
  const node = table(words, HEADS, shown.map((quote) => [
    el('td', {}, el('button', { type: 'button', class: 'inline', 'data-quote': quote.id, onclick: () => view.set({ symbol: [quote.id] }) }, quote.id)),
    ...SHOWN.map((column) => el('td', { class: NUMERIC.includes(column[0]) && 'num' }, text(quote, column)))]));
  node.querySelectorAll('th').forEach((head, i) => { if (i > 0) head.classList.toggle('num', NUMERIC.includes(SHOWN[i - 1][0])); });
  places.clear();
  node.querySelectorAll('tbody tr').forEach((row, i) => places.set(shown[i].id, row));
  node.dataset.live = known.state;
  fill(list, node);
  rove(list, 'button[data-quote]');
  list.scrollTop = top;
}
