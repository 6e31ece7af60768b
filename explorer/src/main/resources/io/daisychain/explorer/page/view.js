// What is looked at. It is the address's fragment and nothing else: a link shows the same.

const LISTS = ['symbol', 'reporter', 'type', 'status', 'side', 'customer'];
const ONES = ['y', 'range', 'from', 'to', 'low', 'high', 'bfrom', 'bto', 'blow', 'bhigh', 'minsize', 'maxsize',
  'id', 'step', 'tab', 'layers', 'publication'];
const OF_EVENTS = [...LISTS, 'y', 'from', 'to', 'low', 'high', 'minsize', 'maxsize'];
const OF_BRUSH = ['bfrom', 'bto', 'blow', 'bhigh'];

let state = read();
const listeners = [];

function read() {
  const params = new URLSearchParams(location.hash.slice(1));
  const found = {};
  for (const name of LISTS) found[name] = params.getAll(name);
  for (const name of ONES) if (params.get(name)) found[name] = params.get(name);
  return found;
}

function params(of, names) {
  const all = new URLSearchParams();
  for (const name of names) {
    for (const value of LISTS.includes(name) ? of[name] || [] : of[name] ? [of[name]] : []) all.append(name, value);
  }
  return all;
}

export const get = () => state;
export const on = (listener) => listeners.push(listener);
export const fragment = (of = state) => params(of, [...LISTS, ...ONES]).toString();
export const ofPicture = (of = state) => params(of, [...OF_EVENTS, 'range']).toString();
// What a file of the picture shows: the page's layers too, and the mark.
export const ofPage = (of = state) => params(of, [...OF_EVENTS, ...OF_BRUSH, 'range', 'layers']).toString();
export const ofEvents = (of = state) => params(of, [...OF_EVENTS, ...OF_BRUSH]).toString();
export const ofFilters = (of = state) => params(of, [...LISTS, 'minsize', 'maxsize']).toString();

// A browser takes only so many addresses a second, and each costs time: of a movement the last.
const PAUSE = 120;
let late = 0;
const write = (how) => { clearTimeout(late); late = 0; const after = fragment(); history[how](null, '', after ? '#' + after : location.pathname); };
export function flush() { if (late) write('replaceState'); }

// Changes the view. A change that is one of many of a movement takes the place of the last.
export function set(changes, replace = false) {
  const before = fragment();
  const found = { ...state, ...changes };
  for (const name of ONES) if (found[name] === null || found[name] === undefined || found[name] === '') delete found[name];
  if (fragment(found) === before) return;
  if (!replace) flush();
  state = found;
  tell(); // first, so that what is asked for is under way while the address is written
  if (replace) late ||= setTimeout(write, PAUSE, 'replaceState'); else write('pushState');
}

export function toggle(name, value) {
  const now = state[name];
  set({ [name]: now.includes(value) ? now.filter((one) => one !== value) : [...now, value] });
}

export const clear = { range: null, from: null, to: null, low: null, high: null };
export const clearBrush = { bfrom: null, bto: null, blow: null, bhigh: null };

export function clearAll() {
  const none = Object.fromEntries(LISTS.map((name) => [name, []]));
  set({ ...none, ...clear, ...clearBrush, minsize: null, maxsize: null });
}

export const hasFilters = () => LISTS.some((name) => state[name].length) || state.minsize || state.maxsize;
export const hasZoom = () => Boolean(state.range || state.from || state.to || state.low || state.high);
export const hasBrush = () => Boolean(state.bfrom || state.bto || state.blow || state.bhigh);

function tell() { for (const listener of listeners) listener(state); }

window.addEventListener('popstate', () => { clearTimeout(late); late = 0; state = read(); tell(); });
window.addEventListener('pagehide', flush);
window.addEventListener('hashchange', () => {
  const found = read();
  if (fragment(found) !== fragment()) { state = found; tell(); }
});
