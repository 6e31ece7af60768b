import { same } from './browser.js';
import { paintMarks, radius, shapeOf, take } from './marks.js';

const palettes = JSON.parse(pageText('palette.json'));
const begin = () => take(palettes.marks);

export function aShapeGoesByTheEventsType() {
  begin();
  same(['FILL', 'PARTIAL_FILL', 'NEW', 'ROUTE', 'ACCEPT', 'CANCEL_REJECT', 'BUST', 'STATUS', null].map(shapeOf), ['disc', 'disc', 'diamond', 'right', 'left', 'cross', 'cross', 'circle', 'circle']);
  same([1, 399, 400, 5000].map(radius), [4, 4, 3, 1.7]);
}

export function marksAreWhereTheirEventsAre() {
  begin();
  const image = new ImageData(100, 50);
  const place = { left: 10, top: 5, width: 80, height: 40, ratio: 1 };
  const kinds = [['FILL', '1', ''], ['FILL', '2', '']];
  paintMarks(image, [0, 0, 0, 1, 1, 1, 0.5, 0.5, 0], kinds, place, 3, palettes.light);
  const dots = [...new Uint32Array(image.data.buffer)].flatMap((colour, i) => (colour ? [[i % 100, Math.floor(i / 100), colour]] : []));
  same(dots, [[90, 5, 0xff0085c9], [50, 25, 0xffa86700], [10, 45, 0xffa86700]]);
  paintMarks(image, [2, 0, 0], kinds, place, 3, palettes.light); // beyond the edge
  same([...image.data].some((one) => one), false);
}
