// The operator's page: what the process says of itself, asked anew every few seconds.

import { chart } from './charts.js';
import { el, fill, number, table } from './words.js';

const AGAIN = 5000;
const OVER_AGAIN = 60000;
const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];
const CHARTS = [['waiting', 'Events waiting for link', number], ['files', 'Files waiting', number], ['faults', 'Open faults', number],
  ['heap', 'Heap', bytes], ['resident', 'Memory of the process', bytes], ['store', "Free on the store's disk", bytes], ['warehouse', "Free on the warehouse's disk", bytes]];
const LIVE = [['sessions', 'FIX sessions'], ['subscribers', 'Subscribers'], ['tick_subscribers', 'Tick subscribers'], ['taken_total', 'Messages taken'], ['stored_total', 'Rows stored'],
  ['linked_total', 'Messages linked'], ['backlog', 'Messages not durable yet'], ['unlinked_groups', 'Groups not linked yet'], ['live_keys', 'Keys in memory']];

const $ = (id) => document.getElementById(id);

export function bytes(value) {
  let unit = 0;
  let rest = value;
  while (rest >= 1000 && unit < UNITS.length - 1) { rest /= 1000; unit++; }
  return `${rest >= 100 || !unit ? Math.round(rest) : rest.toFixed(1)} ${UNITS[unit]}`;
}

// How long something is, in its two largest units.
export function span(seconds) {
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} days`;
}

const moment = (iso) => (iso ? iso.slice(0, 19).replace('T', ' ') : '');
const since = (iso, at) => (iso ? span((Date.parse(at) - Date.parse(iso)) / 1000) : '');
const count = (value) => el('td', { class: 'num' }, value === undefined ? '' : number(value));
const bad = (text, is) => el('td', { class: is ? 'bad' : undefined }, text);
const hint = (text) => el('p', { class: 'hint' }, text);

function paint(status) {
  const standing = $('standing');
  standing.className = status.ready ? 'well' : 'ill';
  standing.textContent = `${status.ready ? 'Ready' : 'Not ready'}, as of ${moment(status.at)} UTC, version ${status.version}`;
  fill($('next'), status.next.length
    ? el('ul', {}, status.next.map((step) => el('li', { class: step.fails ? 'fails' : undefined }, step.words)))
    : hint('Nothing: all that was handed in is linked and published.'));
  fill($('parts'), table('', ['Part', 'State', 'At work on', 'Last run, UTC', 'Outcome', 'Next run, UTC'],
    status.parts.map((part) => [part.name, bad(part.state, part.state !== 'ready'), part.doing, moment(part.last), part.outcome, moment(part.next)])));
  paintDates(status);
  paintSources(status);
  paintRuns(status);
  fill($('faults'), status.faults.length
    ? table('', ['Firm', 'Open faults'], status.faults.map((one) => [one.firm, count(one.open)]))
    : hint('None that is published.'));
  fill($('disks'), table('', ['Place', 'Free', 'Of', 'Folder'], [
    ...status.disks.map((disk) => [disk.place, bytes(disk.free), bytes(disk.size), disk.folder]),
    ['heap', bytes(status.memory.heapMost - status.memory.heap), bytes(status.memory.heapMost), ''],
    ...(status.memory.resident < 0 ? [] : [['process', '', bytes(status.memory.resident), '']]),
  ]));
}

function paintDates(status) {
  const more = status.dateCount > status.dates.length ? `, the newest ${number(status.dates.length)} shown` : '';
  fill($('dates'), status.dates.length
    ? table(`${number(status.dateCount)} dates${more}; ${number(status.news)} events wait for link; ${number(status.publishedEvents)} are published`,
      ['Date', 'State', 'Waits', 'Events', 'Linked', 'News', 'Orphans', 'Faulty', 'Linked at, UTC', 'Published at, UTC'],
      status.dates.map((date) => [date.date, bad(date.state, date.state !== 'published'), since(date.since, status.at), count(date.events), count(date.linked), count(date.news),
        count(date.orphans), count(date.faulty), moment(date.linkedAt), moment(date.publishedAt)]))
    : hint('The store has no events: ingest takes them.'));
}

function paintSources(status) {
  const rows = LIVE.filter(([name]) => name in status.live).map(([name, words]) => [words, count(status.live[name])]);
  if (status.input) rows.unshift(['Files waiting', count(status.input.waiting)], ['Files that could not be read', count(status.input.failed)]);
  if (status.auditEntries !== undefined) rows.push(['Entries of the audit log', count(status.auditEntries)]);
  fill($('sources'), rows.length ? table('', ['What', 'Now'], rows) : hint('Nothing is taken by itself: ingest takes files.'));
}

function paintRuns(status) {
  fill($('commands'), table('', ['Command', 'Done', 'Failed', 'Last done, UTC', 'Took'],
    status.commands.map((one) => [one.sumOf, count(one.done), count(one.failed), one.lastDone ? moment(new Date(one.lastDone * 1000).toISOString()) : '', one.lastDone ? span(one.seconds) : ''])));
  fill($('runs'), status.runs.length
    ? table('The newest first', ['Began, UTC', 'Command', 'Took', 'Outcome'], status.runs.map((run) => [
      moment(run.start), `${run.command} ${run.words || ''}`.trim(), span(run.seconds), bad(run.exit ? `exit code ${run.exit}: ${run.error || 'see the log'}` : 'done', run.exit)]))
    : hint('None yet.'));
}

function paintOver({ columns, rows }) {
  const of = (name) => rows.map((row) => row[columns.indexOf(name)]);
  const times = of('time');
  fill($('over'), rows.length < 2 ? hint('There is something to see after two minutes.')
    : [...CHARTS.map(([name, title, text]) => chart(title, times, of(name), text)), hint(`The last ${span(times[times.length - 1] - times[0])}.`)]);
}

async function ask(address) {
  const response = await fetch(address, { headers: { 'X-Daisychain': localStorage.getItem('secret') || '' } });
  if (!response.ok) throw new Error((await response.text()).trim());
  return response.json();
}

// Asks again and again; what was told last stays where there is no answer.
async function follow(address, show, pause) {
  try {
    show(await ask(address));
  } catch (error) {
    $('standing').className = 'ill';
    $('standing').textContent = `No answer: ${error.message}. What is shown is what was told last.`;
  }
  setTimeout(() => follow(address, show, pause), pause);
}

follow('/status.json', paint, AGAIN);
follow('/over.json', paintOver, OVER_AGAIN);
