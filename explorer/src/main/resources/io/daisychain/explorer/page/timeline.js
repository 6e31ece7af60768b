// The whole time that there is, and the part of it that the picture shows.

import * as view from './view.js';
import { ask, newest } from './server.js';
import { el, fill, nanosOf, number, table } from './words.js';

const svg = d3.select('#timeline');
const LEFT = 74; const RIGHT = 10; const HEIGHT = 58;
const said = document.getElementById('timeline-said');
let axis; let data = null; let silent = false; let brush; let all; let faults; let marks; let brushLayer;

export function begin(given) {
  axis = given.axis;
  const bars = svg.append('g').attr('transform', `translate(${LEFT},4)`);
  all = bars.append('path').attr('class', 'bar');
  faults = bars.append('path').attr('class', 'fault');
  marks = bars.append('g');
  brushLayer = svg.append('g').attr('transform', `translate(${LEFT},4)`).attr('class', 'brush');
  brush = d3.brushX().on('brush', moved).on('end', moved);
  new ResizeObserver(() => { if (data) draw(); if (data && width() !== ticked) paint(); }).observe(svg.node().parentNode);
  document.querySelector('.time details').addEventListener('toggle', asTable);
}

const width = () => Math.max(60, svg.node().parentNode.clientWidth - LEFT - RIGHT);

let asked = '';
export function draw() {
  const parts = Math.max(20, Math.min(600, Math.round(width() / 3)));
  const wanted = `${view.ofFilters()}&parts=${parts}`;
  if (wanted === asked) { place(); return; }
  asked = wanted;
  newest('timeline', async () => {
    try {
      data = await ask('timeline', wanted);
      fill(said);
      paint();
    } catch (error) {
      fill(said, el('span', { role: 'alert' }, `The timeline could not be read: ${error.message} `), el('button', { type: 'button', class: 'inline', onclick: again }, 'Try again'));
    }
  });
}

function again() { asked = ''; draw(); }

// Bars as one path: hundreds of rectangles take longer to make than to count.
function outline(counts, each, y) {
  const wide = Math.max(1, each - 0.6).toFixed(2);
  return counts.map((count, i) => (count ? `M${(i * each).toFixed(2)} ${HEIGHT}h${wide}V${(HEIGHT - y(count)).toFixed(1)}h-${wide}z` : '')).join('');
}

function paint() {
  const w = width();
  svg.attr('width', w + LEFT + RIGHT).attr('height', HEIGHT + 18);
  const most = Math.max(1, d3.max(data.counts));
  const y = d3.scaleSqrt().domain([0, most]).range([0, HEIGHT]);
  const each = w / data.counts.length;
  all.attr('d', outline(data.counts, each, (count) => Math.max(1, y(count))));
  faults.attr('d', outline(data.faulty, each, (count) => Math.max(2, y(count))));
  if (w !== ticked) ticks(w);
  place();
  asTable();
}

let ticked = 0;
function ticks(w) {
  ticked = w;
  marks.selectAll('*').remove();
  const scale = axis.scale(axis.first, axis.last, w);
  const { ticks: times, gaps } = axis.ticks(scale);
  let right = -99;
  for (const tick of times) {
    const at = scale(tick.t);
    if (at - right < 42) continue;
    marks.append('text').attr('x', at).attr('y', HEIGHT + 13).attr('text-anchor', 'middle').text(tick.text);
    right = at;
  }
  for (const gap of gaps) marks.append('line').attr('class', 'gap').attr('x1', scale(gap)).attr('x2', scale(gap)).attr('y1', 0).attr('y2', HEIGHT);
  brushLayer.call(brush.extent([[0, 0], [w, HEIGHT]]));
}

function place() {
  if (!data) return;
  const scale = axis.scale(axis.first, axis.last, width());
  const s = view.get();
  const at = (text) => scale(axis.offset(nanosOf(text)));
  const wanted = s.from || s.to ? [s.from ? Math.max(0, at(s.from)) : 0, s.to ? Math.min(width(), at(s.to)) : width()] : null;
  const now = d3.brushSelection(brushLayer.node());
  if (now && wanted ? now.every((v, i) => Math.abs(v - wanted[i]) < 0.5) : now === wanted) return;
  silent = true;
  brushLayer.call(brush.move, wanted);
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
