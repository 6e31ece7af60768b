// Marks of events. Each is copied from a small picture of its kind, pixel by pixel: of 4,000 marks
// a path for each takes the browser five times as long, and drawImage no less.

import { direction } from './words.js';

const FAULT = 3.5;

function shapeOf(type) {
  if (type === 'FILL' || type === 'PARTIAL_FILL') return 'disc';
  if (type === 'NEW' || type === 'AGGREGATE' || type === 'INTERNAL') return 'diamond';
  if (type === 'ROUTE') return 'right';
  if (type === 'ACCEPT') return 'left';
  return /^(CANCEL|REPLACE|BUST|CORRECT)/.test(type || '') ? 'cross' : 'circle';
}

function draw(context, { shape, way, fault }, x, y, r, palette) {
  context.strokeStyle = context.fillStyle = way > 0 ? palette.buy : way < 0 ? palette.sell : palette.other;
  context.lineWidth = 1.4;
  context.beginPath();
  if (shape === 'disc') {
    context.arc(x, y, r, 0, 7); context.fill();
  } else if (shape === 'diamond') {
    context.moveTo(x, y - r - 1); context.lineTo(x + r + 1, y); context.lineTo(x, y + r + 1); context.lineTo(x - r - 1, y);
    context.closePath(); context.stroke();
  } else if (shape === 'right' || shape === 'left') {
    const d = shape === 'right' ? 1 : -1;
    context.moveTo(x - d * r, y - r); context.lineTo(x + d * r, y); context.lineTo(x - d * r, y + r); context.closePath(); context.stroke();
  } else if (shape === 'cross') {
    context.moveTo(x - r, y - r); context.lineTo(x + r, y + r); context.moveTo(x + r, y - r); context.lineTo(x - r, y + r); context.stroke();
  } else {
    context.arc(x, y, r * 0.62, 0, 7); context.stroke();
  }
  if (fault) {
    context.strokeStyle = palette.fault;
    context.lineWidth = 1.8;
    context.beginPath(); context.arc(x, y, r + FAULT, 0, 7); context.stroke();
  }
}

// The pixels of one kind of mark that are not empty: [across, down, colour] around its middle.
function stamp(look, r, ratio, palette) {
  const half = Math.ceil((r + FAULT + 2) * ratio);
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
