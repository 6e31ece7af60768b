package io.daisychain.jmh.engine;

import io.daisychain.fix.FixMessage;

/** Part of ours: fields found and CheckSum added up, no more checks than that it is there. */
final class IndexEngine implements Engine {
  private final FixMessage message = new FixMessage();

  @Override
  public boolean accepts(byte[] bytes, int from, int to) {
    message.index(bytes, from, to);
    return message.endsWithCheckSum();
  }
}
