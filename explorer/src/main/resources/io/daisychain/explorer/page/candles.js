// Candles of trades, and windows of quotes and trades with their fit and forecast.

const STEPS = 12;

// A candle at a place of the width, at most so many pixels to each side of it.
function candle(layer, at, half, [first, high, low, last], y, more = '') {
  const way = `${last >= first ? 'up' : 'down'}${more}`;
  layer.append('line').attr('class', way).attr('x1', at).attr('x2', at).attr('y1', y(high)).attr('y2', y(low));
  layer.append('rect').attr('class', way).attr('x', at - half).attr('width', 2 * half).attr('y', y(Math.max(first, last)))
    .attr('height', Math.max(1, Math.abs(y(first) - y(last))));
}

export function paintTrades(layer, trades, width, y) {
  for (const [across, wide, ...prices] of trades) {
    candle(layer, (across + wide / 2) * width, Math.min(3, wide * width * 0.35), prices, y);
  }
}

// The polynomial's value at x, 0 where the window begins and 1 where it ends.
export const valueAt = (coefficients, x) => coefficients.reduceRight((sum, one) => sum * x + one, 0);

// A candle over each window's time, the fit over it, and from its end a line to the forecast.
export function paintWindows(layer, windows, width, y) {
  for (const [from, to, open, high, low, close, next, forecast, ...all] of windows) {
    candle(layer, ((from + to) / 2) * width, Math.max(1, (to - from) * width * 0.4), [open, high, low, close], y, ' window');
    const coefficients = all.filter((one) => one !== null);
    if (!coefficients.length) continue;
    const points = d3.range(STEPS + 1).map((i) => [(from + ((to - from) * i) / STEPS) * width, y(valueAt(coefficients, i / STEPS))]);
    layer.append('path').attr('class', 'fit').attr('d', d3.line()(points));
    if (next === null || forecast === null) continue;
    layer.append('path').attr('class', 'forecast').attr('d', d3.line()([points[STEPS], [next * width, y(forecast)]]));
    layer.append('circle').attr('class', 'forecast').attr('cx', next * width).attr('cy', y(forecast)).attr('r', 2.5);
  }
}
