package io.daisychain.datagen.lifecycle;

/** How generated messages say which event is their parent. */
public enum Lineage {
  /** Tags 10001 and 10003 name events by UUID. */
  TAGGED,
  /** Order ids alone: 11, 41, 19, 10887 and 10835. */
  NATIVE
}
