package io.daisychain.store.write;

import org.apache.beam.sdk.options.Description;
import org.apache.beam.sdk.options.PipelineOptions;

/** Where files wait to be bulk-loaded into an HBase cluster. */
public interface StagingOptions extends PipelineOptions {
  /** The folder; null for HBase's own. */
  @Description(
      "Folder of HBase's file system in which files of bulk loads wait, where workers may write and"
          + " out of which HBase's user may move files; by default below HBase's root folder.")
  String getStaging();

  /** Sets the folder. */
  void setStaging(String folder);
}
