import { $, $$, answers, fire, pass, press, refusal, requests, same, texts } from './browser.js';
import { TimeAxis } from './axes.js';
import * as lifecycle from './lifecycle.js';
import * as view from './view.js';

const SECOND = 1000000000n;
const event = (id, seconds, type, more = {}) => ({ id, eventId: `x${id}`, type, reporter: 'ALFA', side: '1', symbol: 'IBM', parents: [], time: `2026-03-16T10:00:0${seconds}.000000000Z`, nanos: String(1773655200n * SECOND + BigInt(seconds) * SECOND), ...more });
// An order of ALFA that BETA took over and filled twice; one fill was corrected, one taken back.
const list = [
  event('a', 0, 'NEW', { quantity: '300', limit: '10' }),
  event('b', 1, 'ACCEPT', { relation: 'ACCEPT', parents: ['a'], reporter: 'BETA', quantity: '300' }),
  event('c', 2, 'PARTIAL_FILL', { relation: 'FILL', fill: true, parents: ['b'], reporter: 'BETA', shares: '100', price: '10' }),
  event('d', 3, 'PARTIAL_FILL', { relation: 'FILL', fill: true, parents: ['b'], reporter: 'BETA', shares: '200', price: '10.50', status: 'LATE' }),
  event('e', 4, 'PARTIAL_FILL', { relation: 'FILL', fill: true, parents: ['a'], shares: '100', price: '10' }), // reported again by whoever passed it on
  event('f', 5, 'CORRECT', { relation: 'CORRECT', parents: ['c'], reporter: 'BETA', shares: '100', price: '10.25' }),
  event('g', 6, 'BUST', { relation: 'BUST', parents: ['d'], reporter: 'BETA' }),
];
const line = (id, depth, text) => ({ depth, text: `${text}  ${id}${id}`, ids: [id] });
const tree = [line('a', 0, 'NEW'), line('b', 1, 'ACCEPT'), line('c', 2, 'PARTIAL_FILL'), line('f', 3, 'CORRECT'), line('d', 2, 'PARTIAL_FILL  [LATE]'), line('g', 3, 'BUST'), line('e', 1, 'PARTIAL_FILL')];
const answer = (asked) => ({ asked, id: 'a', symbol: 'IBM', events: 7, faulty: 1, list, tree });

const firms = [];
async function begin(id = 'a') {
  answers.lifecycle = (params) => answer(params.get('id'));
  lifecycle.begin({ about: { market: false }, axis: new TimeAxis([[list[0].nanos, list[6].nanos]]), palette: {}, scorecard: (firm) => firms.push(firm) });
  view.on(lifecycle.draw);
  view.set({ id });
  await pass(50);
}
const fact = (name) => { const node = $$('#moment dt').find((one) => one.textContent === name); return node.nextSibling.textContent; };
const items = () => $$('#lifecycle [role=treeitem]');
const selected = () => items().filter((one) => one.getAttribute('aria-selected') === 'true').map((one) => one.dataset.ids).join();

export async function aLifecycleIsItsPathTreeAndEvents() {
  await begin('c');
  same($('#lifecycle h2').textContent, 'Lifecycle · IBM');
  same($('#lifecycle .facts').textContent, '7 events, 2 firms, 1 with a fault');
  same([items().length, $$('#events-as-table tbody tr').length, $$('#path .dot').length > 0, selected()], [7, 7, true, 'c']);
  same(items().map((one) => one.getAttribute('aria-level')), ['1', '2', '3', '4', '3', '4', '2']);
  same(items()[4].classList.contains('faulty'), true);
  $('#lifecycle .firms button').click();
  same(firms, ['ALFA']);
}

export async function fillsAreCountedOnceAsTheyStoodThen() {
  await begin();
  const filled = [];
  for (let i = 0; i < list.length; i++) {
    $('#replay').value = i + 1;
    fire($('#replay'), 'input');
    filled.push(fact('Filled so far'));
  }
  same(filled, ['nothing', 'nothing', '100 at 10', '300 at 10.3333', '300 at 10.3333', '300 at 10.4167', '100 at 10.25']);
  same([view.get().step, selected()], ['7', 'g']);
}

export async function theReplayGoesStepByStep() {
  await begin();
  same($('#moment .when').textContent, '1 of 7 2026-03-16 10:00:00.000000000 UTC');
  same([fact('Order'), fact('Bid × ask')], ['Buy 300 limit 10', 'no market data']);
  const [before, next] = $$('#lifecycle .replay button');
  before.click();
  next.click();
  next.click();
  same([view.get().step, selected(), fact('Filled now')], ['3', 'c', '100 @ 10']);
  view.set({ step: '1' }); // by the browser's back
  same(selected(), 'a');
}

export async function theTreeGoesByKeys() {
  await begin();
  const tree1 = $('#lifecycle [role=tree]');
  lifecycle.toTree(true);
  const go = (key) => { press(document.activeElement, key); return document.activeElement.dataset.ids; };
  same(['ArrowDown', 'ArrowDown', 'End', 'ArrowUp', 'Home', 'ArrowRight'].map(go), ['b', 'c', 'e', 'g', 'a', 'b']);
  same(go('ArrowLeft'), 'b'); // it is folded
  same([items()[1].getAttribute('aria-expanded'), items().map((one) => one.hidden)], ['false', [false, false, true, true, true, true, false]]);
  same(go('ArrowDown'), 'e');
  same(go('ArrowLeft'), 'a');
  same(go('ArrowDown'), 'b');
  same(go('ArrowRight'), 'b');
  same(items().some((one) => one.hidden), false);
  same([go('ArrowRight'), selected(), tree1.querySelectorAll('[tabindex="0"]').length], ['c', 'c', 1]);
  same(press(document.activeElement, 'x').defaultPrevented, false);
}

export async function whatIsNotThereIsTold() {
  await begin();
  answers.lifecycle = refusal(404, 'none');
  view.set({ id: 'zz' });
  await pass();
  same($('#lifecycle [role=alert]').textContent, 'No event zz was published.');
  answers.lifecycle = answer('zz');
  $$('#lifecycle button').pop().click();
  await pass(50);
  same($('#lifecycle h2').textContent, 'Lifecycle · IBM');
  $('#lifecycle .head button').click();
  same([view.get().id, $('#lifecycle h2').textContent], [undefined, 'Lifecycle']);
}

export async function whatCameWithTheClickIsNotAskedFor() {
  await begin();
  const before = requests.length;
  lifecycle.give(answer('b'), 0);
  view.set({ id: 'b', step: null });
  await pass(50);
  same([requests.length, selected()], [before, 'b']);
}
