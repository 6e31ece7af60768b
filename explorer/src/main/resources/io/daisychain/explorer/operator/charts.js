// Lines of numbers over time, each on its own scale from zero. A number below zero is not known.

import { el } from './words.js';

const WIDTH = 300;
const HEIGHT = 70;
const SPACE = 'http://www.w3.org/2000/svg';

// Where a line goes: stretches of known numbers, in units of the drawing.
export function stretches(times, values, most) {
  const first = times[0];
  const long = Math.max(1, times[times.length - 1] - first);
  const all = [[]];
  times.forEach((time, i) => {
    if (values[i] < 0) { all.push([]); return; }
    const across = ((time - first) / long) * WIDTH;
    const up = HEIGHT - 2 - (values[i] / Math.max(1, most)) * (HEIGHT - 6);
    all[all.length - 1].push([Math.round(across * 10) / 10, Math.round(up * 10) / 10]);
  });
  return all.filter((one) => one.length);
}

function path(points, under) {
  const node = document.createElementNS(SPACE, 'path');
  const line = points.map(([x, y]) => `${x},${y}`).join('L');
  node.setAttribute('d', under ? `M${points[0][0]},${HEIGHT}L${line}L${points[points.length - 1][0]},${HEIGHT}Z` : `M${line}`);
  if (under) node.setAttribute('class', 'under');
  return node;
}

// A drawing with its last and its greatest number in words, which is what is read without it.
export function chart(title, times, values, text) {
  const known = values.filter((value) => value >= 0);
  if (!known.length) return null;
  const most = Math.max(...known);
  const words = `${text(known[known.length - 1])} now, ${text(most)} at most`;
  const svg = document.createElementNS(SPACE, 'svg');
  svg.setAttribute('viewBox', `0 0 ${WIDTH} ${HEIGHT}`);
  svg.setAttribute('preserveAspectRatio', 'none');
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', `${title}: ${words}`);
  for (const points of stretches(times, values, most)) svg.append(path(points, true), path(points, false));
  return el('div', {}, el('h3', {}, title), svg, el('p', { class: 'hint' }, words));
}
