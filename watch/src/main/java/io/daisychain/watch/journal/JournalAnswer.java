package io.daisychain.watch.journal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Optional;

/**
 * What a copy says of itself.
 *
 * @param session of the stream
 * @param start the position from which on it has recorded
 * @param position up to where
 * @param name as the note has it
 */
record JournalAnswer(int session, long start, long position, String name) {
  private static final int MOST_BYTES = 1_000;

  /** Empty where it is none: whoever reaches the port can send something. */
  static Optional<JournalAnswer> of(byte[] bytes) {
    String[] words = new String(bytes, UTF_8).split("\t", 4);
    if (words.length < 4 || bytes.length > MOST_BYTES || words[3].contains("\n")) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new JournalAnswer(
              Integer.parseInt(words[0]),
              Long.parseLong(words[1]),
              Long.parseLong(words[2]),
              words[3]));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  byte[] bytes() {
    return (session + "\t" + start + "\t" + position + "\t" + name).getBytes(UTF_8);
  }
}
