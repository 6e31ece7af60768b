import { same } from './browser.js';
import { chart, stretches } from './charts.js';

export function aLineGoesFromTheFirstMomentToTheLastAndFromZeroToTheGreatest() {
  same(stretches([100, 110, 120], [0, 50, 100], 100), [[[0, 68], [150, 36], [300, 4]]]);
}

export function whatIsNotKnownIsLeftOut() {
  same(stretches([0, 1, 2, 3], [4, -1, 4, 4], 4), [[[0, 4]], [[200, 4], [300, 4]]]);
  same(chart('Memory', [0, 1], [-1, -1], String), null);
}

export function aDrawingSaysInWordsWhatItShows() {
  const node = chart('Files', [0, 1, 2], [1, 7, 3], (value) => `${value} files`);
  same([node.querySelector('svg').getAttribute('aria-label'), node.querySelector('p').textContent], ['Files: 3 files now, 7 files at most', '3 files now, 7 files at most']);
  same(node.querySelectorAll('path').length, 2);
}
