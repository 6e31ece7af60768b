// The picture: density where events are many, marks where they are few, the market behind.

import * as view from './view.js';
import { newest, ask, askPicture } from './server.js';
import { drawAxes, valueScale } from './axes.js';
import { paintTrades, paintWindows } from './candles.js';
import { paintMarks, radius } from './marks.js';
import { compact, clock, day, el, fill, nanosOf, nextFrame, number, price, side } from './words.js';

const MARGIN = { left: 74, right: 10, top: 8, bottom: 26 };
const canvas = document.getElementById('events');
const overlay = d3.select('#overlay');
const tip = document.getElementById('tip');
const cover = document.getElementById('cover');
const plot = document.getElementById('plot');
const words = document.getElementById('picture-words');

let about; let axis; let palette; let open; let recount; let rest; let layered; let drawn = null; let band = null;
let cursor = null; let highlighted = []; let corner = null;
const layer = overlay.append('g').attr('transform', `translate(${MARGIN.left},${MARGIN.top})`);
const bandLayer = layer.append('g').attr('class', 'band');
const pathLayer = layer.append('g').attr('class', 'chosen');
const brushLayer = layer.append('g').attr('class', 'brush');
const crossLayer = layer.append('g').attr('class', 'cross');
let brush; let silent = false;

// Asked for anew when it changes alone: to be told, the browser would lay out the page at once.
let room = null;
const size = () => (room ||= {
  width: Math.max(50, Math.round(plot.clientWidth - MARGIN.left - MARGIN.right)),
  height: Math.max(50, Math.round(plot.clientHeight - MARGIN.top - MARGIN.bottom)),
});

// Pixels of a cell: where events are few a cell of one pixel can hardly be seen, and on a large
// screen, which is looked at from further away, one of two can not.
const grain = () => (size().width > 2600 ? 2 : size().width > 1700 ? 1.5 : 1);
const fine = () => Math.ceil((about.events > 2e6 ? 1 : 2) * grain());

export function begin(given) {
  ({ about, axis, palette, open, recount, rest, layered } = given);
  brush = d3.brush().on('brush', brushed).on('end', ended).handleSize(8)
    .filter((event) => !event.ctrlKey && !event.button);
  new ResizeObserver(resized).observe(plot);
  canvas.addEventListener('keydown', key);
  plot.addEventListener('wheel', wheel, { passive: false });
  brushLayer.on('pointermove', hover).on('pointerleave', () => { tip.hidden = true; });
}

export const colours = (given) => { palette = given; shades = null; if (drawn) paint(); };

// The set of windows that is shown, as a layer is named; the first where none is.
export const windowsOf = (on) => [...on].find((one) => one.startsWith('windows'))?.replace(/^windows:?/, '').replace(/^$/, 'first');
export const sets = () => (band?.sets ? { all: band.sets, now: band.set } : { all: [] });

const layers = () => new Set((view.get().layers ?? 'quotes').split(','));
const symbol = () => (view.get().symbol.length === 1 && view.get().symbol[0] ? view.get().symbol[0] : null);
const hasBand = () => about.market && symbol() && (view.get().y || 'return') === 'price';

let asked = ''; let under = 0; let pending = null;
// Draws the view's picture if it is another; false if there is nothing to ask.
export function draw() {
  const { width, height } = size();
  const wanted = `${view.ofPicture()}&w=${Math.ceil(width / fine())}&h=${Math.ceil(height / fine())}`;
  if (wanted === asked) { place(); return false; }
  asked = wanted;
  const measure = view.get().y || 'return';
  under++;
  newest('picture', async (overtaken) => {
    const began = performance.now();
    try {
      const answer = await askPicture(wanted);
      if (!overtaken()) recount();
      cover.hidden = true;
      take(answer, width, height, measure);
      pending = nextFrame();
      performance.measure('picture', { start: began });
    } catch (error) {
      fail(error);
      if (!overtaken()) recount();
    }
  }, () => { under--; rest(); });
  market(wanted);
  return true;
}

// Waits until the picture that came last is in a frame: what comes meanwhile would delay it.
export const framed = async () => { await pending; pending = null; };

export const busy = () => under > 0;

