import { same, pass, fire } from './browser.js';

const open = (hash = '#symbol=IBM&symbol=A%26B&y=price&from=1&bfrom=2&id=e1&junk=x') => { location.hash = hash; return import('./view.js'); };

export async function theAddressIsTheView() {
  const view = await open();
  same(view.get(), { symbol: ['IBM', 'A&B'], reporter: [], type: [], status: [], side: [], customer: [], y: 'price', from: '1', bfrom: '2', id: 'e1' });
  same(view.fragment(), 'symbol=IBM&symbol=A%26B&y=price&from=1&bfrom=2&id=e1');
  same(view.ofPicture(), 'symbol=IBM&symbol=A%26B&y=price&from=1');
  same(view.ofEvents(), 'symbol=IBM&symbol=A%26B&y=price&from=1&bfrom=2');
  same(view.ofPage({ ...view.get(), layers: 'none' }), 'symbol=IBM&symbol=A%26B&y=price&from=1&bfrom=2&layers=none');
  same(view.ofFilters({ minsize: '5', from: '1', side: ['1', ''] }), 'side=1&side=&minsize=5');
}

export async function ofAMovementTheLastIsInTheHistory() {
  const view = await open();
  const heard = [];
  view.on((state) => heard.push(state.to));
  view.set({ to: '5' });
  same(visited.pop(), ['pushState', `#${view.fragment()}`]);
  const before = visited.length;
  view.set({ to: '6' }, true);
  view.set({ to: '7' }, true);
  same([heard, visited.length], [['5', '6', '7'], before]);
  await pass(120);
  same(visited.slice(before), [['replaceState', `#${view.fragment()}`]]);
  view.set({ to: '7' });
  same(heard.length, 3); // nothing has changed
  view.set({ to: '8' }, true);
  view.set({ to: null }); // what came before is written first
  same(visited.slice(before + 1).map(([how]) => how), ['replaceState', 'pushState']);
  await pass(1000);
  same(visited.length, before + 3);
}

export async function filtersComeAndGo() {
  const view = await open();
  view.clearAll();
  same([view.hasFilters(), view.hasZoom(), view.hasBrush(), view.fragment()], [null, false, false, 'y=price&id=e1'].map((one) => one ?? undefined));
  view.toggle('side', '1');
  view.toggle('side', '2');
  view.toggle('side', '1');
  same(view.get().side, ['2']);
  view.set({ blow: '1', range: 'all' });
  same([view.hasFilters(), view.hasZoom(), view.hasBrush()], [true, true, true]);
}

export async function theBrowsersBackIsAView() {
  const view = await open('');
  location.hash = '#type=FILL';
  fire(globalThis, 'popstate');
  same(view.fragment(), 'type=FILL');
  location.hash = '#type=NEW';
  fire(globalThis, 'hashchange');
  same(view.get().type, ['NEW']);
}
