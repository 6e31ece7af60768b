import { $, $$, answers, pass, requests, same, texts } from './browser.js';
import * as quotes from './quotes.js';
import * as view from './view.js';

// Its streams, each given to the newest that asked.
let push = () => {};
function stream() {
  const given = []; const waiting = [];
  push = (part) => (waiting.length ? waiting.shift()(part) : given.push(part));
  const read = () => (given.length ? Promise.resolve(given.shift()) : new Promise((resolve) => waiting.push(resolve)));
  return { pipeThrough: () => ({ getReader: () => ({ read }) }) };
}
const say = async (told) => { push({ value: `data: ${JSON.stringify({ state: 'live', watch: 'w', ...told })}\n\n`, done: false }); await pass(); };
const quote = (id, more = {}) => ({ id, symbol: id, time: '2026-03-16T14:00:00.123456789Z', bid: 10.5, bidSize: 1200, bidExchange: 'XNYS', ask: 10.51, askSize: 300, askExchange: 'ARCX', ...more });
const list = $('#list');
const cells = () => [...list.querySelectorAll('tbody tr')].map((row) => texts(row.querySelectorAll('td')));
async function begin(...symbols) { answers.quotes = stream; quotes.show(list, symbols); await pass(); }

export async function quotesAreShownByTheirNames() {
  await begin();
  same([requests, list.textContent], [['/api/quotes'], 'Connecting with the watch …']);
  await say({ all: true, quotes: [] });
  same(list.textContent, 'Best bids and offers of the watch at w, as they come: no quotes so far. A watch with --ticks has them.');
  await say({ all: false, quotes: [quote('MSFT'), quote('AAPL', { bid: null, bidSize: null, bidExchange: null })] });
  same(cells(), [['AAPL', '', '', '', '10.51', '300', 'ARCX', '14:00:00.123456'], ['MSFT', 'XNYS', '1,200', '10.5', '10.51', '300', 'ARCX', '14:00:00.123456']]);
  await say({ all: true, more: true, quotes: [quote('IBM')] });
  same([cells().length, list.querySelector('caption').textContent], [1, 'Best bids and offers of the watch at w, as they come: the first 1 symbols, filter a symbol to see others']);
}

export async function whatChangesIsWrittenInItsPlaceWithTheWayItMoved() {
  await begin();
  await say({ all: true, quotes: [quote('IBM'), quote('MSFT')] });
  const [row] = list.querySelectorAll('tbody tr');
  await say({ all: false, quotes: [quote('IBM', { bid: 10.49, ask: 10.52, askSize: 1000 })] });
  same(list.querySelectorAll('tbody tr')[0] === row, true);
  same(cells()[0].slice(2, 6), ['1,200', '10.49', '10.52', '1,000']);
  same([...row.children].map((cell) => cell.dataset.moved || ''), ['', '', '', 'down', 'up', '', '', '']);
}

export async function filteredSymbolsAreAskedForAndNoOthersAreShown() {
  await begin();
  await say({ all: true, quotes: [quote('IBM')] });
  const before = push;
  await begin('A&B', 'IBM');
  same(requests, ['/api/quotes', '/api/quotes?symbol=A%26B&symbol=IBM']);
  before({ value: `data: ${JSON.stringify({ state: 'live', all: true, quotes: [quote('OLD')] })}\n\n`, done: false });
  await pass();
  same(list.textContent, 'Connecting with the watch …');
  await say({ all: true, quotes: [quote('IBM')] });
  list.querySelector('button[data-quote]').click();
  same([cells()[0][0], view.get().symbol], ['IBM', ['IBM']]);
}

export async function aStreamThatEndsIsOpenedAgainUnlessTheListIsHidden() {
  await begin();
  await say({ all: true, quotes: [quote('IBM')] });
  push({ done: true });
  await pass();
  same([list.querySelector('caption').textContent, cells().length], ['The explorer does not answer: what is shown is what it told last.', 1]);
  await pass(2000);
  same(requests.length, 2);
  push({ done: true });
  await pass();
  quotes.hide();
  await pass(5000);
  same(requests.length, 2);
}
