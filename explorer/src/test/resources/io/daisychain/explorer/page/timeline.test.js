import { $, answers, fire, pass, requests, same, texts } from './browser.js';
import { TimeAxis } from './axes.js';
import * as timeline from './timeline.js';
import * as view from './view.js';

const HOUR = 3600000000000n;
const at = (hour) => String(BigInt(Date.parse('2026-03-16T00:00:00Z')) * 1000000n + BigInt(hour) * HOUR);
const begin = () => timeline.begin({ axis: new TimeAxis([[at(10), at(14)]]) });

export async function eventsAreBarsOfTheirTime() {
  answers.timeline = { counts: [4, 0, 1, 0], faulty: [1, 0, 0, 0] };
  begin();
  timeline.draw();
  timeline.draw(); // nothing has changed
  await pass();
  same(requests, ['/api/timeline?parts=305']);
  same($('#timeline path.bar').getAttribute('d').match(/M/g).length, 2);
  same($('#timeline path.fault').getAttribute('d').match(/M/g).length, 1);
  same(texts(document.querySelectorAll('#timeline text')), ['10:00', '10:30', '11:00', '11:30', '12:00', '12:30', '13:00', '13:30', '14:00']);
  view.set({ side: ['1'] });
  timeline.draw();
  await pass();
  same(requests[1], '/api/timeline?side=1&parts=305');
}

export async function theTableSaysTheSame() {
  answers.timeline = { counts: [4, 0, 1, 0], faulty: [1, 0, 0, 0] };
  begin();
  $('.time details').open = true;
  timeline.draw();
  await pass();
  same(texts(document.querySelectorAll('#timeline-table td')), ['2026-03-16 10:00:00', '4', '1', '2026-03-16 12:00:00', '1', '0']);
}

export async function whatCannotBeReadIsTriedAgain() {
  answers.timeline = () => { throw new Error('gone'); };
  begin();
  timeline.draw();
  await pass();
  same($('#timeline-said').textContent.startsWith('The timeline could not be read:'), true);
  answers.timeline = { counts: [1], faulty: [0] };
  $('#timeline-said button').click();
  await pass();
  same([$('#timeline-said').textContent, requests.length], ['', 2]);
}

export async function theZoomIsMarked() {
  answers.timeline = { counts: [1], faulty: [0] };
  begin();
  view.set({ from: '2026-03-16T11:00:00Z', to: '2026-03-16T12:00:00Z' });
  timeline.draw();
  await pass();
  same(d3.brushSelection($('#timeline g.brush')).map(Math.round), [229, 458]);
}
