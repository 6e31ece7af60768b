import { same } from './browser.js';
import { UNIT, grouped, quotient, textOf, units } from './decimal.js';

export function decimalsKeepEveryDigit() {
  for (const text of ['0', '1', '-1', '0.1', '100.25', '-0.0000000001', '12345678901234567890.0123456789']) same(textOf(units(text)), text);
  same(textOf(units('+1.500')), '1.5');
  same(textOf(units('1.23456789019')), '1.2345678901');
}

export function whatIsNoDecimalHasNoUnits() {
  for (const text of ['', null, undefined, '1e5', '.5', '1,000', 'NaN', '1.2.3']) same(units(text), null);
}

export function thousandsHaveCommasInFrontOfThePointAlone() {
  same(['1', '999', '1000', '-1234567.1234567', '1000000'].map(grouped), ['1', '999', '1,000', '-1,234,567.1234567', '1,000,000']);
}

export function quotientsAreRoundedHalfUp() {
  const of = (worth, shares, digits = 4) => quotient(units(worth), units(shares), digits);
  same(of('10', '4'), '2.5');
  same(of('2', '3'), '0.6667');
  same(of('1', '8', 2), '0.13');
  same(of('-1', '8', 2), '-0.13');
  same([of('-1', '3', 0), of('-2', '3', 0)], ['0', '-1']);
  same(quotient(10n * UNIT, 3n * UNIT, 2), '3.33');
}
