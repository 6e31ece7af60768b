import { $, $$, answers, fire, pass, press, refusal, same, texts, type } from './browser.js';
import * as search from './search.js';
import * as view from './view.js';

const opened = [];
const event = (id, by) => ({ id, by, type: 'NEW', reporter: 'ALFA', symbol: 'IBM', side: '1', time: '2026-03-16T10:00:00.000000000Z' });
const found = { events: [event('e1', 'ClOrdID'), event('e2', 'OrderID')], symbols: ['IBM'], reporters: [], customers: ['C1'], more: true };
function begin(answer = found) { answers.search = answer; search.begin({ open: (id) => opened.push(id) }); }

export async function whatIsFoundIsChosenByKeys() {
  begin();
  const input = $('#search');
  type(input, 'x1');
  await pass();
  same(texts($$('#found button')), ['ClOrdIDNEW · ALFA · IBM · Buy · 10:00:00.000', 'OrderIDNEW · ALFA · IBM · Buy · 10:00:00.000', 'SymbolIBM', 'CustomerC1']);
  press(input, 'ArrowDown');
  same(document.activeElement === $$('#found button')[0], true);
  press(document.activeElement, 'ArrowDown');
  press(document.activeElement, 'ArrowDown');
  document.activeElement.click();
  same([view.get().symbol, $('#found').hidden], [['IBM'], true]);
  type(input, 'x1');
  await pass();
  $$('#found button')[1].focus();
  press(document.activeElement, 'ArrowUp');
  press(document.activeElement, 'ArrowUp');
  same(document.activeElement === input, true);
  same(opened, []);
}

export async function enterOpensTheOnlyOne() {
  begin({ ...found, events: [event('e7', 'ExecID')], symbols: [], customers: [], more: false });
  type($('#search'), 'x');
  press($('#search'), 'Enter');
  await pass();
  same([opened, $('#found').hidden], [['e7'], true]);
}

export async function whatIsNotFoundAndWhatFailsIsTold() {
  begin({ events: [], symbols: [], reporters: [], customers: [] });
  type($('#search'), 'zzz');
  await pass();
  same($('#found').textContent, 'Nothing is called zzz. Ids are looked for as a whole.');
  answers.search = refusal(400, 'too long');
  type($('#search'), 'zzzz');
  await pass();
  same([$('#found').textContent, $('#found').hidden], ['too long', false]);
}

export async function escapeTakesBackStepByStep() {
  begin();
  const input = $('#search');
  type(input, 'x1');
  await pass();
  same(press(input, 'Escape').stopped, true);
  same([$('#found').hidden, input.value], [true, 'x1']);
  press(input, 'Escape');
  same([input.value, document.activeElement === document.body], ['', true]);
  type(input, 'x1');
  await pass();
  fire($('main'), 'pointerdown');
  same($('#found').hidden, true);
}
