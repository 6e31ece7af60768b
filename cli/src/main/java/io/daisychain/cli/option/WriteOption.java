package io.daisychain.cli.option;

import io.daisychain.cli.terminal.UsageException;
import io.daisychain.store.StoreConnector;
import picocli.CommandLine.Option;

/** How rows get into the store. */
public final class WriteOption {
  /** The two ways. */
  public enum Mode {
    /** Sorted HFiles and a bulk load. */
    BULK,
    /** Puts, in batches. */
    PUT
  }

  @Option(
      names = "--write",
      paramLabel = "bulk|put",
      description =
          "bulk hands over sorted files at a fifth of the cost; put sends rows. Default: bulk, and"
              + " put of few rows and for Bigtable, which takes no files")
  private Mode mode;

  public static WriteOption of(Mode mode) {
    WriteOption option = new WriteOption();
    option.mode = mode;
    return option;
  }

  /**
   * Whether rows go in files.
   *
   * @param few whether they are so few that to hand files over costs more than all of them
   */
  public boolean isBulk(StoreConnector connector, boolean few) {
    if (mode == Mode.BULK && !connector.takesHFiles()) {
      throw new UsageException("--write=bulk: " + connector.address() + " takes no files; use put");
    }
    return mode == null ? connector.takesHFiles() && !few : mode == Mode.BULK;
  }
}
