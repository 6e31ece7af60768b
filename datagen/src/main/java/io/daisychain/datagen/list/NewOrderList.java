package io.daisychain.datagen.list;

/** Orders of a customer that a broker reports together: one message, from FIX 4.2 on. */
public final class NewOrderList {
  /** Lifecycle and number of the first order, of which the list has its ListID (66). */
  public final long lifecycle;

  public final int clOrdNo;

  /** Who sends it, and when. */
  public final int reporter;

  public final long sendTime;

  private int size;

  public NewOrderList(long lifecycle, int clOrdNo, int reporter, long sendTime) {
    this.lifecycle = lifecycle;
    this.clOrdNo = clOrdNo;
    this.reporter = reporter;
    this.sendTime = sendTime;
  }

  /** Number of its orders. */
  public int size() {
    return size;
  }

  /** Has one more order. */
  public void enter() {
    size++;
  }

  /** An order is reported by itself, or not at all. */
  public void leave() {
    size--;
  }
}
