import { $, $$, answers, fire, pass, press, refusal, requests, same, texts } from './browser.js';
import * as alerts from './alerts.js';
import * as view from './view.js';

const log = [];
const about = { live: false, market: true, events: 10, dates: [{ date: '2026-03-16' }], alerts: [{ alert: 'orphans', words: 'Orphans' }, { alert: 'trade-throughs', words: 'Trade-throughs' }] };
const event = (id, more = {}) => ({ id, time: '2026-03-16T10:00:00.123456789Z', reporter: 'ALFA', type: 'FILL', eventId: `x${id}`, symbol: 'IBM', side: '2', price: '10.50', ...more });
function begin() {
  alerts.begin({ about, open: (id) => { log.push(`open ${id}`); view.set({ id }); }, summary: () => log.push('count'), write: (file, params) => log.push(`${file} ${params}`), toTree: (isThere) => log.push(`tree ${isThere}`) });
  view.on(() => { alerts.select(); alerts.draw(); });
  alerts.select();
  alerts.draw();
}
const cells = () => $$('#list tbody tr').map((row) => texts(row.querySelectorAll('td')));

export async function tabsAreChosenByArrows() {
  answers.alerts = { events: [] };
  answers.rows = { events: [] };
  begin();
  await pass();
  same(texts($$('#tabs span')), ['Orphans', '', 'Trade-throughs', '', 'Table', '']);
  same($('#list').textContent, 'None here. Good.');
  alerts.take({ orphans: 1200, 'trade-throughs': 0 }, 5000);
  same(texts($$('#tabs .n')), ['1,200', '0', '5,000']);
  same($$('#tabs button').map((one) => one.tabIndex), [0, -1, -1]);
  press($('#tab-orphans'), 'ArrowLeft');
  same([view.get().tab, document.activeElement.id, $('#list').getAttribute('aria-labelledby')], ['events', 'tab-events', 'tab-events']);
  await pass();
  same($('#list').textContent, 'No event fits.');
  press($('#tab-events'), 'Home');
  same(view.get().tab, 'orphans');
}

export async function aListSaysWhatIsWrongAndHowMuchIsShown() {
  answers.alerts = { events: [event('a', { source: 'BETA', status: 'ORPHAN', reason: 'no parent' }), event('b', { destination: 'GAMA' })] };
  begin();
  await pass();
  same(cells(), [['10:00:00.123456', 'ALFA', 'FILL', 'xa', 'IBM', 'Sell', '10.5', 'from BETA', 'ORPHAN', 'no parent'], ['10:00:00.123456', 'ALFA', 'FILL', 'xb', 'IBM', 'Sell', '10.5', 'to GAMA', '', '']]);
  alerts.take({ orphans: 7 }, 10);
  same($('#list caption').textContent, 'Orphans: the first 2 of 7 All of it as CSV');
  $('#list caption button').click();
  $$('#list button[data-id]')[1].click();
  same(log, ['alerts.csv &alert=orphans', 'open b']);
  same($$('#list tr').map((row) => row.classList.contains('open')), [false, false, true]);
  fire($$('#list button[data-id]')[1], 'click', { detail: 0 }); // by Enter
  same(log.slice(2), ['open b', 'tree true']);
}

export async function tradeThroughsAreWorstFirst() {
  answers.alerts = { known: true, events: [event('a', { paid: '10.30', best: '10.40', amount: '0.10', share: 0.00961 })] };
  begin();
  view.set({ tab: 'trade-throughs' });
  await pass();
  same(cells()[0].slice(-3), ['10.3', '10.4', '0.1 (0.961 %)']); // as corrected, not as first reported
  same([log, $('#list caption').textContent], [['count'], 'Trade-throughs, worst first All of it as CSV']);
  answers.alerts = { known: false, events: [] };
  view.set({ symbol: ['IBM'] });
  await pass();
  same($('#list').textContent.startsWith('There are no market data'), true);
}

export async function whatIsNotThereYetIsAskedForAgain() {
  let times = 0;
  answers.alerts = () => (++times < 2 ? refusal(503, 'they are looked for', true) : { events: [event('a')] });
  begin();
  await pass();
  same($('#list').textContent, 'Not there yet: they are looked for …');
  await pass(1000);
  same([cells().length, requests.length], [1, 2]);
  answers.alerts = refusal(500, 'broken');
  view.set({ side: ['1'] });
  await pass();
  same($('#list p').textContent, 'The list could not be read: broken');
  answers.alerts = { events: [] };
  $('#list button').click();
  await pass();
  same($('#list').textContent, 'None here. Good.');
}
