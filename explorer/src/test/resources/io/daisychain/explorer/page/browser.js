// As much of a browser as the page's scripts ask for: a document out of index.html, events, a clock
// that stands until a test moves it on, and a server that gives what a test says. It draws nothing.

const voids = /^(meta|link|input|img)$/;

class Event {
  constructor(type, props = {}) { Object.assign(this, { type, bubbles: true, defaultPrevented: false, stopped: false }, props); }
  preventDefault() { this.defaultPrevented = true; }
  stopPropagation() { this.stopped = true; }
  stopImmediatePropagation() { this.stopped = true; }
}

class Target {
  constructor() { this.listeners = []; }
  addEventListener(type, listener) { this.listeners.push({ type, listener }); }
  removeEventListener(type, listener) { this.listeners = this.listeners.filter((one) => one.type !== type || one.listener !== listener); }
  dispatchEvent(event) {
    event.target ||= this;
    for (let at = this; at && !event.stopped; at = event.bubbles ? at.parentNode : null) {
      event.currentTarget = at;
      for (const { type, listener } of [...at.listeners]) if (type === event.type) listener.call(at, event);
    }
    return !event.defaultPrevented;
  }
}

class Node extends Target {
  constructor(document) { super(); this.ownerDocument = document; this.parentNode = null; this.childNodes = []; }
  get firstChild() { return this.childNodes[0] || null; }
  get lastChild() { return this.childNodes[this.childNodes.length - 1] || null; }
  get nextSibling() { const all = this.parentNode.childNodes; return all[all.indexOf(this) + 1] || null; }
  get textContent() { return this.childNodes.map((one) => one.textContent).join(''); }
  set textContent(text) { this.replaceChildren(...(String(text) ? [text] : [])); }
  insertBefore(node, before) {
    node.remove();
    node.parentNode = this;
    this.childNodes.splice(before ? this.childNodes.indexOf(before) : this.childNodes.length, 0, node);
    return node;
  }
  appendChild(node) { return this.insertBefore(node, null); }
  append(...nodes) { for (const node of nodes) this.appendChild(node instanceof Node ? node : new Text(this.ownerDocument, String(node))); }
  removeChild(node) { node.remove(); return node; }
  remove() {
    if (!this.parentNode) return;
    if (this.contains(document.activeElement)) document.activeElement = document.body;
    this.parentNode.childNodes = this.parentNode.childNodes.filter((one) => one !== this);
    this.parentNode = null;
  }
  replaceChildren(...nodes) { for (const node of [...this.childNodes]) node.remove(); this.append(...nodes); }
  contains(node) { for (let at = node; at; at = at.parentNode) if (at === this) return true; return false; }
  descendants() { return this.children.flatMap((one) => [one, ...one.descendants()]); }
  get children() { return this.childNodes.filter((one) => one instanceof Element); }
  querySelectorAll(selector) { return this.descendants().filter((one) => one.matches(selector)); }
  querySelector(selector) { return this.querySelectorAll(selector)[0] || null; }
}

class Text extends Node {
  constructor(document, data) { super(document); this.data = data; }
  get textContent() { return this.data; }
}

const simple = /\*|^[\w-]+|#[\w-]+|\.[\w-]+|\[[\w-]+(?:="?[^"\]]*"?)?\]|:nth-child\(\d+\)|:first-child/g;
function fits(node, part) {
  const first = part[0];
  if (first === '#') return node.id === part.slice(1);
  if (first === '.') return node.classList.contains(part.slice(1));
  if (first === '[') { const [, name, , value] = /^\[([\w-]+)(="?([^"\]]*)"?)?\]$/.exec(part); return value === undefined ? node.hasAttribute(name) : node.getAttribute(name) === value; }
  if (first === ':') return node.parentNode.children.indexOf(node) === (part === ':first-child' ? 0 : Number(/\d+/.exec(part)[0]) - 1);
  return part === '*' || node.localName === part;
}
function isOf(node, words) {
  if (!words[words.length - 1].match(simple).every((part) => fits(node, part))) return false;
  if (words.length === 1) return true;
  for (let at = node.parentNode; at instanceof Element; at = at.parentNode) if (isOf(at, words.slice(0, -1))) return true;
  return false;
}

