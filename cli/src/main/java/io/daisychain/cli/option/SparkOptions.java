package io.daisychain.cli.option;

import java.util.List;
import org.apache.beam.sdk.options.Default;
import org.apache.beam.sdk.options.PipelineOptions;

/**
 * Those of SparkRunner's options that this program sets, under their names: the runner itself is
 * not on its class path unless it is used.
 */
public interface SparkOptions extends PipelineOptions {
  /** Where the cluster is, {@code spark://HOST:PORT} or {@code yarn}; {@code local[N]} for none. */
  @Default.String("local[4]")
  String getSparkMaster();

  /** Sets the cluster. */
  void setSparkMaster(String master);

  /** The jars that workers need; null for the whole class path. */
  List<String> getFilesToStage();

  /** Sets the jars that workers need. */
  void setFilesToStage(List<String> files);
}
