// Search of any id, and of names.

import * as view from './view.js';
import { ask, newest } from './server.js';
import { clock, el, fill } from './words.js';
import { eventWords } from './picture.js';

const input = document.getElementById('search');
const found = document.getElementById('found');
let open;

export function begin(given) {
  open = given.open;
  input.addEventListener('input', () => { if (input.value.trim().length > 0) look(false); else close(); });
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') { event.preventDefault(); look(true); }
    else if (event.key === 'ArrowDown') { found.querySelector('button')?.focus(); event.preventDefault(); }
    else if (event.key === 'Escape') { event.stopPropagation(); if (found.hidden) { input.value = ''; input.blur(); } else close(); }
  });
  found.addEventListener('keydown', (event) => {
    const all = [...found.querySelectorAll('button')];
    const i = all.indexOf(document.activeElement);
    if (event.key === 'ArrowDown') { all[Math.min(all.length - 1, i + 1)]?.focus(); event.preventDefault(); }
    if (event.key === 'ArrowUp') { if (i <= 0) input.focus(); else all[i - 1].focus(); event.preventDefault(); }
    if (event.key === 'Escape') { close(); input.focus(); event.stopPropagation(); }
  });
  document.addEventListener('pointerdown', (event) => { if (!event.target.closest('.search')) close(); });
}

const close = () => { found.hidden = true; };

function look(go) {
  const text = input.value.trim();
  if (!text) return;
  newest('search', async (overtaken) => {
    const began = performance.now();
    let answer;
    try {
      answer = await ask('search', new URLSearchParams({ q: text }));
    } catch (error) {
      fill(found, el('p', { role: 'alert' }, error.message));
      found.hidden = false;
      return;
    }
    if (overtaken()) return;
    performance.measure('search', { start: began });
    paint(answer, text);
    const one = answer.events.length === 1 && !answer.customers.length;
    if (go && one) pick(() => open(answer.events[0].id));
    else if (go && !answer.events.length) found.querySelector('button')?.click();
  });
}

function pick(action) { close(); action(); }

function paint(answer, text) {
  const row = (kind, words, action) => el('button', { type: 'button', onclick: () => pick(action) }, el('span', { class: 'kind' }, kind), el('span', {}, words));
  const add = (name, value) => () => { if (!view.get()[name].includes(value)) view.toggle(name, value); };
  const rows = [
    ...answer.events.map((event) => row(event.by, `${eventWords(event)} · ${clock(event.time)}`, () => open(event.id))),
    ...answer.symbols.map((value) => row('Symbol', value, add('symbol', value))),
    ...answer.reporters.map((value) => row('Reporter', value, add('reporter', value))),
    ...answer.customers.map((value) => row('Customer', value, add('customer', value))),
  ];
  fill(found, rows.length ? rows : el('p', {}, `Nothing is called ${text}. Ids are looked for as a whole.`),
    answer.more ? el('p', {}, 'There are more; these are the first.') : null);
  found.hidden = false;
}

export function focus() { input.focus(); input.select(); }
