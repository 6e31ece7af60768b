import { same } from './browser.js';
import { TimeAxis, drawAxes, valueScale, valueText } from './axes.js';

const HOUR = 3600e9;
const at = (hour) => String(BigInt(Date.parse('2026-03-16T00:00:00Z')) * 1000000n + BigInt(hour * HOUR));
const days = () => new TimeAxis([[at(10), at(16)], [at(34), at(40)]]); // 10 to 16 h of two days

export function hoursWithoutEventsHaveNoRoom() {
  const axis = days();
  same([axis.first, axis.last], [0, 30 * HOUR]);
  same([5, 6, 20, 24, 27, 99].map((hour) => axis.place(hour * HOUR) / HOUR), [5, 6, 6, 6, 9, 12]);
  same([0, 5, 6, 9, 12].map((place) => axis.time(place * HOUR) / HOUR), [0, 5, 24, 27, 30]);
  same([axis.text(24 * HOUR), axis.offset(at(34)) / HOUR], ['2026-03-17T10:00:00.000000000Z', 24]);
  same(new TimeAxis([]).last, 1e9);
}

export function aScaleGoesThereAndBack() {
  const scale = days().scale(0, 30 * HOUR, 1200);
  same([0, 6, 24, 30].map((hour) => scale(hour * HOUR)), [0, 600, 600, 1200]);
  for (const x of [0, 100, 599, 601, 1100]) same(Math.round(scale(scale.invert(x))), x);
}

export function ticksAreAtRoundTimesAndGapsAreTold() {
  const axis = days();
  const { ticks, gaps } = axis.ticks(axis.scale(0, 30 * HOUR, 1200));
  same(ticks.map((tick) => tick.text), ['10:00', '11:00', '12:00', '13:00', '14:00', '15:00', '16:00', '10:00', '11:00', '12:00', '13:00', '14:00', '15:00', '16:00']);
  same(gaps.map((gap) => gap / HOUR), [24]);
  const near = axis.ticks(axis.scale(0, 5e6, 1000)).ticks; // milliseconds
  same(near.slice(0, 2).map((tick) => tick.text), ['00.000', '00.001']);
  same(axis.ticks(axis.scale(0, 30e9, 400)).ticks.map((tick) => tick.text), ['10:00:00', '10:00:10', '10:00:20', '10:00:30']);
}

export function valuesAreInTheirUnits() {
  same([0.0123, -0.5, 0].map((value) => valueText('return', value)), ['+1.23 %', '-50 %', '0 %']);
  same([5e-6, 0.25, 90, 600].map((value) => valueText('latency', value)), ['5 µs', '250 ms', '90 s', '10 min']);
  same([0, 1, 0.5].map((value) => valueText('place', value)), ['bid', 'ask', '0.5']);
  same(valueText('price', 0.1 + 0.2), '0.3');
}

export function anAxisIsDrawnWithItsGap() {
  const axis = days();
  const svg = d3.create('svg');
  drawAxes(svg, axis, axis.scale(0, 30 * HOUR, 1200), valueScale({ low: -1, high: 1 }, 400), 'return', 1200, 400);
  const words = [...svg.node().querySelectorAll('text')].map((one) => one.textContent);
  same(words.includes('0 %') && words.includes('2026-03-16 UTC') && words.includes('03-17'), true);
  same(svg.node().querySelectorAll('line.zero').length, 1);
  drawAxes(svg, axis, axis.scale(0, 30 * HOUR, 1200), valueScale({ low: 1, high: 1000, log: true }, 400), 'price', 1200, 400);
  same(svg.node().querySelectorAll('g.axis').length, 2);
  same([...svg.node().querySelectorAll('text')].some((one) => one.textContent === '100'), true);
}