function resized() {
  room = null;
  const { width, height } = size();
  if (!draw() && drawn && (drawn.width !== width || drawn.height !== height)) { Object.assign(drawn, scales(drawn.frame, width, height)); paint(); }
}

function market(wanted) {
  if (!hasBand()) { if (band) { band = null; paintBand(); } return; }
  newest('band', async (overtaken) => {
    band = null;
    const set = windowsOf(layers());
    if (layers().has('quotes') || layers().has('candles') || set) {
      try {
        const answer = await ask('band', `${wanted}${layers().has('candles') ? '&candles=1' : ''}${set ? `&windows=${encodeURIComponent(set)}` : ''}`);
        if (overtaken()) return;
        band = answer;
        if (set) layered();
      } catch (error) { console.warn(error); }
    }
    if (drawn) paintBand();
  });
}

export function again() { asked = ''; draw(); }

function fail(error) {
  fill(cover, el('p', { role: 'alert' }, `The picture could not be drawn: ${error.message}`),
    el('button', { type: 'button', onclick: again }, 'Try again'));
  cover.hidden = false;
}

const scales = (frame, width, height) => ({ width, height, y: valueScale(frame, height),
  x: axis.scale(axis.offset(frame.fromNanos), axis.offset(frame.toNanos), width) });

function take({ about: frame, cells }, width, height, measure) {
  drawn = { frame, cells, measure, ...scales(frame, width, height) };
  paint();
  describe();
}

function describe() {
  const { frame, measure } = drawn;
  const about1 = about.measures.find((one) => one.y === measure);
  const parts = [`${number(frame.drawn)} drawn${frame.marks ? '' : ' as density'}, by ${about1.words}`];
  if (frame.without) parts.push(`${number(frame.without)} without a ${about1.without}`);
  if (frame.above || frame.below) parts.push(`${number(frame.above)} above, ${number(frame.below)} below`);
  if (!frame.drawn) parts.unshift('Nothing here to draw');
  if (measure === 'place' && !about.market) parts.push('there are no market data');
  fill(words, parts.join(' · '));
  if (frame.above || frame.below) {
    words.append(' ', el('button', { type: 'button', class: 'inline', onclick: wide }, 'Show them'));
  }
  const empty = frame.drawn === 0;
  if (empty) {
    fill(cover, el('p', {}, view.hasFilters() || view.hasZoom()
      ? 'No event here fits. Clear a filter, or zoom out.' : 'No event here has such a value.'));
  }
  cover.hidden = !empty;
}

// All values that there are. It is the frame that changes: limits would take away what has no value.
const wide = () => view.set({ range: 'all', low: null, high: null });

// Colours of the bytes of a picture: seven bits of shade, and one for faults.
let shades = null;
function ramp() {
  const scale = d3.scaleLinear().domain(d3.range(palette.density.length).map((i) => i / (palette.density.length - 1)))
    .range(palette.density).interpolate(d3.interpolateRgb);
  const table = new Uint32Array(256);
  const fault = d3.rgb(palette.fault);
  for (let i = 1; i < 128; i++) {
    const plain = d3.rgb(scale(i / 127));
    const mixed = d3.rgb(d3.interpolateRgb(plain, fault)(0.85));
    for (const [at, c] of [[i, plain], [128 + i, mixed]]) {
      table[at] = (255 << 24) | (Math.round(c.b) << 16) | (Math.round(c.g) << 8) | Math.round(c.r);
    }
  }
  return table;
}

let image = null; let marked = null; let axes = '';
function paint() {
  const { frame, cells, width, height } = drawn;
  const ratio = Math.min(3, window.devicePixelRatio || 1);
  const wide = width + MARGIN.left + MARGIN.right;
  const high = height + MARGIN.top + MARGIN.bottom;
  const looks = [frame.fromNanos, frame.toNanos, frame.low, frame.high, frame.log, drawn.measure, width, height, ratio].join();
  if (looks !== axes) {
    axes = looks;
    // It is made anew, which takes time, even by the width that it has.
    if (canvas.width !== Math.round(wide * ratio)) canvas.width = Math.round(wide * ratio);
    if (canvas.height !== Math.round(high * ratio)) canvas.height = Math.round(high * ratio);
    drawAxes(layer, axis, drawn.x, drawn.y, drawn.measure, width, height);
    overlay.attr('width', wide).attr('height', high);
  }
  const context = canvas.getContext('2d');
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  if (frame.marks) { context.clearRect(0, 0, wide, high); marks(context, ratio); } else density(context, cells, ratio);
  place();
  paintBand();
  paintChosen();
  paintCross();
}

