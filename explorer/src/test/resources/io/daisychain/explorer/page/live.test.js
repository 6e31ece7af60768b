import { $, answers, pass, same, texts } from './browser.js';
import * as live from './live.js';

// Its stream: what it is given is read, then it waits for more.
const waiting = []; const given = [];
const say = (state) => push(`data: ${JSON.stringify(state)}\n\n`);
function push(text) { const part = { value: text, done: false }; if (waiting.length) waiting.shift()(part); else given.push(part); }
function end() { if (waiting.length) waiting.shift()({ done: true }); else given.push({ done: true }); }
const read = () => (given.length ? Promise.resolve(given.shift()) : new Promise((resolve) => waiting.push(resolve)));
const stream = () => ({ pipeThrough: () => ({ getReader: () => ({ read }) }) });
const alert = (id, more = {}) => ({ id, came: '2026-03-16T10:00:00.5Z', status: 'ORPHAN;UNACCEPTED', eventType: 'FILL', reporter: 'ALFA', EventId: `x${id}`, symbol: 'IBM', tradeDate: '2026-03-16', ...more });
let changes = 0;
const list = $('#list');
async function begin() { answers.live = stream; live.begin(() => { changes++; live.paint(list); }); await pass(); }

export async function alertsAreShownAsTheyCome() {
  await begin();
  live.paint(list);
  same(list.textContent, 'Connecting with the watch …');
  say({ state: 'live', watch: 'here:1', count: 0, alerts: [] });
  await pass();
  same([list.textContent, changes], ['As the watch at here:1 finds them: none so far. Good.', 1]);
  say({ state: 'live', watch: 'here:1', count: 3, more: true, alerts: [alert('b'), alert('a', { came: null })] });
  await pass();
  same(texts(list.querySelectorAll('td')), ['10:00:00.500', 'ORPHAN UNACCEPTED', 'FILL', 'ALFA', 'xb', 'IBM', '2026-03-16', 'before', 'ORPHAN UNACCEPTED', 'FILL', 'ALFA', 'xa', 'IBM', '2026-03-16']);
  same([list.querySelector('caption').textContent, live.count()], ['As the watch at here:1 finds them: the newest 2 of 3 kept', 3]);
}

export async function whoDoesNotLookIsToldWhatIsNew() {
  await begin();
  say({ state: 'live', watch: 'w', count: 1, alerts: [alert('a')] });
  await pass();
  same($('#live-words').textContent, ''); // they were there
  say({ state: 'live', watch: 'w', count: 2, alerts: [alert('b'), alert('a')] });
  await pass();
  same($('#live-words').textContent, 'New alert: ORPHAN;UNACCEPTED IBM ALFA');
  say({ state: 'live', watch: 'w', count: 6, alerts: ['f', 'e', 'd', 'c', 'b', 'a'].map((id) => alert(id)) });
  await pass();
  same($('#live-words').textContent, '4 new alerts');
}

export async function ofPartsOfAStreamTheLastWholeOneCounts() {
  await begin();
  push('data: {"state":"lost","watch":"w","count":0,"alerts":[]}\n\ndata: {"state":"li');
  await pass();
  same(list.textContent, 'The watch at w does not answer, it is tried again.');
  push('ve","watch":"w","count":0,"alerts":[]}\n\n');
  await pass();
  same(list.textContent, 'As the watch at w finds them: none so far. Good.');
}

export async function aStreamThatEndsIsOpenedAgain() {
  await begin();
  say({ state: 'live', watch: 'w', count: 1, alerts: [alert('a')] });
  end();
  await pass();
  same([list.querySelector('caption').textContent, list.querySelector('table').dataset.live], ['The explorer does not answer: what is shown is what it told last.', 'ended']);
  say({ state: 'live', watch: 'w', count: 0, alerts: [] });
  await pass(2000);
  same(list.textContent, 'As the watch at w finds them: none so far. Good.');
}
