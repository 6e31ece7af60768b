// The path of a lifecycle: its prices over time, the market behind them, and below a lane for each
// firm with all its events, also those that have no price.

import { valueText } from './axes.js';
import { runs } from './picture.js';
import { direction, price } from './words.js';

const FOLD = 26;
const MOST_FOLDS = 4;
const MUCH = 4;
const MOST_LANES = 9;
const LANE = 16;
const LEFT = 62;
const RIGHT = 10;

// Places of times. A gap of several times all shorter ones together would leave nothing to see of
// these: it is folded to a few pixels.
export function foldedScale(times, left, right) {
  const sorted = [...new Set(times.map(String))].map(BigInt).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const gaps = sorted.slice(1).map((to, i) => ({ from: sorted[i], to, wide: Number(to - sorted[i]), folded: false }));
  const bySize = [...gaps].sort((a, b) => b.wide - a.wide);
  let rest = gaps.reduce((sum, gap) => sum + gap.wide, 0);
  for (const gap of bySize.slice(0, MOST_FOLDS)) {
    rest -= gap.wide;
    if (gaps.length === 1 || gap.wide <= MUCH * rest) { rest += gap.wide; break; }
    gap.folded = true;
  }
  const folds = gaps.filter((gap) => gap.folded);
  const room = Math.max(20, right - left - folds.length * FOLD);
  let at = left;
  for (const gap of gaps) {
    gap.begin = at;
    at += gap.folded ? FOLD : rest > 0 ? (gap.wide / rest) * room : 0;
    gap.end = at;
  }
  const place = (nanos) => {
    if (!gaps.length) return (left + right) / 2;
    if (nanos <= sorted[0]) return left;
    const gap = gaps.find((one) => nanos <= one.to);
    return gap ? gap.begin + (Number(nanos - gap.from) / gap.wide) * (gap.end - gap.begin) : gaps[gaps.length - 1].end;
  };
  place.folds = folds;
  place.first = sorted[0];
  place.last = sorted[sorted.length - 1];
  place.parts = gaps.filter((gap) => !gap.folded);
  place.each = rest > 0 ? rest / room : 0;
  return place;
}

const STEPS = [1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 5e9, 1e10, 3e10, 6e10, 3e11, 6e11, 18e11, 36e11, 108e11, 216e11, 864e11, 8640e11];

function label(nanos, step) {
  const text = new Date(Number(nanos / 1000000n)).toISOString();
  if (step >= 864e11) return text.slice(5, 10);
  if (step >= 6e10) return text.slice(11, 16);
  if (step >= 1e9) return text.slice(11, 19);
  return step >= 1e6 ? text.slice(17, 23) : `${text.slice(17, 23)}${String(nanos % 1000000n).padStart(6, '0').slice(0, 3)}`;
}

// Round times within what is not folded, and the first after each fold, where there is room.
function ticks(x) {
  const step = STEPS.find((one) => one / (x.each || 1) >= 70) || STEPS[STEPS.length - 1];
  const all = [x.first, ...x.folds.map((fold) => fold.to)].map((nanos) => ({ nanos, first: true }));
  const every = BigInt(step);
  for (const part of x.parts) {
    for (let t = (part.from / every + 1n) * every; t <= part.to; t += every) all.push({ nanos: t });
  }
  const kept = [];
  for (const tick of all) {
    const at = x(tick.nanos);
    if (kept.every((one) => Math.abs(one.at - at) >= 58)) kept.push({ at, text: label(tick.nanos, tick.first ? Math.min(Math.max(step, 1e9), 6e10) : step) });
  }
  return kept;
}

const looks = (event) => `${{ 1: 'buy', '-1': 'sell', 0: 'other' }[direction(event.side)]} ${event.fill ? 'fill' : ''}`;

