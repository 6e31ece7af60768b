package io.daisychain.cli;

import io.daisychain.cli.job.IngestStage;
import io.daisychain.cli.option.EntitlementsOption;
import io.daisychain.cli.option.ListenOptions;
import io.daisychain.cli.option.Paths;
import io.daisychain.cli.option.WindowOptions;
import io.daisychain.cli.terminal.Environment;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.watch.FixSenders;
import io.daisychain.watch.PubsubAddress;
import io.daisychain.watch.WatchPorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.apache.beam.sdk.options.PipelineOptions;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Where messages and ticks of {@code watch} come from, who may send them, and who is served. */
final class WatchSourceOptions {
  @Option(
      names = "--input",
      paramLabel = "FOLDER",
      description = {
        "Takes the files that are put here, in the order of their names: when all of one is durable, "
            + "an empty NAME.done stands beside it, NAME.failed with the reason where it cannot be "
            + "read. Names that end in .part or begin with a dot are not complete."
      })
  private Path input;

  @Option(
      names = "--subscription",
      paramLabel = "projects/PROJECT/subscriptions/NAME",
      description = {
        "Takes the messages of this subscription of Pub/Sub, whose data are lines of submissions: each "
            + "is acknowledged when it is durable. With PUBSUB_EMULATOR_HOST set, that of the "
            + "emulator."
      })
  private String subscription;

  @Option(
      names = "--fix",
      paramLabel = "PORT",
      description = {
        "Accepts FIX sessions (4.0 to 4.4, FIXT.1.1) on this port of 127.0.0.1, 0 for any that is "
            + "free: one a participant of --reference, 49 its MPID and 56 the receiver, or those of --sessions."
      })
  private Integer fix;

  @Option(
      names = "--sessions",
      paramLabel = "FILE",
      description =
          "Who may open a FIX session, a line each: sender,target,mpids; MPIDs for which it sends,"
              + " | between them")
  private Path sessions;

  @Option(
      names = "--serve",
      paramLabel = "PORT",
      description =
          "Serves subscribers on this port of 127.0.0.1, 0 for any that is free: see subscribe.")
  private Integer serve;

  @Option(
      names = "--ticks",
      paramLabel = "PORT",
      description = {
        "Takes ticks of 57 bytes on this port of 127.0.0.1, 0 for any that is free, keeps the last of "
            + "each symbol and hands it on to those who ask there; of quotes subscribers get the best "
            + "bid and offer, and executions outside of it as alerts. See docs/live.md."
      })
  private Integer ticks;

  @Option(
      names = "--metrics",
      paramLabel = "PORT",
      description =
          "Serves counters and histograms at http://127.0.0.1:PORT/metrics, in the text format of"
              + " Prometheus; 0 for any port that is free.")
  private Integer metrics;

  @Mixin private ListenOptions listen;
  @Mixin private EntitlementsOption entitlements;

  /** The folder of {@code --input}; null without one. */
  Path folder() {
    return input == null ? null : input.toAbsolutePath().normalize();
  }

  /** True where ticks come and subscribers are served. */
  boolean handsOnTicks() {
    return ticks != null && serve != null;
  }

  /** Refuses all but a folder that a job's workers see. */
  void checkFilesAlone(PipelineOptions options) throws IOException {
    if (input == null
        || subscription != null
        || fix != null
        || serve != null
        || ticks != null
        || metrics != null) {
      throw new UsageException("--interval takes files: give --input=FOLDER alone, and no port");
    }
    Paths.checkForWorkers(options, "--input", input.toString());
  }

  /**
   * Refuses what cannot be.
   *
   * @param hasParticipants whether reference data may name who opens FIX sessions
   */
  void check(boolean hasParticipants) throws IOException {
    if (input == null && subscription == null && fix == null && ticks == null) {
      throw new UsageException(
          "give a source: --input=FOLDER, --subscription=NAME, --fix=PORT, --ticks=PORT");
    }
    subscription();
    if (input != null && !Files.isDirectory(input)) {
      throw new UsageException("--input=" + input + " is no folder");
    }
    checkPort("--fix", fix);
    if (fix != null && sessions == null && !hasParticipants) {
      throw new UsageException("--fix needs --sessions=FILE, or participants in --reference");
    }
    if (sessions != null) {
      listed();
    }
    if (input != null && !Files.isWritable(input)) {
      throw new UsageException(
          "--input=" + input + " cannot be written to, and NAME.done is to stand there");
    }
    checkPort("--serve", serve);
    checkPort("--metrics", metrics);
    checkPort("--ticks", ticks);
    checkWho();
  }

  /**
   * What {@code watch} opens.
   *
   * @param alertAfter seconds
   */
  WatchPorts ports(IngestStage.Basis basis, WindowOptions windows, int alertAfter)
      throws IOException {
    return new WatchPorts(
        folder(),
        subscription(),
        listen.listening(),
        serve == null ? -1 : serve,
        fix == null ? -1 : fix,
        senders(basis),
        entitlements.read().orElse(null),
        metrics == null ? -1 : metrics,
        ticks == null ? -1 : ticks,
        windows.settings(basis.rules().dates()),
        alertAfter);
  }

  private PubsubAddress subscription() {
    try {
      return subscription == null
          ? null
          : new PubsubAddress(subscription, Environment.get(PubsubAddress.EMULATOR_VARIABLE));
    } catch (IllegalArgumentException e) {
      throw new UsageException("--subscription=" + e.getMessage(), e);
    }
  }

  private FixSenders listed() throws IOException {
    try {
      return FixSenders.listed(Files.readAllLines(sessions));
    } catch (IllegalArgumentException e) {
      throw new UsageException("--sessions=" + sessions + ": " + e.getMessage(), e);
    } catch (NoSuchFileException e) {
      throw new UsageException("--sessions=" + sessions + ": there is no such file", e);
    }
  }

  private FixSenders senders(IngestStage.Basis basis) throws IOException {
    FixSenders senders =
        sessions == null
            ? FixSenders.participants(basis.reference().participants(), basis.rules().receiver())
            : listed();
    return senders.provenBy(entitlements.read().orElse(null));
  }

  /** Believing whoever connects is for this machine alone. */
  private void checkWho() throws IOException {
    boolean isFarther = listen.isFarther();
    boolean areProven = entitlements.read().isPresent();
    if (areProven && ticks != null && !listen.asksClients()) {
      throw new UsageException(
          "--ticks with --entitlements needs --clients=TRUSTSTORE: certificates alone prove ticks");
    }
    if (!areProven && isFarther && (fix != null || serve != null || ticks != null)) {
      throw new UsageException(
          "--listen to others needs --entitlements=FILE, which says who they are and what they may");
    }
  }

  /** Says of what is open that whoever connects is believed. */
  void tellWhoIsBelieved() throws IOException {
    if (entitlements.read().isPresent()) {
      return;
    }
    if (fix != null) {
      Terminal.note("CompIDs of FIX sessions are believed: --entitlements=FILE has them proven");
    }
    if (serve != null) {
      Terminal.note("subscribers see everything, whoever they are: see --entitlements");
    }
    if (ticks != null) {
      Terminal.note("ticks are taken from anybody, and handed on to anybody: see --entitlements");
    }
  }

  private static void checkPort(String option, Integer port) {
    if (port != null && (port < 0 || port > 65_535)) {
      throw new UsageException(option + "=" + port + " must be from 0 to 65535");
    }
  }
}
