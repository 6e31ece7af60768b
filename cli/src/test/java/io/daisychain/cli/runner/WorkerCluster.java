package io.daisychain.cli.runner;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Future;

/** A cluster on this machine, whose workers are processes of their own. */
public interface WorkerCluster extends AutoCloseable {
  /** What a command line needs to run on it. */
  List<String> options();

  /**
   * Waits until a part of a job's steps have ended and others run.
   *
   * @param part of the steps, from 0 to 1
   * @param command whose job it is
   * @return false if the command ended before
   */
  boolean awaitSteps(double part, Future<?> command) throws IOException;

  /** SIGKILL, and another in its place, as a cluster's operator or Kubernetes would see to. */
  void replaceWorker() throws IOException;

  @Override
  void close();
}
