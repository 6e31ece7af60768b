// Filters and their counts: each list counts as if its own filter were not there.

import * as view from './view.js';
import { ask, newest } from './server.js';
import { compact, el, fill, number, rove, side } from './words.js';

const GROUPS = [
  ['reporter', 'Reporter', (value) => value || 'No reporter'],
  ['type', 'Event type', (value) => value || 'No type'],
  ['status', 'Status', (value) => value || 'No fault'],
  ['side', 'Side', side],
];
const FEW = 9;

const groups = {};
let scorecard; let narrow = {};

export function begin(given) {
  scorecard = given.scorecard;
  const place = document.getElementById('facets');
  for (const [name, words] of GROUPS) {
    const list = el('div', { class: 'values' });
    const find = name === 'reporter' ? el('input', { class: 'narrow', 'aria-label': 'Find a reporter', placeholder: 'Find a reporter',
      autocomplete: 'off', oninput: (event) => { narrow[name] = event.target.value.trim().toLowerCase(); paint(name); } }) : null;
    const more = el('button', { type: 'button', class: 'inline', onclick: () => { groups[name].all = !groups[name].all; paint(name); } });
    place.append(el('div', { class: 'facet', role: 'group', 'aria-label': words }, el('span', { class: 'label', 'aria-hidden': 'true' }, words), find, list, more));
    groups[name] = { list, more, all: false, values: [] };
  }
  combobox();
  entry('customer', (value) => { view.toggle('customer', value); });
  for (const name of ['minsize', 'maxsize']) {
    document.getElementById(name).addEventListener('change', (event) => {
      const value = event.target.value.trim();
      view.set({ [name]: value && Number.isFinite(Number(value)) ? value : null });
    });
  }
}

function entry(id, done) {
  const input = document.getElementById(id);
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && input.value.trim()) { done(input.value.trim()); input.value = ''; }
  });
}

export function take(facets) {
  for (const [name] of GROUPS) { groups[name].values = facets[name]; paint(name); }
  const most = Math.max(1, ...facets.symbol.map((one) => one[1]));
  const chosen = new Set(view.get().symbol);
  const list = document.getElementById('top-symbols');
  facets.symbol.slice(0, 8).forEach(([value, count], i) => {
    const line = list.children[i] || list.appendChild(topSymbol());
    write(line, value, value || 'No symbol', count, count / most);
    line.setAttribute('aria-pressed', String(chosen.has(value)));
  });
  while (list.children.length > Math.min(8, facets.symbol.length)) list.lastChild.remove();
  rove(list, 'button');
}

function topSymbol() {
  return el('button', { type: 'button', class: 'value', onclick: (event) => view.toggle('symbol', said.get(event.currentTarget).value) },
    el('span', { class: 'meter' }), el('span', { class: 'name' }), el('span', { class: 'n' }));
}

// What lines say. They stay and their words change: new ones would take longer than their counts.
const said = new WeakMap();

// Writes what is another than before; true if it is another value.
function write(node, value, name, count, share) {
  const before = said.get(node);
  said.set(node, { value, count, share });
  if (before?.value !== value) node.querySelector('.name').textContent = name;
  if (before?.count !== count) {
    const n = node.querySelector('.n');
    n.textContent = compact(count);
    n.title = number(count);
  }
  if (before?.share !== share) node.querySelector('.meter').style.transform = `scaleX(${share.toFixed(4)})`;
  return before?.value !== value;
}

let lines = 0;
function line(name) {
  const id = `${name}-${lines++}-count`;
  const box = el('input', { type: 'checkbox', 'aria-describedby': id, onchange: () => view.toggle(name, said.get(node).value) });
  const node = el('div', { class: 'line' },
    el('label', { class: 'value' }, el('span', { class: 'meter' }), box, el('span', { class: 'name' }), el('span', { class: 'n', id })),
    name === 'reporter' ? el('button', { type: 'button', class: 'card', onclick: () => scorecard(said.get(node).value) }, 'i') : null);
  return node;
}

