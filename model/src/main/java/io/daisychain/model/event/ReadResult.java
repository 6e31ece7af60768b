package io.daisychain.model.event;

/** Results of reading a message with {@link EventReader}. */
public enum ReadResult {
  /** An event, to be stored. */
  EVENT,
  /** A session message, a status report or another message that is no event: counted. */
  SKIPPED,
  /** An event whose identity cannot be read: rejected. */
  UNREADABLE
}