function pixelsOf(cells, pixels, table) {
  let at = 0;
  for (let i = 0; i < cells.length;) {
    const byte = cells[i++];
    if (byte) pixels[at++] = table[byte];
    else {
      let count = 0; let shift = 0; let part;
      do { part = cells[i++]; count |= (part & 127) << shift; shift += 7; } while (part > 127);
      pixels.fill(0, at, at + count);
      at += count;
    }
  }
}

function density(context, cells, ratio) {
  const { width, height } = drawn.frame;
  if (!image || image.width !== width || image.height !== height) image = new ImageData(width, height);
  shades ||= ramp();
  pixelsOf(cells, new Uint32Array(image.data.buffer), shades);
  if (ratio === 1 && width === drawn.width && height === drawn.height) {
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.putImageData(image, MARGIN.left, MARGIN.top);
    return;
  }
  const off = density.off || (density.off = document.createElement('canvas'));
  off.width = width; off.height = height;
  off.getContext('2d').putImageData(image, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingEnabled = false;
  context.drawImage(off, MARGIN.left, MARGIN.top, drawn.width, drawn.height);
}

// A little beyond the plot, so that marks at its edges are whole.
const EDGE = 6;
function marks(context, ratio) {
  const { frame, width, height } = drawn;
  const r = radius(frame.drawn) * grain();
  const from = Math.round((MARGIN.left - EDGE) * ratio);
  const at = { left: MARGIN.left * ratio - from, top: MARGIN.top * ratio, width: width * ratio, height: height * ratio, ratio };
  const size = [Math.round((width + 2 * EDGE) * ratio), Math.round((height + MARGIN.top + 4) * ratio)];
  if (marked?.width !== size[0] || marked.height !== size[1]) marked = new ImageData(...size);
  paintMarks(marked, frame.marks, about.kinds, at, r, palette);
  context.putImageData(marked, from, 0);
}

function paintBand() {
  bandLayer.node().replaceChildren();
  if (!band || !drawn || !hasBand()) return;
  const { width, y } = drawn;
  const on = layers();
  if (on.has('quotes')) {
    for (const run of runs(band.quotes)) {
      const area = d3.area().curve(d3.curveStepAfter).x((d) => d[0] * width);
      bandLayer.append('path').attr('class', 'nbbo').attr('d', area.y0((d) => y(d[1])).y1((d) => y(d[2]))(run));
      const line = (i) => d3.line().curve(d3.curveStepAfter).x((d) => d[0] * width).y((d) => y(d[i]))(run);
      bandLayer.append('path').attr('class', 'bid').attr('d', line(1));
      bandLayer.append('path').attr('class', 'ask').attr('d', line(2));
    }
  }
  if (windowsOf(on)) paintWindows(bandLayer, band.windows || [], width, y);
  if (on.has('candles')) paintTrades(bandLayer, band.trades, width, y);
}

// Quotes between which a side was missing, as separate runs; a row of one number ends a stretch.
export function runs(quotes) {
  const found = []; let run = [];
  for (const quote of quotes) {
    if (quote.length === 1) {
      if (run.length) { const last = run[run.length - 1]; run.push([quote[0], last[3], last[4], last[3], last[4]]); found.push(run); run = []; }
    } else if (quote[1] === null || quote[2] === null) {
      if (run.length) { found.push(run); run = []; }
    } else run.push(quote);
  }
  if (run.length) found.push(run);
  return found;
}

// The events of the lifecycle that is open, over the picture.
export function choose(events) { highlighted = events; if (drawn) paintChosen(); }

function valueOf(event) {
  const p = event.price && Number(event.price) !== 0 ? Number(event.price) : event.limit ? Number(event.limit) : NaN;
  return drawn.measure === 'price' ? p : NaN;
}

function paintChosen() {
  pathLayer.node().replaceChildren();
  const { x, y, width, height } = drawn;
  for (const event of highlighted) {
    if (!event.nanos) continue;
    const at = x(axis.offset(event.nanos));
    if (at < 0 || at > width) continue;
    const value = valueOf(event);
    pathLayer.append('line').attr('class', 'tick').attr('x1', at).attr('x2', at).attr('y1', height - 8).attr('y2', height);
    if (Number.isFinite(value) && y(value) >= 0 && y(value) <= height) {
      pathLayer.append('circle').attr('cx', at).attr('cy', y(value)).attr('r', 6);
    }
  }
}

// ---- the brush

let extent = '';
function place() {
  if (!drawn) return;
  const { x, y, width, height } = drawn;
  const s = view.get();
  if (extent !== `${width} ${height}`) {
    extent = `${width} ${height}`;
    brushLayer.call(brush.extent([[0, 0], [width, height]]));
  }
  const now = d3.brushSelection(brushLayer.node());
  let wanted = null;
  if (view.hasBrush()) {
    const clamp = (v, most) => Math.max(0, Math.min(most, v));
    const x0 = s.bfrom ? clamp(x(axis.offset(nanosOf(s.bfrom))), width) : 0;
    const x1 = s.bto ? clamp(x(axis.offset(nanosOf(s.bto))), width) : width;
    const y0 = s.bhigh ? clamp(y(Number(s.bhigh)), height) : 0;
    const y1 = s.blow ? clamp(y(Number(s.blow)), height) : height;
    wanted = [[x0, y0], [Math.max(x0 + 1, x1), Math.max(y0 + 1, y1)]];
  }
  // What is being dragged is there already.
  if (now && wanted ? now.flat().every((v, i) => Math.abs(v - wanted.flat()[i]) < 0.5) : now === wanted) return;
  silent = true;
  brushLayer.call(brush.move, wanted);
  silent = false;
}

function areaOf([[x0, y0], [x1, y1]]) {
  const { x, y, width, height } = drawn;
  const changes = {};
  changes.bfrom = x0 <= 0 && x1 >= width ? null : axis.text(x.invert(x0));
  changes.bto = x0 <= 0 && x1 >= width ? null : axis.text(x.invert(x1));
  changes.bhigh = y0 <= 0 && y1 >= height ? null : String(Number(Math.fround(y.invert(y0)).toPrecision(7)));
  changes.blow = y0 <= 0 && y1 >= height ? null : String(Number(Math.fround(y.invert(y1)).toPrecision(7)));
  return changes;
}

function brushed(event) {
  if (silent || !event.selection || !event.sourceEvent) return;
  tip.hidden = true;
  view.set(areaOf(event.selection), true);
}

function ended(event) {
  if (silent || !event.sourceEvent) return;
  if (event.selection) {
    view.set(areaOf(event.selection), true);
    return;
  }
  const [px, py] = d3.pointer(event.sourceEvent, layer.node());
  if (view.hasBrush()) view.set(view.clearBrush);
  else at(px, py);
}

export function zoomToBrush() {
  const s = view.get();
  view.set({ ...view.clearBrush, from: s.bfrom || s.from, to: s.bto || s.to, low: s.blow || s.low, high: s.bhigh || s.high });
}

// ---- a place of the picture

function near(px, py, more = '') {
  const { width, height } = drawn;
  return ask('near', `${view.ofPicture()}&w=${width}&h=${height}&across=${px / width}&up=${1 - py / height}${more}`);
}

async function at(px, py) {
  if (!drawn) return;
  const began = performance.now();
  try {
    const found = await near(px, py, `&open=yes${about.market ? '&market=later' : ''}`);
    if (found.events.length) open(found.events[0].id, found.lifecycle, began);
  } catch (error) { fail(error); }
}

function hover(event) {
  if (!drawn || event.buttons) { tip.hidden = true; return; }
  const [px, py] = d3.pointer(event, layer.node());
  if (px < 0 || py < 0 || px > drawn.width || py > drawn.height) { tip.hidden = true; return; }
  newest('hover', async (overtaken) => {
    const found = await near(px, py);
    if (!overtaken()) show(found, px, py);
  });
}

export function eventWords(event) {
  return [event.type || 'UNKNOWN', event.reporter || '', event.symbol || '', side(event.side),
    event.price !== undefined ? price(event.price) : ''].filter(Boolean).join(' · ');
}

function show(found, px, py) {
  if (!found.events.length) { tip.hidden = true; return; }
  const event = found.events[0];
  fill(tip,
    el('strong', {}, eventWords(event)),
    el('span', {}, `${day(event.time)} ${clock(event.time, 9)} UTC`),
    event.status ? el('span', { class: 'fault' }, event.status) : null,
    found.count > 1 ? el('span', { class: 'soft' }, `${compact(found.count)} events here; a click opens this one`) : null);
  tip.hidden = false;
  tip.style.left = `${Math.min(px + MARGIN.left + 14, plot.clientWidth - 300)}px`;
  tip.style.top = `${Math.max(2, py + MARGIN.top - 12)}px`;
}

// ---- zoom

function zoom(factor, px, py) {
  const { x, y, width, height, frame } = drawn;
  if (px !== null) {
    const low = axis.place(x.from); const span = axis.place(x.to) - low;
    const middle = low + (span * px) / width;
    const from = Math.max(0, middle - (middle - low) * factor);
    const to = middle + (low + span - middle) * factor;
    const whole = axis.place(axis.last);
    if (from <= 0 && to >= whole) view.set({ from: null, to: null }, true);
    else view.set({ from: axis.text(axis.time(from)), to: axis.text(axis.time(Math.min(whole, Math.max(from + 10, to)))) }, true);
  }
  if (py !== null) {
    const low = y.invert(height + (0) + (height - py) * (factor - 1));
    const high = y.invert(0 - py * (factor - 1));
    if (frame.low !== low) view.set({ low: String(Number(low.toPrecision(7))), high: String(Number(high.toPrecision(7))) }, true);
  }
}

function wheel(event) {
  if (!drawn) return;
  event.preventDefault();
  const [px, py] = d3.pointer(event, layer.node());
  const factor = 1.0015 ** Math.max(-240, Math.min(240, event.deltaY || event.deltaX));
  if (event.shiftKey) zoom(factor, null, py); else zoom(factor, px, null);
}

function paintCross() {
  crossLayer.selectAll('*').remove();
  if (!cursor || document.activeElement !== canvas || !drawn) return;
  const { width, height } = drawn;
  cursor = [Math.max(0, Math.min(width, cursor[0])), Math.max(0, Math.min(height, cursor[1]))];
  crossLayer.append('line').attr('x1', 0).attr('x2', width).attr('y1', cursor[1]).attr('y2', cursor[1]);
  crossLayer.append('line').attr('y1', 0).attr('y2', height).attr('x1', cursor[0]).attr('x2', cursor[0]);
}

canvas.addEventListener('focus', () => { if (drawn) { cursor ||= [drawn.width / 2, drawn.height / 2]; paintCross(); } });
canvas.addEventListener('blur', () => { crossLayer.selectAll('*').remove(); tip.hidden = true; });

function key(event) {
  if (!drawn || event.ctrlKey || event.metaKey || event.altKey) return;
  const step = event.shiftKey ? 40 : 8;
  cursor ||= [drawn.width / 2, drawn.height / 2];
  const moves = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] };
  if (moves[event.key]) {
    cursor = [cursor[0] + moves[event.key][0], cursor[1] + moves[event.key][1]];
    paintCross();
    if (corner) {
      view.set(areaOf([[Math.min(corner[0], cursor[0]), Math.min(corner[1], cursor[1])],
        [Math.max(corner[0], cursor[0]) + 1, Math.max(corner[1], cursor[1]) + 1]]), true);
    }
    const [px, py] = cursor;
    newest('hover', async (overtaken) => { const found = await near(px, py); if (!overtaken()) show(found, px, py); });
  } else if (event.key === 'Enter' || event.key === ' ') at(...cursor);
  else if (event.key === '+' || event.key === '=') zoom(0.6, cursor[0], null);
  else if (event.key === '-') zoom(1 / 0.6, cursor[0], null);
  else if (event.key === 'b') corner = corner ? null : [...cursor];
  else if (event.key === 'z' && view.hasBrush()) { corner = null; zoomToBrush(); }
  else if (event.key === '0') view.set({ ...view.clear, ...view.clearBrush });
  else return;
  event.preventDefault();
}

export const state = () => drawn;
export const margin = MARGIN;
