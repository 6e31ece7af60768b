import { same, texts } from './browser.js';
import { TimeAxis } from './axes.js';
import { drawPath, foldedScale } from './path.js';

const big = (...all) => all.map(BigInt);

export function aLongGapIsFolded() {
  const x = foldedScale(big(0, 10, 20, 1000, 1010), 0, 126);
  same(x.folds.map((fold) => [fold.from, fold.to, Math.round(fold.end - fold.begin)]), [[20n, 1000n, 26]]);
  same([0, 10, 20, 1000, 1010].map((one) => Math.round(x(BigInt(one)))), [0, 33, 67, 93, 126]);
  same([Math.round(x(510n)), x(-5n), Math.round(x(5000n))], [80, 0, 126]);
  same([x.first, x.last, x.parts.length], [0n, 1010n, 3]);
}

export function withoutLongGapsTimeIsEven() {
  const x = foldedScale(big(0, 100, 200, 200), 10, 210);
  same([x.folds.length, ...big(0, 50, 200).map(x)], [0, 10, 60, 210]);
  same(foldedScale(big(7), 0, 100)(7n), 50);
  same(foldedScale(big(0, 1e12), 0, 100).folds.length, 0); // it is all there is
}

const event = (id, seconds, more) => ({ id, nanos: String(BigInt(seconds) * 1000000000n), parents: [], type: 'NEW', side: '1', ...more });

export function aPathHasLanesEdgesAndMarks() {
  const place = document.createElement('div');
  const chosen = [];
  const list = [event('a', 0, { limit: '10', reporter: 'ALFA' }), event('b', 1, { type: 'ROUTE', reporter: 'ALFA', parents: ['a'] }),
    event('c', 2, { type: 'FILL', fill: true, price: '10.5', reporter: 'BETA', parents: ['a'], status: 'ORPHAN', side: '2' }), { id: 'd', parents: [] }];
  const x = drawPath(place, { list, market: null, axis: new TimeAxis([]), width: 400, select: (id) => chosen.push(id) });
  const count = (selector) => place.querySelectorAll(selector).length;
  same(['.lane', '.edge', '.hop', '.dot', '.ring', '.fill', '.sell'].map(count), [2, 1, 1, 5, 2, 2, 2]);
  same(texts(place.querySelectorAll('text')).filter((words) => /ALFA|BETA/.test(words)), ['ALFAALFA', 'BETABETA']);
  same([x(0n), x(2000000000n)], [62, 390]);
  place.querySelector('[data-id=c]').click();
  same(chosen, ['c']);
  same(drawPath(place, { list: [{ id: 'd', parents: [] }], market: null, width: 400 }), null);
  same(place.children.length, 0);
}

export function manyFirmsShareTheLastLane() {
  const place = document.createElement('div');
  const list = Array.from({ length: 12 }, (none, i) => event(`e${i}`, i, { reporter: `FIRM${i}` }));
  drawPath(place, { list, market: null, axis: new TimeAxis([]), width: 400, select() {} });
  same(place.querySelectorAll('.lane').length, 9);
  same(texts(place.querySelectorAll('text')).some((words) => words.startsWith('4 more')), true);
}

export function theMarketIsBehind() {
  const place = document.createElement('div');
  const axis = new TimeAxis([['0', '4000000000']]);
  const market = { fromNanos: '0', toNanos: '4000000000', quotes: [[0, 9.9, 10.1, 9.9, 10.1], [0.5, 10, 10.2, 10, 10.2]] };
  drawPath(place, { list: [event('a', 1, { limit: '10' }), event('b', 3, { limit: '10' })], market, axis, width: 400, select() {} });
  same(['.nbbo', '.bid', '.ask'].map((one) => place.querySelectorAll(one).length), [1, 1, 1]);
}
