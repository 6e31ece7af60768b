// What a running watch finds, as it finds it: a list of its own beside those of the publication.

import { stream } from './server.js';
import { clock, el, fill, number, rove, table } from './words.js';

const AGAIN = 2000;
const words = document.getElementById('live-words');
let known = { state: 'connecting', count: 0, alerts: [] };
let told = null; let changed = () => {};

export const count = () => known.count;

// Calls when there is something else to show.
export function begin(call) {
  changed = call;
  listen();
}

async function listen() {
  try {
    await stream('live', '', (told) => { known = told; tell(); changed(); });
  } catch (error) { console.warn(error); }
  known = { ...known, state: 'ended' };
  changed();
  setTimeout(listen, AGAIN);
}

// Says to those who do not look what has come since they were told last.
function tell() {
  if (known.state !== 'live') return;
  const before = told;
  told = new Set(known.alerts.map((alert) => alert.id));
  if (!before) return;
  const fresh = known.alerts.filter((alert) => !before.has(alert.id));
  if (fresh.length) words.textContent = fresh.length > 3 ? `${number(fresh.length)} new alerts` : fresh.map((alert) => `New alert: ${alert.status} ${alert.symbol || ''} ${alert.reporter || ''}`).join('. ');
}

// What is to be said while a watch tells nothing; null while it does.
export function trouble({ state, watch }, isShown) {
  if (state === 'ended') return 'The explorer does not answer: what is shown is what it told last.';
  if (state === 'lost') return `The watch at ${watch} does not answer, it is tried again${isShown ? ': what is shown is what it told last.' : '.'}`;
  return state === 'connecting' ? 'Connecting with the watch …' : null;
}

function standing() {
  return trouble(known, known.alerts.length) || `As the watch at ${known.watch} finds them${known.count > known.alerts.length ? `: the newest ${number(known.alerts.length)} of ${number(known.count)}${known.more ? ' kept' : ''}` : ''}`;
}

export function paint(list) {
  if (!known.alerts.length) {
    fill(list, el('p', { class: 'hint', 'data-live': known.state }, known.state === 'live' ? `${standing()}: none so far. Good.` : standing()));
    return;
  }
  const shown = known.alerts;
  const came = (alert) => el('td', {}, el('button', { type: 'button', class: 'inline', 'data-id': alert.id },
    alert.came ? clock(alert.came.padEnd(30, '0'), 3) : 'before'));
  const node = table(standing(), ['Came, UTC', 'Status', 'Event', 'Reporter', 'Id', 'Symbol', 'Trade date'],
    shown.map((alert) => [came(alert), (alert.status || '').replaceAll(';', ' '), alert.eventType || 'UNKNOWN', alert.reporter || '', alert.EventId || '', alert.symbol || '', alert.tradeDate || '']));
  node.dataset.live = known.state;
  const top = list.scrollTop;
  fill(list, node);
  rove(list, 'button[data-id]');
  list.scrollTop = top;
}
