package io.daisychain.model;

/** What {@link EventReader} made of a message. */
public enum ReadResult {
  /** An event, to be stored. */
  EVENT,
  /** A session message, a status report or a message type that carries no event: counted. */
  SKIPPED,
  /** An event whose identity cannot be read: rejected. */
  UNREADABLE
}
