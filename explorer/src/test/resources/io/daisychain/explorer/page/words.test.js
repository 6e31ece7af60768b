import { $, same, press, texts } from './browser.js';
import { clock, compact, day, dialog, direction, el, fill, iso, nanosOf, number, price, rove, side, size, table } from './words.js';

export function valuesStayText() {
  const node = el('p', { class: 'a', title: '<b>', hidden: true, id: null, lang: false }, '<i>1</i>', null, ['x', el('b', {}, 'y')], undefined);
  same(node.textContent, '<i>1</i>xy');
  same(node.children.length, 1);
  same([node.className, node.title, node.hidden, node.hasAttribute('id'), node.hasAttribute('lang')], ['a', '<b>', true, false, false]);
  fill(node, null, 'z');
  same(node.textContent, 'z');
}

export function numbersAreForPeople() {
  same([number(1234567), compact(9999), compact(12345), compact(1200000)], ['1,234,567', '9,999', '12.3K', '1.2M']);
  same([price('100.500'), price('x'), price(null), size('1234.50'), size(0)], ['100.5', 'x', '', '1,234.5', '0']);
}

export function sidesHaveWordsAndDirections() {
  same(['1', '5', 'B', '', null].map(side), ['Buy', 'Sell short', 'Side B', 'No side', 'No side']);
  same(['1', '3', '2', '6', '8', '', null].map(direction), [1, 1, -1, -1, 0, 0, 0]);
}

export function timesKeepTheirNanoseconds() {
  same(iso(1773655200123456789n), '2026-03-16T10:00:00.123456789Z');
  same(iso(-1n), '1969-12-31T23:59:59.999999999Z');
  for (const nanos of [0n, -1n, 1773655200123456789n]) same(nanosOf(iso(nanos)), nanos);
  same([nanosOf('2026-03-16T10:00:00.5Z'), nanosOf('17')], [1773655200500000000n, 17n]);
  same([clock('2026-03-16T10:00:00.123456789Z'), clock('2026-03-16T10:00:00.12Z', 6), clock('2026-03-16T10:00:00Z', 0), clock('')], ['10:00:00.123', '10:00:00.120000', '10:00:00', '']);
  same([day('2026-03-16T10:00:00Z'), day(null)], ['2026-03-16', '']);
}

export function arrowsMoveAmongControlsOfOneStop() {
  const list = document.body.appendChild(el('div', {}, ['a', 'b', 'c', 'd'].map((name) => el('button', { hidden: name === 'c' }, name))));
  const [a, b, c, d] = list.children;
  const stops = () => [...list.children].filter((one) => one.tabIndex === 0).map((one) => one.textContent).join('');
  rove(list, 'button');
  same(stops(), 'a');
  a.focus();
  same(press(a, 'ArrowDown').defaultPrevented, true);
  same([document.activeElement.textContent, stops()], ['b', 'b']);
  press(b, 'ArrowRight');
  same(stops(), 'd'); // c cannot be seen
  press(d, 'ArrowDown');
  same(stops(), 'd');
  press(d, 'Home');
  press(a, 'ArrowUp');
  same(stops(), 'a');
  press(a, 'End');
  same(stops(), 'd');
  same(press(d, 'x').defaultPrevented, false);
  document.body.focus();
  rove(list, 'button'); // the stop stays when it is called anew
  same(stops(), 'd');
  c.remove(); d.remove();
  rove(list, 'button');
  same(stops(), 'a');
}

export function tablesHaveCaptionAndHeads() {
  const cell = el('td', {}, 'own');
  const node = table('All', ['One', 'Two'], [['1', null], [cell, 2]]);
  same(texts(node.querySelectorAll('th')), ['One', 'Two']);
  same(texts(node.querySelectorAll('td')), ['1', '', 'own', '2']);
  same([node.querySelector('caption').textContent, node.querySelector('th').getAttribute('scope')], ['All', 'col']);
}

export function aDialogOpensOnce() {
  dialog('Title', el('p', {}, 'body'));
  dialog('Other', 'more');
  same([$('#dialog-title').textContent, $('#dialog-body').textContent, $('#dialog').open], ['Other', 'more', true]);
}
