// The page: waits for the events, then keeps all parts at the view that the address names.

import * as view from './view.js';
import { ask, askText, download, newest, onWait, take, taken } from './server.js';
import { TimeAxis } from './axes.js';
import { clock, day, dialog, el, fill, number, side, table } from './words.js';
import * as picture from './picture.js';
import * as marks from './marks.js';
import * as timeline from './timeline.js';
import * as filters from './filters.js';
import * as search from './search.js';
import * as alerts from './alerts.js';
import * as lifecycle from './lifecycle.js';

const $ = (id) => document.getElementById(id);
const POLL = 5000;
let about; let axis; let palettes;

// ---- light and dark

const dark = () => (localStorage.getItem('theme') || (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';
function dress() {
  const name = dark() ? 'dark' : 'light';
  document.documentElement.dataset.theme = name;
  for (const [key, value] of Object.entries(palettes[name])) if (typeof value === 'string') document.documentElement.style.setProperty(`--${key}`, value);
  palettes[name].density.forEach((value, i) => document.documentElement.style.setProperty(`--density-${i}`, value));
  return palettes[name];
}

// ---- start

// What does not depend on the view, once the events are read; null where they cannot be.
async function reading() {
  for (;;) {
    try {
      const found = await ask('about');
      take(found.publication);
      return found;
    } catch (error) {
      if (error.status !== 503) return failed(error);
    }
    try {
      const state = await ask('state');
      $('cover').hidden = false;
      fill($('cover'), el('p', {}, 'Reading the events'), el('progress', { max: 100, value: state.progress, 'aria-label': 'Events read' }));
    } catch (error) { return failed(error); }
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
}

function failed(error) {
  fill($('cover'), el('p', { role: 'alert' }, `The events could not be read: ${error.message}`), el('button', { type: 'button', onclick: () => location.reload() }, 'Try again'));
  $('cover').hidden = false;
  $('status').textContent = 'Failed';
  return null;
}

async function start() {
  const asked = reading();
  palettes = await (await fetch('/palette.json')).json();
  marks.take(palettes.marks);
  dress();
  about = await asked;
  if (!about) return;
  axis = new TimeAxis(about.axis);
  $('cover').hidden = true;
  const given = { layered: layers, about, axis, palette: palettes[document.documentElement.dataset.theme], open, scorecard, recount, rest, summary, write, toTree: lifecycle.toTree };
  controls();
  picture.begin(given);
  timeline.begin(given);
  filters.begin(given);
  alerts.begin(given);
  lifecycle.begin(given);
  const wanted = view.get().publication;
  view.set({ publication: about.publication }, true);
  view.on(draw);
  draw();
  search.begin(given);
  if (wanted && wanted !== about.publication) notice('The link is from another publication of this market: what it shows may differ here.', true);
  else if (about.dates.some((date) => !date.shown)) tooMuch();
  setInterval(look, POLL);
  onWait(waiting);
  document.documentElement.dataset.ready = 'true';
}

function tooMuch() {
  const all = about.dates.filter((date) => !date.shown);
  const events = all.reduce((sum, date) => sum + date.events, 0);
  notice(about.tooMuch
    ? `${number(events)} events are too many for the memory of this program: nothing is drawn. Give it more, DAISYCHAIN_JAVA_OPTS=-Xmx8g, and start again.`
    : `The newest ${about.dates.length - all.length} of ${about.dates.length} trade dates are shown; ${number(events)} earlier events are too many for the memory of this program.`, true);
}

function notice(words, closes, action) {
  fill($('notice'), el('span', {}, words), action || null, closes ? el('button', { type: 'button', 'aria-label': 'Dismiss', onclick: () => { $('notice').hidden = true; } }, '✕') : null);
  $('notice').hidden = false;
}

let waited = null;
function waiting(words) {
  if (words) { waited = `Wait a moment: ${words}.`; notice(waited, false); }
  else if ($('notice').textContent === waited) $('notice').hidden = true;
}

// A newer publication is offered. Watching a market live will tell of its changes here too.
async function look() {
  try {
    const state = await ask('state');
    if (state.newest !== taken()) {
      notice('A newer publication is there.', true, el('button', { type: 'button', onclick: () => { view.set({ publication: null }, true); location.reload(); } }, 'Show it'));
    }
  } catch (error) {
    if (error.status === 400) notice('What you look at was published two times anew since. Load the page again to see the newest.', false);
  }
}

function open(id, found, began) {
  if (found) lifecycle.give(found, began);
  view.set({ id, step: null });
}

async function scorecard(reporter) {
  dialog(`Scorecard of ${reporter}`, el('p', {}, 'Loading …'));
  try {
    const rows = await ask('scorecard', new URLSearchParams({ reporter }));
    if (!rows.length) { dialog(`Scorecard of ${reporter}`, el('p', {}, 'It reported nothing on these dates.')); return; }
    const names = Object.keys(rows[0]).filter((name) => name !== 'ReporterId' && name !== 'tradeDate');
    const words = (name) => name.replace(/([A-Z])/g, ' $1').toLowerCase();
    const value = (name, cell) => (cell === null ? '' : /Rate$/.test(name) ? `${(Number(cell) * 100).toFixed(3)} %` : number(Number(cell)));
    dialog(`Scorecard of ${reporter}`,
      table('What it reported, and what was wrong', ['', ...rows.map((row) => row.tradeDate)],
        names.map((name) => [words(name), ...rows.map((row) => value(name, row[name]))])),
      el('p', {}, el('button', { type: 'button', onclick: () => { $('dialog').close(); view.set({ reporter: [reporter] }); } }, 'Show its events')));
  } catch (error) { dialog(`Scorecard of ${reporter}`, el('p', { role: 'alert' }, error.message)); }
}

// ---- what is shown

// A picture is asked for first, and its counts when it is here: the server makes them while it is
// drawn. What follows from them waits until nothing has changed for a while.
const QUIET = 100;
let asked = null;
function draw() {
  const events = view.ofEvents();
  const changed = events !== asked;
  asked = events;
  if (!picture.draw() && changed) summary();
  alerts.select();
  lifecycle.draw();
  if (changed) rest(); else follow();
}

let resting = 0;
function rest() {
  clearTimeout(resting);
  resting = setTimeout(follow, QUIET);
}

function follow() {
  if (picture.busy() || counting) return;
  chips();
  timeline.draw();
  alerts.draw();
}

// Asks for the counts of the view of now, if they are not shown.
function recount() { if (shown !== view.ofEvents()) summary(); }

let counting = 0; let shown = null;
function summary() {
  const wanted = view.ofEvents();
  counting++;
  newest('summary', async () => {
    const began = performance.now();
    try {
      const answer = await ask('summary', wanted);
      await picture.framed();
      shown = wanted;
      count(answer);
      performance.measure('summary', { start: began });
    } catch (error) {
      shown = wanted;
      $('status').textContent = 'No count';
      fill($('of'));
      notice(`Counts could not be read: ${error.message}`, true);
    }
  }, () => { counting--; rest(); });
}

function count(answer) {
  $('status').textContent = `${number(answer.events)} event${answer.events === 1 ? '' : 's'}`;
  const without = about.dates.filter((date) => date.shown).reduce((sum, date) => sum + date.without, 0);
  $('of').textContent = (answer.events < about.events ? `of ${number(about.events)}` : 'all that there are')
    + (answer.faulty ? ` · ${number(answer.faulty)} with a fault` : '') + (without ? ` · ${number(without)} more have no time` : '');
  filters.take(answer.facets);
  alerts.take(answer.alerts, answer.events);
  chips();
  if (answer.looking) setTimeout(summary, 1000);
}

const NAMES = { symbol: 'Symbol', reporter: 'Reporter', type: 'Type', status: 'Status', side: 'Side', customer: 'Customer' };

// A stretch of time: a date as such, and dates where there are several.
function times(from, to) {
  const [first, last] = [from, to].map((text) => (text ? iso(text) : ''));
  if (first && last && first === `${day(first)}T00:00:00.000000000Z` && last === next(day(first))) return day(first);
  const dated = day(first || last) !== day(last || first);
  return [first, last].map((text) => (text ? `${dated ? `${day(text)} ` : ''}${clock(text, 3)}` : '…')).join(' – ');
}

let chipped = null; let chipKeys = null;
function chips() {
  const s = view.get();
  const looks = JSON.stringify({ ...s, id: 0, step: 0, tab: 0 });
  if (looks === chipped) return;
  chipped = looks;
  const all = [];
  for (const [name, words] of Object.entries(NAMES)) {
    for (const value of s[name]) all.push([`${name} ${value}`, `${words} ${name === 'side' ? side(value) : value || '(none)'}`, () => view.toggle(name, value)]);
  }
  if (s.minsize || s.maxsize) all.push(['size', `Size ${s.minsize || '0'} to ${s.maxsize || 'any'}`, () => view.set({ minsize: null, maxsize: null })]);
  if (view.hasZoom()) all.push(['zoom', s.range && !s.from && !s.to ? 'All values' : `Zoomed ${s.from || s.to ? times(s.from, s.to) : 'by value'}`, () => view.set(view.clear)]);
  if (view.hasBrush()) all.push(['mark', `Marked ${s.bfrom || s.bto ? times(s.bfrom, s.bto) : 'by value'}`, () => view.set(view.clearBrush)]);
  const keys = all.map(([key]) => key).join('\n');
  // While a mark moves its words alone change.
  if (keys !== chipKeys) {
    chipKeys = keys;
    fill($('chips'), all.map(([, , action]) => el('li', {}, el('button', { type: 'button', class: 'chip', onclick: action }, '', el('span', { 'aria-hidden': 'true' }, ' ✕')))),
      view.hasBrush() ? el('li', {}, el('button', { type: 'button', class: 'chip act', onclick: picture.zoomToBrush }, 'Zoom to it')) : null,
      all.length > 1 ? el('li', {}, el('button', { type: 'button', class: 'chip act', onclick: view.clearAll }, 'Clear all')) : null);
  }
  all.forEach(([, words], i) => {
    const button = $('chips').children[i].firstChild;
    if (button.firstChild.data === words) return;
    button.firstChild.data = words;
    button.setAttribute('aria-label', `${words}: remove`);
  });
  $('measure').value = s.y || 'return';
  const zoomed = about.dates.find((date) => s.from && day(iso(s.from)) === date.date && s.to && iso(s.to) === next(date.date));
  $('date').value = zoomed ? zoomed.date : '';
  for (const id of ['minsize', 'maxsize']) if (document.activeElement !== $(id)) $(id).value = s[id] || '';
  layers();
}

const iso = (text) => (/^\d+$/.test(text) ? axis.text(axis.offset(text)) : text.replace(/(?:\.(\d+))?Z$/, (all, part = '') => `.${part.padEnd(9, '0')}Z`));
const next = (date) => `${new Date(Date.parse(`${date}T00:00:00Z`) + 864e5).toISOString().slice(0, 10)}T00:00:00.000000000Z`;

function layers() {
  const s = view.get();
  const single = s.symbol.length === 1;
  const byPrice = (s.y || 'return') === 'price';
  if (!about.market) { fill($('layers'), el('span', { class: 'soft' }, 'No market data')); return; }
  if (!single || !byPrice) { fill($('layers'), el('span', { class: 'soft' }, single ? 'Bid and ask: show price' : 'Bid and ask: choose one symbol')); return; }
  const on = new Set((s.layers ?? 'quotes').split(','));
  const box = (name, words) => {
    const input = el('input', { type: 'checkbox', onchange: () => { if (on.has(name)) on.delete(name); else on.add(name); view.set({ layers: [...on].join(',') || 'none' }); picture.again(); } });
    input.checked = on.has(name);
    return el('label', {}, input, words);
  };
  fill($('layers'), box('quotes', 'Bid and ask'), box('candles', 'Candles of trades'), ...(about.windows ? windows(on) : []));
}

// Windows that the warehouse keeps, and which set of them, where the symbol has several.
function windows(on) {
  const shown = picture.windowsOf(on);
  const show = (name) => {
    const others = [...on].filter((one) => !one.startsWith('windows'));
    view.set({ layers: [...others, ...(name === null ? [] : [name])].join(',') || 'none' });
    picture.again();
  };
  const input = el('input', { type: 'checkbox', onchange: () => show(shown ? null : 'windows') });
  input.checked = Boolean(shown);
  const { all, now } = picture.sets();
  const choice = shown && all.length > 1
    ? el('select', { 'aria-label': 'Set of windows', onchange: (event) => show(`windows:${event.target.value}`) },
      all.map((name) => el('option', { value: name, selected: name === now }, name))) : null;
  const words = shown && all.length < 2 ? `Windows${all.length ? `: ${now}` : ': none of this symbol'}` : 'Windows';
  return [el('label', {}, input, words), choice];
}

// ---- files

// Says what is under way, and why it is not.
async function write(file, params) {
  try {
    const events = await download(file, params);
    notice(`${number(events)} event${events === 1 ? '' : 's'} ${file.endsWith('.png') ? 'drawn' : 'written'} to a file: the browser says how far it is.`, true);
  } catch (error) { notice(`The file could not be written: ${error.message}`, true); }
}

// ---- controls

function controls() {
  fill($('measure'), about.measures.filter((one) => about.market || one.y !== 'place').map((one) => el('option', { value: one.y }, one.words)));
  $('measure').addEventListener('change', (event) => view.set({ y: event.target.value, range: null, low: null, high: null, blow: null, bhigh: null }));
  fill($('date'), el('option', { value: '' }, about.dates.length === 1 ? about.dates[0].date : `All ${about.dates.filter((date) => date.shown).length} dates`),
    about.dates.length > 1 ? about.dates.filter((date) => date.shown).reverse().map((date) => el('option', { value: date.date }, `${date.date} · ${number(date.events)}`)) : null);
  $('date').addEventListener('change', (event) => {
    const date = event.target.value;
    view.set({ ...view.clearBrush, from: date ? `${date}T00:00:00.000000000Z` : null, to: date ? next(date) : null });
  });
  $('link').addEventListener('click', async () => {
    view.flush();
    try { await navigator.clipboard.writeText(location.href); $('link').textContent = 'Copied'; } catch { dialog('Link to this view', el('p', {}, el('code', {}, location.href))); }
    setTimeout(() => { $('link').textContent = 'Copy link'; }, 1500);
  });
  $('sql').addEventListener('click', async () => {
    const text = await askText('sql', view.ofEvents()).catch((error) => error.message);
    dialog('SQL of these events', el('p', {}, 'It gives the same rows: ./daisychain sql --file=- reads it.'), el('pre', { tabindex: 0 }, text),
      el('button', { type: 'button', onclick: (event) => navigator.clipboard.writeText(text).then(() => { event.target.textContent = 'Copied'; }, () => {}) }, 'Copy'));
  });
  $('csv').addEventListener('click', () => write('events.csv', view.ofEvents()));
  $('png').addEventListener('click', () => write('picture.png', `${view.ofPage()}&w=1920&h=1080${dark() ? '&dark=1' : ''}`));
  $('theme').addEventListener('click', () => {
    localStorage.setItem('theme', dark() ? 'light' : 'dark');
    const palette = dress();
    picture.colours(palette); lifecycle.colours(palette);
  });
  $('help').addEventListener('click', help);
  $('dialog-close').addEventListener('click', () => $('dialog').close());
  for (const skip of document.querySelectorAll('.skip')) {
    skip.addEventListener('click', (event) => {
      event.preventDefault();
      const to = $(skip.dataset.to);
      (to.querySelector('[role=tab][tabindex="0"], [role=treeitem][tabindex="0"]') || to).focus();
    });
  }
  // Where there is one column filters would push the picture out of sight.
  const narrow = matchMedia('(max-width: 1023px)');
  const fold = () => { $('filters-box').open = !narrow.matches; };
  narrow.addEventListener('change', fold);
  fold();
  document.addEventListener('keydown', keys);
}

function keys(event) {
  const typing = event.target.closest?.('input, select, textarea');
  if (event.key === 'Escape' && !$('dialog').open && !event.defaultPrevented) {
    if (view.hasBrush()) view.set(view.clearBrush);
    else if (view.hasZoom()) view.set(view.clear);
    else if (view.hasFilters()) view.clearAll();
    else if (view.get().id) view.set({ id: null, step: null });
    return;
  }
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === '/') { search.focus(); event.preventDefault(); }
  else if (event.key === '?') help();
}

function help() {
  const rows = [
    ['Drag in the picture', 'mark a part: counts and lists follow. Drag the mark to move it.'],
    ['Click', 'open the lifecycle of the nearest event'],
    ['Wheel, Shift and wheel', 'zoom in time, in values'],
    ['Drag in the timeline', 'choose the time that the picture shows'],
    ['Esc', 'take back: mark, zoom, filters, lifecycle. The browser’s Back does too.'],
    ['/', 'search an id'],
    ['Tab to the picture, then arrows', 'move the cross (Shift: in larger steps); Enter opens, + and − zoom, b begins and ends a mark, z zooms to it, 0 shows all'],
    ['Tab, then arrows', 'go through a filter’s values, a list’s lines, the firms of a lifecycle: each of these is one stop of Tab'],
    ['Arrows in the tree or on the slider', 'replay the lifecycle event by event, with the market of each moment'],
    ['Counts of a filter', 'leave that filter out, so that one sees what else there is'],
  ];
  const legend = [['● fill', '◇ order'], ['▷ route, ◁ accept', '× cancel, replace, bust, correct'], ['○ other report', 'a ring: it has a fault']];
  dialog('Help', table('What to do', ['With', 'To'], rows), table('Marks: buys and sales differ in colour', ['', ''], legend),
    el('p', { class: 'soft' }, 'Times are UTC. The axis leaves out hours without events. Each picture has a table beside it.'));
}

start();
