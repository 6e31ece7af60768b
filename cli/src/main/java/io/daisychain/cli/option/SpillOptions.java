package io.daisychain.cli.option;

import io.daisychain.beam.Spill;
import io.daisychain.store.StoreAddress;
import io.daisychain.store.StoreConnector;
import java.nio.file.Path;
import org.apache.beam.sdk.options.Description;
import org.apache.beam.sdk.options.PipelineOptions;

/** Where a job on DirectRunner keeps what it gathers between its steps. */
public interface SpillOptions extends PipelineOptions {
  /** The folder; null for the default. */
  @Description(
      "Folder for what DirectRunner gathers between steps; by default beside an embedded store, "
          + "else the system's for temporary files. Other runners have places of their own.")
  String getSpillFolder();

  /** Sets the folder. */
  void setSpillFolder(String folder);

  /** The folder that DirectRunner's jobs use. */
  static Path folder(PipelineOptions options, StoreAddress store) {
    String folder = options.as(SpillOptions.class).getSpillFolder();
    if (folder != null) {
      return Path.of(folder);
    }
    return store instanceof StoreAddress.Embedded embedded
        ? embedded.folder().resolve("spill")
        : Path.of(System.getProperty("java.io.tmpdir"));
  }

  /** A spill for one job, to be closed when it is over. */
  static Spill spill(PipelineOptions options, StoreConnector connector) {
    if (!RunnerOptions.isDirect(options)) {
      return Spill.none();
    }
    return Spill.into(folder(options, connector.address()));
  }
}
