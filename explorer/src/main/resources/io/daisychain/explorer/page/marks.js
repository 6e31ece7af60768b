// Marks of events. Each is copied from a small picture of its kind, pixel by pixel: of 4,000 marks
// a path for each takes the browser five times as long, and drawImage no less.

import { direction } from './words.js';

// How marks look stands in palette.json, for this and for the picture as a file.
let rules = null; let types = [];
export function take(given) {
  rules = given;
  types = rules.types.map(([pattern, shape]) => [new RegExp(pattern), shape]);
}

export const shapeOf = (type) => types.find(([pattern]) => pattern.test(type || ''))[1];
export const radius = (count) => rules.radius.find(([below]) => count < below)[1];

function draw(context, { shape, way, fault }, x, y, r, palette) {
  const form = rules.shapes[shape];
  context.strokeStyle = context.fillStyle = way > 0 ? palette.buy : way < 0 ? palette.sell : palette.other;
  context.lineWidth = 1.4;
  context.lineJoin = 'round';
  context.beginPath();
  if (form.round) context.arc(x, y, r * form.round, 0, 7);
  const reach = r + (form.more || 0);
  for (const line of form.lines || []) {
    for (let i = 0; i < line.length; i += 2) context[i ? 'lineTo' : 'moveTo'](x + line[i] * reach, y + line[i + 1] * reach);
  }
  if (form.filled) context.fill(); else context.stroke();
  if (fault) {
    context.strokeStyle = palette.fault;
    context.lineWidth = 1.8;
    context.beginPath(); context.arc(x, y, r + rules.ring, 0, 7); context.stroke();
  }
}

// The pixels of one kind of mark that are not empty: [across, down, colour] around its middle.
function stamp(look, r, ratio, palette) {
  const half = Math.ceil((r + rules.ring + 2) * ratio);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 2 * half;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context.scale(ratio, ratio);
  draw(context, look, half / ratio, half / ratio, r, palette);
  const all = new Uint32Array(context.getImageData(0, 0, 2 * half, 2 * half).data.buffer);
  const pixels = [];
  all.forEach((colour, i) => {
    if (colour >>> 24) pixels.push((i % (2 * half)) - half, Math.floor(i / (2 * half)) - half, colour);
  });
  return { half, pixels: Int32Array.from(pixels) };
}

// One colour over another, both with the transparency of ImageData.
function over(upper, lower) {
  const part = upper >>> 24;
  const rest = ((lower >>> 24) * (255 - part)) / 255;
  const all = part + rest;
  const mixed = (shift) => ((((upper >>> shift) & 255) * part + ((lower >>> shift) & 255) * rest) / all) << shift;
  return mixed(0) | mixed(8) | mixed(16) | (all << 24);
}

const stamps = new Map();
let stamped = '';

// Paints marks into the pixels of an image: three numbers each, as fractions of the plot across and
// up, and the kind. The plot is width x height pixels, its corner is at left, top.
export function paintMarks(image, marks, kinds, { left, top, width, height, ratio }, r, palette) {
  const looks = `${r} ${ratio} ${palette.buy} ${palette.sell} ${palette.other} ${palette.fault}`;
  if (looks !== stamped) { stamps.clear(); stamped = looks; }
  const ofKind = kinds.map(() => null);
  const find = (kind) => {
    const [type, side, status] = kinds[kind];
    const look = { shape: shapeOf(type), way: direction(side), fault: Boolean(status) };
    const name = `${look.shape} ${look.way} ${look.fault}`;
    if (!stamps.has(name)) stamps.set(name, stamp(look, r, ratio, palette));
    return stamps.get(name);
  };
  const out = new Uint32Array(image.data.buffer);
  out.fill(0);
  for (let i = 0; i < marks.length; i += 3) {
    const { half, pixels } = (ofKind[marks[i + 2]] ||= find(marks[i + 2]));
    const x = Math.round(left + marks[i] * width);
    const y = Math.round(top + (1 - marks[i + 1]) * height);
    const inside = x >= half && y >= half && x + half <= image.width && y + half <= image.height;
    for (let p = 0; p < pixels.length; p += 3) {
      const across = x + pixels[p]; const down = y + pixels[p + 1];
      if (!inside && (across < 0 || down < 0 || across >= image.width || down >= image.height)) continue;
      const at = down * image.width + across;
      const colour = pixels[p + 2];
      out[at] = colour >>> 24 === 255 || out[at] === 0 ? colour : over(colour, out[at]);
    }
  }
}
