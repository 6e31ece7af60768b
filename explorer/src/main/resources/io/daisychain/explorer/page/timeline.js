// The whole time that there is, and the part of it that the picture shows.

import * as view from './view.js';
import { ask, newest } from './server.js';
import { fill, nanosOf, number, table } from './words.js';

const svg = d3.select('#timeline');
const LEFT = 74; const RIGHT = 10; const HEIGHT = 58;
let axis; let data = null; let silent = false; let brush; let bars; let brushLayer;

export function begin(given) {
  axis = given.axis;
  bars = svg.append('g').attr('transform', `translate(${LEFT},4)`);
  brushLayer = svg.append('g').attr('transform', `translate(${LEFT},4)`).attr('class', 'brush');
  brush = d3.brushX().on('brush', moved).on('end', moved);
  new ResizeObserver(() => { asked = ''; draw(); }).observe(svg.node().parentNode);
  document.querySelector('.time details').addEventListener('toggle', asTable);
}

const width = () => Math.max(60, svg.node().parentNode.clientWidth - LEFT - RIGHT);

let asked = '';
export function draw() {
  const parts = Math.max(20, Math.min(600, Math.round(width() / 3)));
  const wanted = `${view.ofFilters()}&parts=${parts}`;
  if (wanted === asked) { place(); return; }
  asked = wanted;
  newest('timeline', async (overtaken) => {
    const answer = await ask('timeline', wanted);
    if (overtaken()) return;
    data = answer;
    paint();
  });
}

export function again() { asked = ''; draw(); }

function paint() {
  const w = width();
  svg.attr('width', w + LEFT + RIGHT).attr('height', HEIGHT + 18);
  bars.selectAll('*').remove();
  const most = Math.max(1, d3.max(data.counts));
  const y = d3.scaleSqrt().domain([0, most]).range([0, HEIGHT]);
  const each = w / data.counts.length;
  data.counts.forEach((count, i) => {
    if (!count) return;
    const high = Math.max(1, y(count));
    bars.append('rect').attr('class', 'bar').attr('x', i * each).attr('width', Math.max(1, each - 0.6)).attr('y', HEIGHT - high).attr('height', high);
    if (data.faulty[i]) {
      const part = Math.max(2, y(data.faulty[i]));
      bars.append('rect').attr('class', 'fault').attr('x', i * each).attr('width', Math.max(1, each - 0.6)).attr('y', HEIGHT - part).attr('height', part);
    }
  });
  const scale = axis.scale(axis.first, axis.last, w);
  const { ticks, gaps } = axis.ticks(scale);
  let right = -99;
  for (const tick of ticks) {
    const at = scale(tick.t);
    if (at - right < 42) continue;
    bars.append('text').attr('x', at).attr('y', HEIGHT + 13).attr('text-anchor', 'middle').text(tick.text);
    right = at;
  }
  for (const gap of gaps) bars.append('line').attr('class', 'gap').attr('x1', scale(gap)).attr('x2', scale(gap)).attr('y1', 0).attr('y2', HEIGHT);
  brush.extent([[0, 0], [w, HEIGHT]]);
  place();
  asTable();
}

function place() {
  if (!data) return;
  const scale = axis.scale(axis.first, axis.last, width());
  const s = view.get();
  const at = (text) => scale(axis.offset(nanosOf(text)));
  silent = true;
  brushLayer.call(brush);
  brushLayer.call(brush.move, s.from || s.to ? [s.from ? Math.max(0, at(s.from)) : 0, s.to ? Math.min(width(), at(s.to)) : width()] : null);
  silent = false;
}

function moved(event) {
  if (silent || !event.sourceEvent) return;
  if (!event.selection) { view.set({ from: null, to: null }); return; }
  const scale = axis.scale(axis.first, axis.last, width());
  view.set({ from: axis.text(scale.invert(event.selection[0])), to: axis.text(scale.invert(event.selection[1])) }, true);
}

function asTable() {
  const details = document.querySelector('.time details');
  if (!details.open || !data) return;
  const scale = axis.scale(axis.first, axis.last, data.counts.length);
  const step = Math.max(1, Math.round(data.counts.length / 48));
  const rows = [];
  for (let i = 0; i < data.counts.length; i += step) {
    const counts = d3.sum(data.counts.slice(i, i + step));
    const faulty = d3.sum(data.faulty.slice(i, i + step));
    if (counts) rows.push([axis.text(scale.invert(i)).slice(0, 19).replace('T', ' '), number(counts), number(faulty)]);
  }
  fill(document.getElementById('timeline-table'), table('Events over time, UTC', ['From', 'Events', 'With a fault'], rows));
}
