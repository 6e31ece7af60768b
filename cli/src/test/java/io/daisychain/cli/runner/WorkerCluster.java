package io.daisychain.cli.runner;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Future;

/** A cluster on this machine, whose workers are processes of their own. */
public interface WorkerCluster extends AutoCloseable {
  /** How the names of the jars begin that the engine's distribution has, and those of a logger. */
  static List<String> ownJars() {
    try (InputStream list = WorkerCluster.class.getResourceAsStream("/distribution-jars.txt")) {
      return new String(list.readAllBytes(), StandardCharsets.US_ASCII).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

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
