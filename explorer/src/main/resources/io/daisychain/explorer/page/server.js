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

async function request(name, params) {
  let response;
  try {
    response = await fetch(address(name, params));
  } catch {
    throw new Refusal(0, 'The explorer does not answer: it may have ended. Start it again.');
  }
  if (!response.ok) throw new Refusal(response.status, (await response.text()).trim());
  return response;
}

export async function ask(name, params) {
  return (await request(name, params)).json();
}

export async function askText(name, params) {
  return (await request(name, params)).text();
}

const words = new TextDecoder();
export async function askPicture(params) {
  const buffer = await (await request('picture', params)).arrayBuffer();
  const length = new DataView(buffer).getUint32(0);
  const about = JSON.parse(words.decode(new Uint8Array(buffer, 4, length)));
  return { about, cells: new Uint8Array(buffer, 4 + length) };
}

const lanes = new Map();

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
      try { await current.work(() => state.next !== null); } catch (error) { console.error(error); }
      current.follow();
    }
    state.busy = false;
  })();
}
