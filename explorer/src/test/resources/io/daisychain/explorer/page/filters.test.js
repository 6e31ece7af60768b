import { $, $$, answers, fire, pass, press, same, texts, type } from './browser.js';
import * as filters from './filters.js';
import * as view from './view.js';

const cards = [];
const facets = (more = {}) => ({ reporter: [['ALFA', 50], ['BETA', 25], ['', 5]], type: [['NEW', 60]], status: [['', 70], ['ORPHAN', 10]], side: [['1', 80]], symbol: [['IBM', 40], ['MSFT', 20]], ...more });
function begin(more) { filters.begin({ scorecard: (firm) => cards.push(firm) }); filters.take(facets(more)); }
const lines = (group) => $$(`.facet`).find((one) => one.getAttribute('aria-label') === group).querySelectorAll('.line');

export function eachValueHasItsCount() {
  begin();
  same(lines('Reporter').map((one) => [one.querySelector('.name').textContent, one.querySelector('.n').textContent, one.querySelector('.meter').style.transform]),
    [['ALFA', '50', 'scaleX(1.0000)'], ['BETA', '25', 'scaleX(0.5000)'], ['No reporter', '5', 'scaleX(0.1000)']]);
  same(texts(lines('Status').map((one) => one.querySelector('.name'))), ['No fault', 'ORPHAN']);
  same(lines('Reporter').map((one) => one.querySelector('.card').hidden), [false, false, true]);
  lines('Reporter')[1].querySelector('.card').click();
  same(cards, ['BETA']);
}

export function aValueIsChosenAndStaysWhereItsCountsGo() {
  begin();
  const beta = lines('Reporter')[1].querySelector('input');
  beta.focus();
  fire(beta, 'change');
  same(view.get().reporter, ['BETA']);
  filters.take(facets({ reporter: [['BETA', 90], ['ALFA', 1]] }));
  same([lines('Reporter')[0].querySelector('input') === beta, beta.checked, document.activeElement === beta], [true, true, true]);
  same(texts(lines('Reporter').map((one) => one.querySelector('.n'))), ['90', '1']);
  filters.take(facets({ reporter: [['GAMA', 3], ['DELTA', 2]] })); // the focus does not go to another firm
  same(lines('Reporter').map((one) => [one.querySelector('.name').textContent, one.contains(document.activeElement)]), [['GAMA', false], ['DELTA', false]]);
}

export function manyReportersAreFoundByAPartOfTheirName() {
  begin({ reporter: Array.from({ length: 20 }, (none, i) => [`FIRM${i}`, 20 - i]) });
  same(lines('Reporter').length, 7);
  const more = $$('.facet')[0].lastChild;
  same([more.textContent, more.hidden], ['All 20', false]);
  more.click();
  same([lines('Reporter').length, more.textContent], [20, 'Fewer']);
  type($('.narrow'), 'firm1');
  same(texts(lines('Reporter').map((one) => one.querySelector('.name'))).length, 11);
}

export function symbolsAreOneStopOfTab() {
  begin();
  const [ibm, msft] = $$('#top-symbols button');
  same([ibm.tabIndex, msft.tabIndex], [0, -1]);
  msft.click();
  same(view.get().symbol, ['MSFT']);
  filters.take(facets());
  same([ibm, msft].map((one) => one.getAttribute('aria-pressed')), ['false', 'true']);
}

export async function aSymbolIsTypedAndChosenByKeys() {
  begin();
  answers.symbols = (params) => ({ symbols: [['IBMX', 2], ['IBM', 40]].filter(([name]) => name.includes(params.get('q').toUpperCase())) });
  const input = $('#symbol');
  type(input, 'ibm');
  await pass();
  same([input.getAttribute('aria-expanded'), texts($$('#symbols li')), input.getAttribute('aria-activedescendant')], ['true', ['IBMX2', 'IBM40'], 'symbol-0']);
  press(input, 'ArrowDown');
  same($$('#symbols li').map((one) => one.getAttribute('aria-selected')), ['false', 'true']);
  press(input, 'ArrowUp');
  press(input, 'Enter'); // what was typed is the name of another
  await pass();
  same([view.get().symbol, input.value, $('#symbols').hidden], [['IBM'], '', true]);
  type(input, 'ibmx');
  press(input, 'Enter'); // faster than its list
  await pass();
  same(view.get().symbol, ['IBM', 'IBMX']);
  press(input, 'Backspace');
  same(view.get().symbol, ['IBM']);
  type(input, 'none');
  await pass();
  same(texts($$('#symbols li')), ['No such symbol']);
  same([press(input, 'Escape').stopped, $('#symbols').hidden], [true, true]);
}

export function sizesAreNumbersAndCustomersAreToggled() {
  begin();
  const size = $('#minsize');
  size.value = '100';
  fire(size, 'change');
  same(view.get().minsize, '100');
  size.value = 'many';
  fire(size, 'change');
  same(view.get().minsize, undefined);
  type($('#customer'), ' C1 ');
  press($('#customer'), 'Enter');
  same([view.get().customer, $('#customer').value], [['C1'], '']);
}
