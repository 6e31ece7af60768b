// Asks the server. Of requests of one name the newest counts: one is under way, one may wait.

let publication = null;
export const take = (id) => { publication = id; };
export const taken = () => publication;

export class Refusal extends Error {
  constructor(status, message) { super(message); this.status = status; }
}

export function address(name, params) {
  const all = [params || '', publication && `publication=${publication}`].filter(Boolean).join('&').replace(/^&/, '');
  return `/api/${name}${all && '?'}${all}`;
}

// The secret that the entrance left. A copied link opens in any tab of this browser.
export const secret = () => ({ 'X-Daisychain': localStorage.getItem('secret') || '' });

// Is told why an answer has to be waited for; that it came, with no words.
let told = () => {};
export const onWait = (tell) => { told = tell; };

async function request(name, params) {
  for (let waited = false; ; waited = true) {
    let response;
    try {
      const begun = name === 'about' ? window.first : null;
      window.first = null;
      response = await (begun || fetch(address(name, params), { headers: secret() }));
    } catch {
      throw new Refusal(0, 'The explorer does not answer: it may have ended. Start it again.');
    }
    if (response.ok) { if (waited) told(null); return response; }
    const words = (await response.text()).trim();
    // Once the page has begun, what is not read yet will be; a list says itself what it waits for.
    if (response.status !== 503 || !response.headers.has('Retry-After') || !publication || name === 'alerts' || name === 'ticket') throw new Refusal(response.status, words);
    told(words);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

export async function ask(name, params) {
  return (await request(name, params)).json();
}

export async function askText(name, params) {
  return (await request(name, params)).text();
}

// Gives each server-sent event to take, until they end or are stopped by signal. They are read here:
// EventSource sends no header.
export async function stream(name, params, take, signal) {
  const response = await fetch(`/api/${name}${params && '?'}${params}`, { headers: secret(), signal });
  if (!response.ok) throw new Refusal(response.status, await response.text());
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const events = (text + part.value).split('\n\n');
    text = events.pop();
    for (const event of events) take(JSON.parse(event.replace(/^data: /, '')));
  }
}

// Has the browser write a file, by a ticket: it is asked for first, so that what is wrong is told
// on the page and not behind a link. Gives how many events it will have.
export async function download(file, params) {
  const answer = await ask('ticket', `${params}${params && '&'}file=${file}`);
  const link = document.createElement('a');
  link.href = answer.address;
  link.download = '';
  link.click();
  return answer.events;
}

const words = new TextDecoder();
export async function askPicture(params) {
  const buffer = await (await request('picture', params)).arrayBuffer();
  const length = new DataView(buffer).getUint32(0);
  const about = JSON.parse(words.decode(new Uint8Array(buffer, 4, length)));
  return { about, cells: new Uint8Array(buffer, 4 + length) };
}

const lanes = new Map();

// What a part of the page waits for. One that waits longer than a moment says so.
const PARTS = { picture: '.picture', summary: '.filters', timeline: '.time', list: '.lists', lifecycle: '.lifecycle', search: '.search' };
const MOMENT = 400;

// Begins to wait; what it gives ends that.
function wait(lane) {
  if (!PARTS[lane]) return () => {};
  const part = document.querySelector(PARTS[lane]);
  const slow = setTimeout(() => part.setAttribute('aria-busy', 'true'), MOMENT);
  return () => { clearTimeout(slow); if (part.hasAttribute('aria-busy')) part.removeAttribute('aria-busy'); };
}

// Runs work, or the newest that came while it ran; those in between are given up. What is to follow
// is done in both cases.
export function newest(lane, work, follow = () => {}) {
  const state = lanes.get(lane) || { busy: false, next: null };
  lanes.set(lane, state);
  state.next?.follow();
  state.next = { work, follow };
  if (state.busy) return;
  state.busy = true;
  (async () => {
    while (state.next) {
      const current = state.next;
      state.next = null;
      const came = wait(lane);
      try { await current.work(() => state.next !== null); } catch (error) { console.error(error); }
      came();
      current.follow();
    }
    state.busy = false;
  })();
}
