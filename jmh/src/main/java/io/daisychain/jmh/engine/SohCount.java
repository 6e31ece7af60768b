package io.daisychain.jmh.engine;

/** The least that looking at bytes can cost: SOH counted, and nothing kept. */
final class SohCount implements Engine {
  @Override
  public boolean accepts(byte[] bytes, int from, int to) {
    int count = 0;
    for (int at = from; at < to; at++) {
      count += bytes[at] == 1 ? 1 : 0;
    }
    return count > 0;
  }
}
