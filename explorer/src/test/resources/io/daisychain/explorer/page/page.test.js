// The page as a whole, and its picture.
import { $, $$, answers, fire, pass, press, refusal, requests, same, texts } from './browser.js';

const HOUR = 3600000000000n;
const at = (hour) => String(BigInt(Date.parse('2026-03-16T00:00:00Z')) * 1000000n + BigInt(hour) * HOUR);
const about = { publication: 'p1', axis: [[at(10), at(16)]], events: 1000, market: true, live: false, kinds: [['FILL', '1', '']],
  dates: [{ date: '2026-03-16', events: 1000, shown: true, without: 3 }], alerts: [{ alert: 'orphans', words: 'Orphans' }],
  measures: [{ y: 'return', words: 'return', without: 'price' }, { y: 'price', words: 'price', without: 'price' }] };
const counts = { events: 800, faulty: 20, looking: false, alerts: { orphans: 4 }, facets: { reporter: [['ALFA', 800]], type: [], status: [], side: [], symbol: [['IBM', 800]] } };
const frame = { fromNanos: at(10), toNanos: at(16), low: -0.1, high: 0.1, log: false, drawn: 790, without: 10, above: 2, below: 1, width: 2, height: 2, marks: null };

function picture(about1, cells = [5, 0, 3]) {
  const words = JSON.stringify(about1);
  const bytes = new Uint8Array(4 + words.length + cells.length);
  new DataView(bytes.buffer).setUint32(0, words.length);
  bytes.set([...words].map((one) => one.charCodeAt(0)), 4);
  bytes.set(cells, 4 + words.length);
  return bytes.buffer;
}

let view; let shown;
async function begin(hash = '') {
  location.hash = hash;
  Object.assign(answers, { about, state: { newest: 'p1' }, summary: counts, timeline: { counts: [1], faulty: [0] }, alerts: { events: [] }, rows: { events: [] },
    picture: () => picture(frame), band: { quotes: [], trades: [] }, lifecycle: refusal(404, 'none'), near: { events: [] }, ...answers });
  view = await import('./view.js');
  shown = await import('./picture.js');
  await import('./page.js');
  await pass(1000);
}

export async function thePageOpensWithPictureCountsAndLists() {
  await begin();
  same([document.documentElement.dataset.ready, view.get().publication, document.documentElement.style['--ground']], ['true', 'p1', '#ffffff']);
  same([$('#status').textContent, $('#of').textContent], ['800 events', 'of 1,000 · 20 with a fault · 3 more have no time']);
  same($('#picture-words').textContent, '790 drawn as density, by return · 10 without a price · 2 above, 1 below Show them');
  same(texts($$('#tabs .n')), ['4', '800']);
  same($('#cover').hidden, true);
  same(requests.map((one) => /api\/(\w+)/.exec(one)[1]), ['about', 'picture', 'summary', 'timeline', 'alerts']);
  const painted = $('#events').context.calls.filter(([name]) => name === 'drawImage');
  same(painted.length, 1);
}

export async function theEventsAreWaitedFor() {
  let times = 0;
  answers.about = () => (++times < 3 ? refusal(503, 'reading') : about);
  answers.state = { progress: 40, newest: 'p1' };
  location.hash = '';
  view = await import('./view.js');
  await import('./page.js');
  await pass(100);
  same([$('#cover progress').getAttribute('value'), $('#cover').hidden], ['40', false]);
  answers.about = refusal(500, 'no store');
  await pass(1000);
  same([$('#cover p').textContent, $('#status').textContent], ['The events could not be read: no store', 'Failed']);
  $('#cover button').click();
  same(location.reloaded, true);
}

export async function escapeTakesBackTheLastThing() {
  await begin('#id=e1&side=1&low=0.1&blow=0.2');
  const left = () => view.fragment().replace(/&?publication=p1/, '');
  const steps = [];
  for (let i = 0; i < 4; i++) { press(document.body, 'Escape'); steps.push(left()); }
  same(steps, ['side=1&low=0.1&id=e1', 'side=1&id=e1', 'id=e1', '']);
  press(document.body, '/');
  same(document.activeElement.id, 'search');
  same(press(document.activeElement, '?').defaultPrevented, false);
  same($('#dialog').open, false);
  press($('main'), '?');
  same([$('#dialog').open, $('#dialog-title').textContent], [true, 'Help']);
}

