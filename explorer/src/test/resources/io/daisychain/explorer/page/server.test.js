import { $, answers, pass, refusal, requests, same } from './browser.js';
import { address, ask, askPicture, askText, download, newest, onWait, secret, take, taken } from './server.js';

const thrown = async (work) => { try { await work; } catch (error) { return [error.status, error.message]; } throw new Error('nothing was thrown'); };

export async function eachRequestHasTheSecretAndThePublication() {
  localStorage.setItem('secret', 's3');
  same([address('about'), address('rows', 'a=1'), secret()], ['/api/about', '/api/rows?a=1', { 'X-Daisychain': 's3' }]);
  answers.rows = (params, headers) => ({ asked: params.toString(), ...headers });
  take('p7');
  same(taken(), 'p7');
  same(await ask('rows', 'a=1'), { asked: 'a=1&publication=p7', 'X-Daisychain': 's3' });
  same(address('about'), '/api/about?publication=p7');
  answers.sql = 'SELECT';
  same(await askText('sql'), 'SELECT');
}

export async function whatWasAskedBeforeTheScriptsCameIsNotAskedAgain() {
  answers.about = { events: 1 };
  window.first = fetch('/api/about');
  same(await ask('about'), { events: 1 });
  same(requests.length, 1);
  await ask('about');
  same(requests.length, 2);
}

export async function whatIsNotReadYetIsAskedForAgain() {
  const told = [];
  onWait((words) => told.push(words));
  take('p');
  let times = 0;
  answers.rows = () => (++times < 3 ? refusal(503, ' reading \n', true) : { events: 5 });
  const found = ask('rows');
  await pass(249);
  same([times, told], [1, ['reading']]);
  await pass(600);
  same([await found, times, told], [{ events: 5 }, 3, ['reading', 'reading', null]]);
  answers.alerts = refusal(503, 'later', true); // the list itself says so
  same(await thrown(ask('alerts')), [503, 'later']);
  answers.rows = refusal(404, 'no event');
  same(await thrown(ask('rows')), [404, 'no event']);
}

export async function aServerThatIsGoneIsTold() {
  same(await thrown(ask('nothing')), [0, 'The explorer does not answer: it may have ended. Start it again.']);
}

export async function aPictureIsItsWordsAndItsCells() {
  const words = '{"drawn":2}';
  const bytes = new Uint8Array(4 + words.length + 2);
  new DataView(bytes.buffer).setUint32(0, words.length);
  bytes.set([...words].map((one) => one.charCodeAt(0)), 4);
  bytes.set([7, 9], 4 + words.length);
  answers.picture = () => bytes.buffer;
  const { about, cells } = await askPicture('w=1');
  same([about, [...cells]], [{ drawn: 2 }, [7, 9]]);
}

export async function aFileIsWrittenByATicket() {
  answers.ticket = (params) => ({ address: `/file?${params}`, events: 12 });
  same(await download('events.csv', 'side=1'), 12);
  same(requests, ['/api/ticket?side=1&file=events.csv']);
}

export async function ofRequestsOfOneNameTheNewestCounts() {
  const done = [];
  let end;
  const first = new Promise((resolve) => { end = resolve; });
  newest('picture', async (overtaken) => { await first; done.push(['a', overtaken()]); }, () => done.push('after a'));
  for (const name of ['b', 'c']) newest('picture', async (overtaken) => { done.push([name, overtaken()]); }, () => done.push(`after ${name}`));
  await pass(399);
  same([done, $('.picture').getAttribute('aria-busy')], [['after b'], null]);
  await pass(1);
  same($('.picture').getAttribute('aria-busy'), 'true');
  end();
  await pass();
  same(done, ['after b', ['a', true], 'after a', ['c', false], 'after c']);
  same($('.picture').hasAttribute('aria-busy'), false);
}
