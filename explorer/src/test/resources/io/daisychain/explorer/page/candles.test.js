import { same } from './browser.js';
import { paintTrades, paintWindows, valueAt } from './candles.js';

const layer = () => d3.select(document.createElement('div'));
const y = (value) => 100 - value;
const all = (of, selector, ...names) => [...of.node().querySelectorAll(selector)].map((one) => names.map((name) => one.getAttribute(name)).join(' '));

export function aPolynomialHasItsValues() {
  same([valueAt([3, 2, 1], 0), valueAt([3, 2, 1], 1), valueAt([3, 2, 1], 0.5), valueAt([], 1)], [3, 6, 4.25, 0]);
}

export function tradesAreCandles() {
  const of = layer();
  paintTrades(of, [[0.125, 0.125, 10, 14, 9, 12, 500, 3], [0.25, 0.0078125, 12, 12, 12, 11, 1, 1]], 800, y);
  same(all(of, 'line', 'class', 'x1', 'y1', 'y2'), ['up 150 86 91', 'down 203.125 88 88']);
  same(all(of, 'rect', 'class', 'x', 'width', 'y', 'height'), ['up 147 6 88 2', 'down 200.9375 4.375 88 1']);
}

export function aWindowHasItsFitAndALineToItsForecast() {
  const of = layer();
  paintWindows(of, [[0.125, 0.25, 10, 14, 9, 12, 0.3125, 13, 10, 2, null, null, null, null]], 800, y);
  same(all(of, 'rect', 'class', 'x', 'width'), ['up window 110 80']);
  const [fit, forecast] = all(of, 'path', 'class', 'd');
  same([fit.startsWith('fit M100,90L'), fit.endsWith('200,88'), fit.split('L').length], [true, true, 13]);
  same(forecast, 'forecast M200,88L250,87');
  same(all(of, 'circle', 'class', 'cx', 'cy'), ['forecast 250 87']);
}

export function whatAWindowLacksIsNotDrawn() {
  const of = layer();
  paintWindows(of, [[0, 0.1, 1, 1, 1, 1, 0.2, null, null, null], [0.1, 0.2, 1, 1, 1, 1, null, 2, 1, 0]], 1000, y);
  same(['rect', '.fit', '.forecast'].map((one) => of.node().querySelectorAll(one).length), [2, 1, 0]);
}
