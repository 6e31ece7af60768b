// Axes: time with its long gaps left out, and values, equal or by ratio.

import { iso } from './words.js';

const STEPS = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 5e6, 1e7, 5e7, 1e8, 5e8, 1e9, 5e9, 1e10, 15e9, 3e10, 6e10, 3e11,
  6e11, 9e11, 18e11, 36e11, 72e11, 144e11, 216e11, 432e11, 864e11];

// Time as nanoseconds since the first moment, by stretches of the axis.
export class TimeAxis {
  constructor(stretches) {
    this.base = stretches.length ? BigInt(stretches[0][0]) : 0n;
    let place = 0;
    this.parts = stretches.map(([from, to]) => {
      const begin = Number(BigInt(from) - this.base);
      const part = { begin, end: Number(BigInt(to) - this.base), place };
      place += part.end - part.begin;
      return part;
    });
    if (!this.parts.length) this.parts.push({ begin: 0, end: 1e9, place: 0 });
  }
  get first() { return this.parts[0].begin; }
  get last() { return this.parts[this.parts.length - 1].end; }
  offset(nanos) { return Number(BigInt(nanos) - this.base); }
  text(offset) { return iso(this.base + BigInt(Math.round(offset))); }
  place(offset) {
    for (const part of this.parts) if (offset < part.end) return part.place + Math.max(0, offset - part.begin);
    const last = this.parts[this.parts.length - 1];
    return last.place + last.end - last.begin;
  }
  time(place) {
    for (const part of this.parts) if (place < part.place + part.end - part.begin) return part.begin + place - part.place;
    return this.last;
  }
  // A scale between pixels and offsets.
  scale(from, to, width) {
    const low = this.place(from);
    const span = Math.max(1, this.place(to) - low);
    const scale = (offset) => ((this.place(offset) - low) / span) * width;
    scale.invert = (x) => this.time(low + (x / width) * span);
    scale.from = from; scale.to = to; scale.width = width;
    return scale;
  }
  // Times at round numbers, and where a gap was left out.
  ticks(scale) {
    const low = this.place(scale.from);
    const span = Math.max(1, this.place(scale.to) - low);
    const step = STEPS.find((one) => span / one <= scale.width / 92) || 864e11;
    const zero = Number(this.base % 86400000000000n);
    const ticks = [];
    const gaps = [];
    for (const part of this.parts) {
      const begin = Math.max(part.begin, scale.from);
      const end = Math.min(part.end, scale.to);
      if (begin >= end) continue;
      if (part.begin > scale.from && part.place > 0) gaps.push(part.begin);
      for (let t = Math.ceil((begin + zero) / step) * step - zero; t <= end; t += step) ticks.push({ t, text: label(this.text(t), step) });
    }
    return { ticks, gaps };
  }
}

function label(text, step) {
  if (step >= 6e10) return text.slice(11, 16);
  if (step >= 1e9) return text.slice(11, 19);
  const digits = step >= 1e6 ? 3 : step >= 1e3 ? 6 : 9;
  return text.slice(17, 20 + digits);
}

export function valueScale(frame, height) {
  const scale = frame.log ? d3.scaleLog() : d3.scaleLinear();
  return scale.domain([frame.low, frame.high]).range([height, 0]);
}

export function valueText(measure, value) {
  if (measure === 'return') return `${value > 0 ? '+' : ''}${Number((value * 100).toPrecision(4))} %`;
  if (measure === 'latency') {
    const abs = Math.abs(value);
    if (abs < 1e-3) return `${Number((value * 1e6).toPrecision(3))} µs`;
    if (abs < 1) return `${Number((value * 1e3).toPrecision(3))} ms`;
    if (abs < 120) return `${Number(value.toPrecision(3))} s`;
    return `${Number((value / 60).toPrecision(3))} min`;
  }
  if (measure === 'place') return value === 0 ? 'bid' : value === 1 ? 'ask' : String(Number(value.toPrecision(3)));
  return String(Number(value.toPrecision(12)));
}

// Draws both axes into an SVG group.
export function drawAxes(svg, axis, x, y, measure, width, height) {
  svg.selectAll('g.axis').remove();
  const { ticks, gaps } = axis.ticks(x);
  const bottom = svg.insert('g', ':first-child').attr('class', 'axis').attr('transform', `translate(0,${height})`);
  let right = -1e9;
  for (const tick of ticks) {
    const at = x(tick.t);
    if (at - right < 40) continue;
    bottom.append('line').attr('class', 'grid').attr('x1', at).attr('x2', at).attr('y1', -height).attr('y2', 0);
    bottom.append('text').attr('x', at).attr('y', 16).attr('text-anchor', 'middle').text(tick.text);
    right = at;
  }
  let day = axis.text(x.from + 1).slice(0, 10);
  let free = 110;
  for (const gap of gaps) {
    const at = x(gap);
    const date = axis.text(gap + 30e9).slice(0, 10);
    bottom.append('line').attr('class', 'gap').attr('x1', at).attr('x2', at).attr('y1', -height).attr('y2', 6);
    if (date !== day && at > free && at < width - 40) {
      bottom.append('text').attr('class', 'gap').attr('x', at + 4).attr('y', -height + 12).text(date.slice(5));
      free = at + 44;
    }
    day = date;
  }
  bottom.append('text').attr('class', 'gap').attr('x', 4).attr('y', -height + 12).text(axis.text(x.from + 1).slice(0, 10) + ' UTC');
  const left = svg.insert('g', ':first-child').attr('class', 'axis');
  let values = y.ticks(Math.max(2, height / 45));
  if (y.base && values.length > height / 22) values = values.filter((v) => /^1/.test(v.toExponential()));
  for (const value of values) {
    left.append('line').attr('class', value === 0 && measure === 'return' ? 'zero' : 'grid').attr('x1', 0).attr('x2', width).attr('y1', y(value)).attr('y2', y(value));
    left.append('text').attr('x', -8).attr('y', y(value)).attr('dy', '0.32em').attr('text-anchor', 'end').text(valueText(measure, value));
  }
}