export async function whatIsFilteredIsAChip() {
  await begin('#symbol=IBM&side=1&minsize=5&from=2026-03-16T00:00:00.000000000Z&to=2026-03-17T00:00:00.000000000Z&bfrom=2026-03-16T10:00:00Z&bto=2026-03-16T11:00:00Z');
  same(texts($$('#chips button')), ['Symbol IBM ✕', 'Side Buy ✕', 'Size 5 to any ✕', 'Zoomed 2026-03-16 ✕', 'Marked 10:00:00.000 – 11:00:00.000 ✕', 'Zoom to it', 'Clear all']);
  same([$('#date').value, $('#minsize').value], ['2026-03-16', '5']);
  $$('#chips button')[1].click();
  await pass(1000);
  same(view.get().side, []);
  $$('#chips button').find((one) => one.textContent === 'Zoom to it').click();
  same([view.get().from, view.get().bfrom], ['2026-03-16T10:00:00Z', undefined]);
  await pass(1000);
  $$('#chips button').pop().click();
  same(view.fragment(), 'publication=p1');
}

export async function thePictureGoesByKeys() {
  answers.near = (params) => ({ count: 1, events: [{ id: `at ${Number(params.get('across')).toFixed(2)}`, type: 'FILL', reporter: 'ALFA', symbol: 'IBM', side: '1', time: '2026-03-16T10:00:00Z', price: '10.50' }] });
  await begin();
  const canvas = $('#events');
  canvas.focus();
  press(canvas, 'ArrowRight', { shiftKey: true });
  await pass();
  same($('#tip strong').textContent, 'FILL · ALFA · IBM · Buy · 10.5');
  press(canvas, 'b');
  press(canvas, 'ArrowRight', { shiftKey: true });
  press(canvas, 'ArrowDown', { shiftKey: true });
  const width = (Date.parse(view.get().bto) - Date.parse(view.get().bfrom)) / (Number(HOUR / 1000000n) * 6) * 916;
  same([Math.round(width), Number(view.get().blow) < Number(view.get().bhigh)], [41, true]); // pixels
  press(canvas, 'b');
  press(canvas, 'z');
  same([view.hasBrush(), view.hasZoom()], [false, true]);
  press(canvas, '0');
  same(view.hasZoom(), false);
  press(canvas, '+');
  same(view.get().from < view.get().to, true);
  press(canvas, 'Enter');
  await pass();
  same(view.get().id, 'at 0.59');
  same([press(canvas, 'q').defaultPrevented, press(canvas, '+', { ctrlKey: true }).defaultPrevented], [false, false]);
}

export async function fewEventsAreMarks() {
  answers.picture = () => picture({ ...frame, drawn: 1, without: 0, above: 0, below: 0, marks: [0.5, 0.5, 0] });
  await begin();
  same([$('#picture-words').textContent, $('#events').context.calls.filter(([name]) => name === 'putImageData').length], ['1 drawn, by return', 1]);
  answers.picture = () => picture({ ...frame, drawn: 0, without: 0, above: 0, below: 0, marks: [] });
  view.set({ side: ['2'] });
  await pass(1000);
  same([$('#cover').hidden, $('#cover').textContent], [false, 'No event here fits. Clear a filter, or zoom out.']);
}