const flat = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
class Element extends Node {
  animate() {}
  constructor(document, name, space) {
    super(document);
    this.localName = name; this.tagName = space ? name : name.toUpperCase(); this.namespaceURI = space || 'http://www.w3.org/1999/xhtml';
    this.attributes = new Map();
    this.style = { setProperty(key, value) { this[key] = value; }, removeProperty(key) { delete this[key]; } };
    this.clientWidth = 1000; this.clientHeight = 500; this.scrollTop = 0;
    const own = this;
    this.dataset = new Proxy({}, {
      get: (none, key) => own.getAttribute(`data-${flat(key)}`) ?? undefined,
      set: (none, key, value) => { own.setAttribute(`data-${flat(key)}`, value); return true; },
      deleteProperty: (none, key) => { own.removeAttribute(`data-${flat(key)}`); return true; },
    });
    const names = () => new Set(own.className.split(' ').filter(Boolean));
    this.classList = {
      contains: (name1) => names().has(name1),
      toggle: (name1, on = !names().has(name1)) => { const all = names(); if (on) all.add(name1); else all.delete(name1); own.className = [...all].join(' '); },
      add: (name1) => own.classList.toggle(name1, true),
    };
    this.width = { baseVal: { value: 1000 } }; this.height = { baseVal: { value: 500 } };
  }
  setAttribute(name, value) { this.attributes.set(name, String(value)); if (name === 'value') this.value = String(value); }
  getAttribute(name) { return this.attributes.get(name) ?? null; }
  hasAttribute(name) { return this.attributes.has(name); }
  removeAttribute(name) { this.attributes.delete(name); }
  matches(selector) { return selector.split(',').some((one) => isOf(this, one.trim().split(/\s+/))); }
  closest(selector) { for (let at = this; at instanceof Element; at = at.parentNode) if (at.matches(selector)) return at; return null; }
  get tabIndex() { return Number(this.getAttribute('tabindex') ?? -1); }
  set tabIndex(value) { this.setAttribute('tabindex', value); }
  get value() { return this.text ?? ''; }
  set value(text) { this.text = String(text); }
  focus() {
    if (document.activeElement === this) return;
    document.activeElement.dispatchEvent(new Event('blur', { bubbles: false }));
    document.activeElement = this;
    this.dispatchEvent(new Event('focus', { bubbles: false }));
    this.dispatchEvent(new Event('focusin'));
  }
  blur() { document.body.focus(); }
  select() {}
  scrollIntoView() {}
  click() { this.dispatchEvent(new Event('click', { detail: 1 })); }
  showModal() { this.open = true; }
  close() { this.open = false; }
  getBoundingClientRect() { return { left: 0, top: 0, width: 1000, height: 500 }; }
  getContext() { return (this.context ||= canvasContext(this)); }
}
for (const [property, attribute] of [['id', 'id'], ['className', 'class'], ['title', 'title'], ['href', 'href'], ['content', 'content']]) {
  Object.defineProperty(Element.prototype, property, { get() { return this.getAttribute(attribute) ?? ''; }, set(value) { this.setAttribute(attribute, value); } });
}
for (const name of ['hidden', 'open', 'checked']) {
  Object.defineProperty(Element.prototype, name, { get() { return this.hasAttribute(name); }, set(value) { if (value) this.setAttribute(name, ''); else this.removeAttribute(name); } });
}

// Remembers what is painted by its names; an image of what was drawn has one dot in its middle.
function canvasContext(canvas) {
  const calls = [];
  const context = { calls, getImageData(x, y, width, height) {
    const data = new Uint8ClampedArray(4 * width * height);
    new Uint32Array(data.buffer)[(height / 2) * width + width / 2] = context.fillStyle === '#0067a8' ? 0xffa86700 : 0xff0085c9;
    return { data };
  } };
  for (const name of ['setTransform', 'clearRect', 'putImageData', 'drawImage', 'scale', 'beginPath', 'arc', 'moveTo', 'lineTo', 'fill', 'stroke']) context[name] = (...given) => calls.push([name, ...given]);
  return context;
}

class Document extends Node {
  constructor() { super(null); this.ownerDocument = this; this.hidden = false; }
  get documentElement() { return this.children[0]; }
  get body() { return this.querySelector('body'); }
  createElement(name) { return new Element(this, name); }
  createElementNS(space, name) { return new Element(this, name, space); }
  createTextNode(text) { return new Text(this, text); }
  getElementById(id) { return this.descendants().find((one) => one.id === id) || null; }
}