function paint(name) {
  const [, , words] = GROUPS.find((one) => one[0] === name);
  const { list, more, all, values } = groups[name];
  const chosen = new Set(view.get()[name]);
  const wanted = narrow[name] ? values.filter(([value]) => value.toLowerCase().includes(narrow[name])) : values;
  const few = name === 'reporter' ? 7 : FEW;
  const shown = all ? wanted : wanted.filter(([value], i) => i < few || chosen.has(value));
  const most = Math.max(1, ...values.map((one) => one[1]));
  // Lines go by their values, so that focus stays with the value wherever it moves.
  const before = new Map([...list.children].map((node) => [said.get(node).value, node]));
  const used = new Set(shown.map(([value]) => value));
  const free = [...list.children].filter((node) => !used.has(said.get(node).value) && !node.contains(document.activeElement));
  shown.forEach(([value, count], i) => {
    const node = before.get(value) || free.pop() || line(name);
    const box = node.querySelector('input');
    if (write(node, value, words(value), count, count / most)) {
      box.setAttribute('aria-label', words(value));
      const card = node.querySelector('.card');
      if (card) {
        card.hidden = !value;
        card.title = `Scorecard of ${value}`;
        card.setAttribute('aria-label', card.title);
      }
    }
    if (box.checked !== chosen.has(value)) box.checked = chosen.has(value);
    if (list.children[i] !== node) put(list, node, i);
  });
  while (list.children.length > shown.length) list.lastChild.remove();
  rove(list, 'input, .card');
  more.hidden = wanted.length <= few;
  more.textContent = all ? 'Fewer' : `All ${wanted.length}`;
}

function put(list, node, i) {
  const focused = node.contains(document.activeElement) ? document.activeElement : null;
  list.insertBefore(node, list.children[i] || null);
  focused?.focus();
}

// ---- the symbol

function combobox() {
  const input = document.getElementById('symbol');
  const list = document.getElementById('symbols');
  let options = []; let active = -1;
  const close = () => { list.hidden = true; input.setAttribute('aria-expanded', 'false'); input.removeAttribute('aria-activedescendant'); active = -1; };
  const choose = (value) => {
    input.value = '';
    close();
    if (!view.get().symbol.includes(value)) view.set({ symbol: [...view.get().symbol, value] });
  };
  const open = () => newest('symbols', async (overtaken) => {
    const text = input.value.trim();
    const found = await ask('symbols', new URLSearchParams({ q: text }));
    if (overtaken() || document.activeElement !== input) return;
    options = found.symbols.slice(0, 40);
    active = options.length && text ? 0 : -1;
    fill(list, options.length ? options.map(([value, count], i) => el('li', { role: 'option', id: `symbol-${i}`, 'aria-selected': String(i === active),
      onpointerdown: (event) => { event.preventDefault(); choose(value); } },
    el('span', {}, value), el('span', { class: 'n' }, compact(count)))) : el('li', { role: 'option', 'aria-selected': 'false', 'aria-disabled': 'true' }, 'No such symbol'));
    list.hidden = false;
    input.setAttribute('aria-expanded', 'true');
    mark();
  });
  const mark = () => {
    [...list.children].forEach((one, i) => one.setAttribute('aria-selected', String(i === active)));
    if (active >= 0) { input.setAttribute('aria-activedescendant', `symbol-${active}`); list.children[active].scrollIntoView({ block: 'nearest' }); }
  };
  input.addEventListener('input', open);
  input.addEventListener('focus', open);
  input.addEventListener('blur', close);
  input.addEventListener('keydown', async (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (list.hidden) open();
      else { active = Math.max(0, Math.min(options.length - 1, active + (event.key === 'ArrowDown' ? 1 : -1))); mark(); }
      event.preventDefault();
    } else if (event.key === 'Enter') {
      const text = input.value.trim();
      if (!text && active < 0) return;
      // What was typed may be ahead of the list.
      const found = await ask('symbols', new URLSearchParams({ q: text }));
      const exact = found.symbols.find(([value]) => value.toLowerCase() === text.toLowerCase());
      const marked = active >= 0 ? options[active] : null;
      if (marked && (!text || marked[0].toLowerCase().includes(text.toLowerCase())) && !(exact && active === 0)) choose(marked[0]);
      else if (exact) choose(exact[0]);
      else if (found.symbols.length) choose(found.symbols[0][0]);
    } else if (event.key === 'Escape' && !list.hidden) { close(); event.stopPropagation(); }
    else if (event.key === 'Backspace' && !input.value && view.get().symbol.length) view.set({ symbol: view.get().symbol.slice(0, -1) });
  });
}
