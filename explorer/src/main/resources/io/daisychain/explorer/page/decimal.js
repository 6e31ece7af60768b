// Decimals to their last digit. They come as text: a script's number has some sixteen digits.

const DIGITS = 10;
export const UNIT = 10n ** BigInt(DIGITS);

// Whole units of the tenth digit after the point; null for what is no decimal.
export function units(text) {
  const found = /^([+-]?)(\d+)(?:\.(\d*))?$/.exec(String(text ?? '').trim());
  if (!found) return null;
  const all = BigInt(found[2]) * UNIT + BigInt((found[3] || '').slice(0, DIGITS).padEnd(DIGITS, '0'));
  return found[1] === '-' ? -all : all;
}

// Units as text, without zeros that say nothing.
export function textOf(all) {
  const positive = all < 0n ? -all : all;
  const part = String(positive % UNIT).padStart(DIGITS, '0').replace(/0+$/, '');
  return `${all < 0n ? '-' : ''}${positive / UNIT}${part && '.'}${part}`;
}

// The same with commas between thousands.
export const grouped = (text) => String(text).replace(/^([+-]?)(\d+)/, (all, sign, whole) => sign + whole.replace(/\B(?=(\d{3})+$)/g, ','));

// A quotient of units, rounded half up to so many digits.
export function quotient(worth, shares, digits) {
  const scale = 10n ** BigInt(digits);
  const twice = (2n * worth * scale) / shares;
  const rounded = (twice + (twice < 0n ? -1n : 1n)) / 2n;
  const positive = rounded < 0n ? -rounded : rounded;
  const part = String(positive % scale).padStart(digits, '0').replace(/0+$/, '');
  return `${rounded < 0n ? '-' : ''}${positive / scale}${part && '.'}${part}`;
}
