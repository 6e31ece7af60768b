package io.daisychain.cli.option;

import java.util.List;
import org.apache.beam.sdk.options.Default;
import org.apache.beam.sdk.options.PipelineOptions;

/**
 * Those of FlinkRunner's options that this program sets, under their names: the runner itself is
 * not on its class path unless it is used.
 */
public interface FlinkOptions extends PipelineOptions {
  /** Where the cluster is, {@code HOST:PORT}, or {@code [local]} for one in this process. */
  @Default.String("[auto]")
  String getFlinkMaster();

  /** Sets the cluster. */
  void setFlinkMaster(String master);

  /** Number of tasks of a step that run at a time. */
  @Default.Integer(-1)
  Integer getParallelism();

  /** Sets the number of tasks. */
  void setParallelism(Integer tasks);

  /** The folder of Flink's configuration file; null for what the environment says. */
  String getFlinkConfDir();

  /** Sets the folder of Flink's configuration file. */
  void setFlinkConfDir(String folder);

  /** The jars that workers need; null for the whole class path. */
  List<String> getFilesToStage();

  /** Sets the jars that workers need. */
  void setFilesToStage(List<String> files);
}
