package io.daisychain.jmh.engine;

/** Something that reads FIX 4.2 messages and says which of them it accepts. */
public interface Engine {
  /** Reads the message in {@code [from, to)}; whether the engine finds nothing wrong with it. */
  boolean accepts(byte[] bytes, int from, int to);

  /** Reads all messages of a corpus; how many the engine accepts. */
  default int accepted(Corpus corpus) {
    byte[] bytes = corpus.bytes();
    int accepted = 0;
    for (int i = 0; i < Corpus.MESSAGES; i++) {
      if (accepts(bytes, corpus.start(i), corpus.end(i))) {
        accepted++;
      }
    }
    return accepted;
  }
}
