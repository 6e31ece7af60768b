package io.daisychain.explorer;

import java.io.IOException;

/** Hears what the page asks, before it is answered. */
@FunctionalInterface
public interface QuestionLog {
  /** Keeps nothing. */
  QuestionLog NONE = (name, query) -> {};

  /**
   * A question.
   *
   * @param name of it, {@code picture}, {@code rows}, {@code events.csv} and so on
   * @param query its parameters, as the page's address has them; empty for none
   * @throws IOException where that cannot be noted: there is no answer then
   */
  void asked(String name, String query) throws IOException;
}