// Of well-formed HTML.
function parse(html, into) {
  let at = into;
  for (const [, words, end, name, given] of html.matchAll(/([^<]+)|<(\/?)([\w-]+)((?:\s+[\w-]+(?:="[^"]*")?)*)\s*>/g)) {
    if (words) { if (words.trim()) at.append(words.trim()); continue; }
    if (end) { at = at.parentNode; continue; }
    const node = at.appendChild(document.createElement(name));
    for (const [, key, value] of given.matchAll(/([\w-]+)(?:="([^"]*)")?/g)) node.setAttribute(key, value ?? '');
    if (!voids.test(name)) at = node;
  }
}

const browser = globalThis;
browser.Node = Node;
browser.document = new Document();
parse(pageText('index.html').replace(/<!doctype html>/, ''), document);
document.activeElement = document.body;
browser.window = browser;
browser.self = browser;
const target = new Target();
for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent']) browser[name] = target[name].bind(target);
browser.location = { hash: '', pathname: '/', get href() { return `http://localhost/${this.hash}`; }, reload() { this.reloaded = true; }, replace(to) { this.replaced = to; } };
browser.visited = [];
for (const how of ['pushState', 'replaceState']) (browser.history ||= {})[how] = (none, title, to) => { visited.push([how, to]); location.hash = to.startsWith('#') ? to : ''; };
const stored = new Map();
browser.localStorage = { getItem: (key) => stored.get(key) ?? null, setItem: (key, value) => stored.set(key, String(value)) };
browser.navigator = { clipboard: { writeText: async (text) => { browser.copied = text; } } };
browser.matchMedia = () => ({ matches: false, addEventListener() {} });
browser.ResizeObserver = class { observe() {} };
browser.ImageData = class { constructor(width, height) { Object.assign(this, { width, height, data: new Uint8ClampedArray(4 * width * height) }); } };
browser.devicePixelRatio = 1;
browser.performance = { now: () => now, measure() {} };

browser.URLSearchParams = class {
  constructor(given = '') {
    this.all = typeof given === 'string' ? given.split('&').filter(Boolean).map((one) => one.split('=').map((part) => decodeURIComponent(part.replace(/\+/g, ' ')))) : Object.entries(given).map(([key, value]) => [key, String(value)]);
  }
  get(name) { const found = this.all.find(([key]) => key === name); return found ? found[1] ?? '' : null; }
  getAll(name) { return this.all.filter(([key]) => key === name).map(([, value]) => value ?? ''); }
  append(name, value) { this.all.push([name, String(value)]); }
  toString() { return this.all.map((one) => one.map((part) => encodeURIComponent(part).replace(/%20/g, '+')).join('=')).join('&'); }
};
browser.TextDecoder = class { decode(bytes) { return String.fromCharCode(...bytes); } };
browser.TextDecoderStream = class {};

// It takes as long as all that most tests do: it is there for those that ask for it.
Object.defineProperty(browser, 'd3', { configurable: true, get() {
  Object.defineProperty(browser, 'd3', { value: {}, writable: true });
  loadD3();
  return browser.d3;
} });

// ---- the clock

let now = 0; let timers = []; let timer = 0;
browser.setTimeout = (run, millis = 0, ...given) => { timers.push({ id: ++timer, at: now + millis, run: () => run(...given) }); return timer; };
browser.clearTimeout = (id) => { timers = timers.filter((one) => one.id !== id); };
browser.setInterval = () => 0;
browser.requestAnimationFrame = (run) => setTimeout(run, 16);
const settled = async () => { for (let i = 0; i < 60; i++) await null; };

// ---- what tests use

// Moves the clock on, and waits until all has been done that is due by then.
export async function pass(millis = 0) {
  const end = now + millis;
  await settled();
  for (;;) {
    const due = timers.filter((one) => one.at <= end).sort((a, b) => a.at - b.at || a.id - b.id)[0];
    if (!due) break;
    clearTimeout(due.id);
    now = Math.max(now, due.at);
    due.run();
    await settled();
  }
  now = end;
}

// The server: answers by the path behind /api/, or functions of its parameters that give them.
export const answers = {};
export const requests = [];
browser.fetch = async (address, { headers = {} } = {}) => {
  const isAsked = address.startsWith('/api/') || address.slice(1) in answers;
  if (!isAsked) return { ok: true, json: async () => JSON.parse(pageText(address.slice(1))) };
  requests.push(address);
  const [, name, query] = /^\/(?:api\/)?([^?]*)\??(.*)$/.exec(address);
  const given = answers[name];
  if (given === undefined) throw new Error(`nobody answers ${address}`);
  const answer = typeof given === 'function' ? await given(new URLSearchParams(query), headers) : given;
  const { status = 200, retry = false, body, ...json } = answer?.status ? answer : { body: answer };
  return { ok: status === 200, status, headers: { has: () => retry }, json: async () => body, text: async () => String(body ?? json.text), arrayBuffer: async () => body, body };
};
browser.AbortController = class { signal = {}; abort() { this.signal.aborted = true; } };
export const refusal = (status, text, retry = false) => ({ status, retry, body: text });

export const $ = (selector) => document.querySelector(selector);
export const $$ = (selector) => document.querySelectorAll(selector);
export const press = (node, key, more = {}) => { const event = new Event('keydown', { key, ...more }); node.dispatchEvent(event); return event; };
export const type = (node, text) => { node.focus(); node.value = text; node.dispatchEvent(new Event('input')); };
export const fire = (node, name, props = {}) => node.dispatchEvent(new Event(name, props));
export const texts = (nodes) => [...nodes].map((node) => node.textContent);

const shown = (value) => (typeof value === 'bigint' ? `${value}n` : JSON.stringify(value, (key, one) => (typeof one === 'bigint' ? `${one}n` : one)));

// Compares values as JSON; nodes are compared by ===.
export function same(found, wanted) { if (shown(found) !== shown(wanted)) throw new Error(`${shown(found)} is not ${shown(wanted)}`); }
