package io.daisychain.watch.journal;

/** When sources are told that a message is taken. */
public enum Durable {
  /** Its row is in the store. */
  STORE,
  /** It is in the journal; the row follows. */
  JOURNAL,
  /** It is in memory; the row follows. */
  MEMORY
}
