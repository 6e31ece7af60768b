// Filters and their counts: each list counts as if its own filter were not there.

import * as view from './view.js';
import { ask, newest } from './server.js';
import { compact, el, fill, number, side } from './words.js';

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

export function take(facets, words) {
  for (const [name] of GROUPS) { groups[name].values = facets[name]; paint(name); }
  const most = Math.max(1, ...facets.symbol.map((one) => one[1]));
  fill(document.getElementById('top-symbols'), facets.symbol.slice(0, 8).map(([value, count]) =>
    el('button', { type: 'button', class: 'value', 'aria-pressed': String(view.get().symbol.includes(value)),
      onclick: () => view.toggle('symbol', value) },
    meter(count / most), el('span', { class: 'name' }, value || 'No symbol'), el('span', { class: 'n' }, compact(count)))));
}

function meter(share) {
  const bar = el('span', { class: 'meter' });
  bar.style.transform = `scaleX(${share})`;
  return bar;
}

function paint(name) {
  const [, , words] = GROUPS.find((one) => one[0] === name);
  const { list, more, all, values } = groups[name];
  const chosen = new Set(view.get()[name]);
  const wanted = narrow[name] ? values.filter(([value]) => value.toLowerCase().includes(narrow[name])) : values;
  const few = name === 'reporter' ? 7 : FEW;
  const shown = all ? wanted : wanted.filter(([value], i) => i < few || chosen.has(value));
  const most = Math.max(1, ...values.map((one) => one[1]));
  const focused = document.activeElement?.dataset?.key;
  fill(list, shown.map(([value, count], i) => {
    const id = `${name}-${i}-count`;
    const box = el('input', { type: 'checkbox', 'aria-label': words(value), 'aria-describedby': id, 'data-key': `${name}=${value}`,
      onchange: () => view.toggle(name, value) });
    box.checked = chosen.has(value);
    return el('div', { class: 'line' },
      el('label', { class: 'value' }, meter(count / most), box, el('span', { class: 'name' }, words(value)),
        el('span', { class: 'n', id, title: number(count) }, compact(count))),
      name === 'reporter' && value ? el('button', { type: 'button', class: 'card', title: `Scorecard of ${value}`,
        'aria-label': `Scorecard of ${value}`, onclick: () => scorecard(value) }, 'i') : null);
  }));
  if (focused) {
    const again = [...list.querySelectorAll('input')].find((one) => one.dataset.key === focused);
    if (again) again.focus();
  }
  more.hidden = wanted.length <= few;
  more.textContent = all ? 'Fewer' : `All ${wanted.length}`;
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