// Draws it; gives the places of times, or null where no event has any.
export function drawPath(place, { list, market, axis, width, select }) {
  const timed = list.filter((event) => event.nanos).map((event) => ({ event, nanos: BigInt(event.nanos), value: Number(event.price) || Number(event.limit) || NaN }));
  if (!timed.length) { place.replaceChildren(); return null; }
  const firms = [...new Set(timed.map((one) => one.event.reporter || 'no firm'))];
  const lanes = firms.length > MOST_LANES ? [...firms.slice(0, MOST_LANES - 1), `${firms.length - MOST_LANES + 1} more`] : firms;
  const laneOf = (event) => Math.min(firms.indexOf(event.reporter || 'no firm'), lanes.length - 1);
  const top = 8; const high = 148;
  const first = high + 30;
  const height = first + lanes.length * LANE + 4;
  const x = foldedScale(timed.map((one) => one.nanos), LEFT, width - RIGHT);
  const valued = timed.filter((one) => Number.isFinite(one.value));
  const values = valued.map((one) => one.value);
  const quotes = market ? runs(market.quotes) : [];
  const middle = d3.median(values);
  for (const run of quotes) for (const quote of run) if (!values.length || Math.abs(quote[1] - middle) < Math.abs(middle) * 0.5) values.push(quote[1], quote[2]);
  const [low, most] = values.length ? d3.extent(values) : [0, 1];
  const room = (most - low) * 0.08 || Math.abs(most) * 0.005 || 0.01;
  const y = d3.scaleLinear().domain([low - room, most + room]).range([high, top]);
  const svg = d3.create('svg').attr('width', width).attr('height', height).attr('role', 'img')
    .attr('aria-label', `Prices of the lifecycle over time${quotes.length ? ', with bid and ask' : ''}, and a lane for each of ${firms.length} firms; the table of events has the same`);
  const line = (name, x1, y1, x2, y2) => svg.append('line').attr('class', name).attr('x1', x1).attr('y1', y1).attr('x2', x2).attr('y2', y2);
  const text = (words, at, down, anchor) => svg.append('text').attr('x', at).attr('y', down).attr('text-anchor', anchor).text(words);
  for (const value of y.ticks(5)) {
    line('grid', LEFT, y(value), width - RIGHT, y(value));
    text(valueText('price', value), LEFT - 6, y(value) + 4, 'end');
  }
  for (const tick of ticks(x)) text(tick.text, Math.max(LEFT, Math.min(width - 26, tick.at)), high + 16, 'middle');
  for (const fold of x.folds) {
    const at = (fold.begin + fold.end) / 2;
    line('fold', at, top, at, height);
    svg.append('title').text('A long time without an event is left out at dashed lines.');
  }
  if (market) {
    const scale = axis.scale(axis.offset(market.fromNanos), axis.offset(market.toNanos), 1);
    const shift = (across) => x(axis.base + BigInt(Math.round(scale.invert(across))));
    for (const run of quotes) {
      svg.append('path').attr('class', 'nbbo').attr('d', d3.area().curve(d3.curveStepAfter).x((d) => shift(d[0])).y0((d) => y(d[1])).y1((d) => y(d[2]))(run));
      for (const [i, name] of [[1, 'bid'], [2, 'ask']]) svg.append('path').attr('class', name).attr('d', d3.line().curve(d3.curveStepAfter).x((d) => shift(d[0])).y((d) => y(d[i]))(run));
    }
  }
  lanes.forEach((firm, i) => {
    const down = first + i * LANE;
    line('lane', LEFT, down, width - RIGHT, down);
    text(firm.length > 8 ? `${firm.slice(0, 7)}…` : firm, LEFT - 6, down + 4, 'end').append('title').text(firm);
  });
  const byId = new Map(timed.map((one) => [one.event.id, one]));
  for (const one of timed) {
    for (const parent of one.event.parents) {
      const above = byId.get(parent);
      if (!above) continue;
      if (Number.isFinite(above.value) && Number.isFinite(one.value)) line('edge', x(above.nanos), y(above.value), x(one.nanos), y(one.value));
      const [from, to] = [laneOf(above.event), laneOf(one.event)];
      if (from !== to) line('hop', x(above.nanos), first + from * LANE, x(one.nanos), first + to * LANE);
    }
  }
  line('cursor', 0, top, 0, height);
  const dot = (one, down, r) => {
    svg.append('circle').attr('class', `dot ${looks(one.event)}`).attr('cx', x(one.nanos)).attr('cy', down).attr('r', r)
      .attr('data-id', one.event.id).on('click', () => select(one.event.id))
      .append('title').text(`${one.event.type} ${one.event.reporter || ''} ${price(one.event.fill ? one.event.price : one.event.limit)}`);
    if (one.event.status) svg.append('circle').attr('class', 'ring').attr('cx', x(one.nanos)).attr('cy', down).attr('r', r + 3);
  };
  for (const one of timed) {
    dot(one, first + laneOf(one.event) * LANE, one.event.fill ? 3.6 : 3);
    if (Number.isFinite(one.value)) dot(one, y(one.value), one.event.fill ? 4.5 : 3.5);
  }
  place.replaceChildren(svg.node());
  return x;
}
