import { $, $$, answers, pass, refusal, requests, same, texts } from './browser.js';

const AT = '2026-11-27T07:00:00Z';
const status = (more = {}) => ({
  at: AT, version: '0.1.0', ready: true, next: [], parts: [{ name: 'watch', state: 'ready', doing: 'the folder in', last: '2026-11-27T06:59:00Z', outcome: 'done', next: '2026-11-27T07:01:00Z' }],
  dateCount: 0, news: 0, publishedEvents: 0, dates: [], runs: [], commands: [], live: {}, faults: [], disks: [], memory: { heap: 1e9, heapMost: 4e9, resident: -1 }, ...more,
});
const date = (more = {}) => ({ date: '20261126', state: 'published', events: 1200, linked: 1200, news: 0, orphans: 3, faulty: 4, linkedAt: '2026-11-26T22:00:00Z', publishedAt: '2026-11-26T22:05:00Z', ...more });

async function open(told, over = { columns: ['time'], rows: [] }) {
  answers['status.json'] = told;
  answers['over.json'] = over;
  await import('./operator.js');
  await pass();
}
const cells = (selector) => $$(`${selector} tbody tr`).map((row) => texts(row.children));

export async function aServiceThatLacksNothingSaysSo() {
  await open(status());
  same([$('#standing').textContent, $('#standing').className], ['Ready, as of 2026-11-27 07:00:00 UTC, version 0.1.0', 'well']);
  same(['#next', '#dates', '#sources', '#runs', '#faults', '#over'].map((one) => $(one).textContent), ['Nothing: all that was handed in is linked and published.', 'The store has no events: ingest takes them.',
    'Nothing is taken by itself: ingest takes files.', 'None yet.', 'None that is published.', 'There is something to see after two minutes.']);
  same(cells('#parts'), [['watch', 'ready', 'the folder in', '2026-11-27 06:59:00', 'done', '2026-11-27 07:01:00']]);
}

export async function whatWaitsIsShownWithSinceWhen() {
  await open(status({ ready: false, next: [{ words: 'store: no answer; run doctor', fails: true }, { words: 'run link', fails: false }], dateCount: 500, news: 1234, publishedEvents: 9,
    dates: [date({ state: 'news for link', news: 1234, since: '2026-11-27T04:30:00Z' }), date({ date: '20261125', state: 'not linked', orphans: undefined, faulty: undefined, linkedAt: undefined, since: '2026-11-20T04:30:00Z' })] }));
  same([$('#standing').className, texts($$('#next li')), $$('#next .fails').length], ['ill', ['store: no answer; run doctor', 'run link'], 1]);
  same(cells('#dates'), [['20261126', 'news for link', '2 h 30 min', '1,200', '1,200', '1,234', '3', '4', '2026-11-26 22:00:00', '2026-11-26 22:05:00'],
    ['20261125', 'not linked', '7 days', '1,200', '1,200', '0', '', '', '', '2026-11-26 22:05:00']]);
  same(texts($$('#dates .bad')), ['news for link', 'not linked']);
  same($('#dates caption').textContent, '500 dates, the newest 2 shown; 1,234 events wait for link; 9 are published');
}

export async function runsSourcesFaultsAndDisksAreTables() {
  await open(status({
    runs: [{ command: 'link', words: '--days=all', start: '2026-11-27T06:00:00.123Z', seconds: 75.5, exit: 1, error: 'no space left' }, { command: 'ingest', start: '2026-11-27T05:00:00Z', seconds: 2, exit: 0 }],
    commands: [{ sumOf: 'ingest', done: 7, failed: 0, lastDone: 1795755602, seconds: 2, lastExit: 0 }, { sumOf: 'link', done: 0, failed: 1, lastDone: 0, seconds: 0, lastExit: 1 }],
    live: { sessions: 2, backlog: 10, other: 5 }, input: { waiting: 3, failed: 1 }, auditEntries: 77, faults: [{ firm: 'ALFA', open: 12 }], disks: [{ place: 'store', folder: '/srv/store', free: 1.5e12, size: 2e12 }], memory: { heap: 1e9, heapMost: 4e9, resident: 123456 } }));
  same(cells('#runs'), [['2026-11-27 06:00:00', 'link --days=all', '1 min', 'exit code 1: no space left'], ['2026-11-27 05:00:00', 'ingest', '2 s', 'done']]);
  same(cells('#commands'), [['ingest', '7', '0', '2026-11-27 05:00:02', '2 s'], ['link', '0', '1', '', '']]);
  same(cells('#sources'), [['Files waiting', '3'], ['Files that could not be read', '1'], ['FIX sessions', '2'], ['Messages not durable yet', '10'], ['Entries of the audit log', '77']]);
  same([cells('#faults'), cells('#disks')], [[['ALFA', '12']], [['store', '1.5 TB', '2.0 TB', '/srv/store'], ['heap', '3.0 GB', '4.0 GB', ''], ['process', '', '123 kB', '']]]);
}

export async function itIsAskedAgainAndAnAnswerThatDoesNotComeIsTold() {
  await open(status());
  answers['status.json'] = refusal(401, 'this tab has no key');
  await pass(5000);
  same([$('#standing').className, $('#standing').textContent], ['ill', 'No answer: this tab has no key. What is shown is what was told last.']);
  answers['status.json'] = status();
  await pass(5000);
  same([$('#standing').className, requests.filter((one) => one === '/status.json').length, requests.filter((one) => one === '/over.json').length], ['well', 3, 1]);
}

export async function numbersOverTimeAreDrawn() {
  await open(status(), { columns: ['time', 'waiting', 'files', 'faults', 'heap', 'resident', 'store', 'warehouse'], rows: [[1000, 5, 0, 1, 1e9, -1, 2e12, 2e12], [8200, 0, 0, 1, 2e9, -1, 1e12, 1e12]] });
  same(texts($$('#over h3')), ['Events waiting for link', 'Files waiting', 'Open faults', 'Heap', "Free on the store's disk", "Free on the warehouse's disk"]);
  same($('#over').lastChild.textContent, 'The last 2 h 0 min.');
}
