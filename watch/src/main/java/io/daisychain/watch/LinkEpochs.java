package io.daisychain.watch;

import io.daisychain.linkage.live.LiveLink;
import java.io.IOException;
import java.util.List;

/**
 * Rows and their lineages, epoch by epoch, each of which is a link run to the store: what is
 * written needs one that has begun. One thread writes, one links; epochs begin and end while the
 * other does nothing.
 */
interface LinkEpochs {
  /** True while there is something that the store does not know to be linked. */
  boolean isOpen();

  /** Begins an epoch. */
  void begin() throws IOException;

  /**
   * Makes a group durable where rows are stored behind, and nothing else until it is written: also
   * while no epoch is open, or one ends.
   */
  void append(CommitGroup group) throws IOException;

  /** Makes the rows of a group durable, if they are not, and tells it when they are stored. */
  void write(CommitGroup group) throws IOException;

  /** See {@link LiveLink#resolve}. */
  LiveLink.Resolved resolve(List<byte[]> rows, LiveLink.OnTheWay store) throws IOException;

  /** Looks after large lifecycles whose time has come. */
  void resolveDue() throws IOException;

  /** True when large lifecycles wait to be resolved. */
  boolean hasWaiting();

  /**
   * Does what has to be done some time: for moments in which nothing waits to be linked.
   *
   * @param packed lifecycles that are packed at most
   * @param followed events whose faults are followed at most
   */
  void catchUp(int packed, int followed);

  /** Begins to write what was found out. */
  void flush() throws IOException;

  /** True when little is left to do at the end of the epoch. */
  boolean isNearEnd();

  /** Does of what is left at the end of the epoch so many events. */
  void approachEnd(int most) throws IOException;

  /** Ends the epoch: all that was written in it is linked, and noted as such. */
  void end() throws IOException;
}