export async function windowsAreALayerWhereTheWarehouseHasThem() {
  const row = [0.1, 0.2, 1, 2, 1, 2, 0.3, 2.5, 1, 1, null, null, null, null];
  answers.about = { ...about, windows: true };
  answers.band = { quotes: [], trades: [], sets: ['mid 10/5 fit 1', 'mid 1m/30s'], set: 'mid 10/5 fit 1', windows: [row] };
  await begin('#symbol=IBM&y=price');
  same(texts($$('#layers label')), ['Bid and ask', 'Candles of trades', 'Windows']);
  same([$$('#overlay .window').length, $$('#layers select').length], [0, 0]);
  const box = () => $$('#layers input')[2];
  box().checked = true;
  fire(box(), 'change');
  await pass(1000);
  same(requests.filter((one) => one.includes('/band')).map((one) => new URLSearchParams(one.split('?')[1]).get('windows')), [null, 'first']);
  same(['.window', '.fit', 'path.forecast'].map((one) => $$(`#overlay ${one}`).length), [2, 1, 1]);
  same(texts($$('#layers option')), ['mid 10/5 fit 1', 'mid 1m/30s']);
  $('#layers select').value = 'mid 1m/30s';
  fire($('#layers select'), 'change');
  await pass(1000);
  same([view.get().layers, new URLSearchParams(requests.filter((one) => one.includes('/band')).pop().split('?')[1]).get('windows')],
    ['quotes,windows:mid 1m/30s', 'mid 1m/30s']);
  answers.band = { quotes: [], trades: [], sets: [], windows: [] };
  shown.again();
  await pass(1000);
  same([$$('#overlay .window').length, $('#layers').textContent], [0, 'Bid and askCandles of tradesWindows: none of this symbol']);
  fire(box(), 'change');
  await pass(1000);
  same(view.get().layers, 'quotes');
}

export async function bidAndAskAreBehindPricesOfOneSymbol() {
  answers.band = { quotes: [[0, 1, 2, 1, 2], [0.5, 1, 2, 1, 2], [1]], trades: [] };
  await begin('#symbol=IBM&y=price');
  same(['.nbbo', '.bid', '.ask'].map((one) => $$(`#overlay ${one}`).length), [1, 1, 1]);
  same(texts($$('#layers label')), ['Bid and ask', 'Candles of trades']);
  view.set({ y: null });
  await pass(1000);
  same([$$('#overlay .nbbo').length, $('#layers').textContent], [0, 'Bid and ask: show price']);
  const side = [0.1, 1, 2, 1, 2];
  same(shown.runs([side, [0.2, null, 2, 1, 2], side, side, [0.9]]), [[side], [side, side, [0.9, 1, 2, 1, 2]]]);
}

export async function aNewerPublicationIsToldAndALinkFromAnother() {
  await begin('#publication=p0');
  same($('#notice').textContent.startsWith('The link is from another publication'), true);
  $('#notice button').click();
  same($('#notice').hidden, true);
}

export async function linksFilesAndLightAreAtHand() {
  answers.sql = 'SELECT 1';
  answers.ticket = { address: '/file', events: 800 };
  await begin('#side=1');
  $('#link').click();
  await pass();
  same([copied, $('#link').textContent], [location.href, 'Copied']);
  $('#sql').click();
  await pass();
  same($('#dialog-body pre').textContent, 'SELECT 1');
  $('#csv').click();
  await pass();
  same($('#notice span').textContent, '800 events written to a file: the browser says how far it is.');
  $('#png').click();
  await pass();
  same(requests.pop(), '/api/ticket?side=1&w=1920&h=1080&file=picture.png&publication=p1');
  $('#theme').click();
  same([document.documentElement.dataset.theme, localStorage.getItem('theme')], ['dark', 'dark']);
}

export async function aFirmHasAScorecard() {
  answers.scorecard = [{ ReporterId: 'ALFA', tradeDate: '2026-03-16', events: 1000, lateRate: 0.0123 }];
  await begin();
  $('.card').click();
  await pass();
  same([$('#dialog-title').textContent, texts($$('#dialog-body td'))], ['Scorecard of ALFA', ['events', '1,000', 'late rate', '1.230 %']]);
}

export async function theSecretGoesWhereOnlyThisPortReadsIt() {
  $('head').append(Object.assign(document.createElement('meta'), { content: 's3' }));
  $('head').lastChild.setAttribute('name', 'secret');
  location.hash = '#side=1';
  answers.about = (params, headers) => headers;
  await import('./enter.js');
  same([localStorage.getItem('secret'), location.replaced], ['s3', '/#side=1']);
  await import('./first.js');
  same(await (await window.first).json(), { 'X-Daisychain': 's3' });
}
