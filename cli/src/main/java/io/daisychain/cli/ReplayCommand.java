package io.daisychain.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.cli.job.ReportOption;
import io.daisychain.cli.job.Runs;
import io.daisychain.cli.option.FeedOption;
import io.daisychain.cli.option.TrustOption;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.marketdata.feed.Feed;
import io.daisychain.watch.HostPort;
import io.daisychain.watch.replay.Replay;
import io.daisychain.watch.replay.ReplaySettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "replay",
    description = {
      "Sends recorded submissions to a FIX acceptor or into a folder, or quotes and trades to a port "
          + "that takes ticks, on a schedule that waits for nobody.",
      "Over FIX each SenderCompID (49) has a session of its own, in which order is kept; what the "
          + "acceptor asks for is sent again, and a cut session is logged on again.",
      ""
    },
    footer = {
      "",
      "  ./daisychain replay --input='day/events-*' --rate=5000 --to=fix://127.0.0.1:7001",
      "  ./daisychain replay --input='day/quotes-*' --speed=10 --to=ticks://127.0.0.1:7003"
    })
final class ReplayCommand implements Callable<Integer> {
  private static final String FIX = "fix://";
  private static final String TICKS = "ticks://";

  @Option(
      names = "--input",
      required = true,
      paramLabel = "GLOB",
      description =
          "Files, a quoted pattern; - is standard input. Plain, gzip or zstd: their bytes say"
              + " which. Or a session as it comes, as of marketdata load.")
  private String input;

  @Option(
      names = "--rate",
      paramLabel = "N",
      description = "Messages a second, file by file in the order of their names.")
  private Double rate;

  @Option(
      names = "--speed",
      paramLabel = "X",
      description =
          "So many times as fast as the messages' own times go (52, a quote's time), files merged"
              + " by them.")
  private Double speed;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "fix://HOST:PORT|DIR|ticks://HOST:PORT",
      description = "Where to: watch --fix, the folder of watch --input, watch --ticks.")
  private String to;

  @Option(
      names = "--time",
      paramLabel = "keep|now",
      defaultValue = "keep",
      description = {
        "keep: messages keep their SendingTime (52), and quotes their time. now: it is the time at "
            + "which they are sent. All else stays. Default: ${DEFAULT-VALUE}"
      })
  private String time;

  @Option(
      names = "--record",
      paramLabel = "FILE",
      description =
          "CSV of each message with scheduled, sent and told, in nanoseconds since 1970; told is"
              + " when the target said that it is durable.")
  private Path record;

  @Option(
      names = "--receiver",
      paramLabel = "COMPID",
      defaultValue = "MRP",
      description = "TargetCompID (56) of Logons. Default: ${DEFAULT-VALUE}")
  private String receiver;

  @Mixin private FeedOption feed;
  @Mixin private TrustOption trust;
  @Mixin private ReportOption report;

  @Override
  public Integer call() throws IOException {
    return report.around("replay", this::work, this::complaint);
  }

  private ObjectNode work(String runId) throws IOException {
    FileSystems.setDefaultPipelineOptions(PipelineOptionsFactory.create());
    ReplaySettings settings = settings();
    try (Replay replay = Replay.open(settings)) {
      try {
        return Runs.timed("replay", () -> replay.sums().sent(), "messages", () -> run(replay));
      } finally {
        print(replay);
      }
    }
  }

  /** Who was not told is known where replay waits for it: of sessions, and with a record. */
  private String complaint(ObjectNode counts) {
    long refused = counts.path("refused").asLong();
    boolean awaitsTold = to.startsWith(FIX) || (record != null && !to.startsWith(TICKS));
    long untold = awaitsTold ? counts.path("sent").asLong() - counts.path("told").asLong() : 0;
    if (refused == 0 && untold == 0) {
      return "";
    }
    String complaint =
        "%s messages were refused, %s sent and not told to be durable"
            .formatted(Terminal.number(refused), Terminal.number(untold));
    Terminal.note(complaint);
    return complaint;
  }

  private static ObjectNode run(Replay replay) throws IOException {
    try {
      replay.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
    return ReportOption.tree(replay.sums());
  }

  private static void print(Replay replay) {
    Replay.Sums sums = replay.sums();
    long leftOut = sums.leftOut().values().stream().mapToLong(Long::longValue).sum();
    Terminal.result(
        "replay   read %s = sent %s + left out %s + refused %s; told %s"
            .formatted(
                Terminal.number(sums.read()),
                Terminal.number(sums.sent()),
                Terminal.number(leftOut),
                Terminal.number(sums.refused()),
                Terminal.number(sums.told())));
    for (Map.Entry<String, Long> reason : sums.leftOut().entrySet()) {
      Terminal.note("left out: " + Terminal.number(reason.getValue()) + " " + reason.getKey());
    }
    Terminal.note(replay.lags());
  }

  private ReplaySettings settings() throws IOException {
    if ((rate == null) == (speed == null)) {
      throw new UsageException("give one of --rate=N and --speed=X");
    }
    check("--rate", rate);
    check("--speed", speed);
    if (!time.equals("keep") && !time.equals("now")) {
      throw new UsageException("--time=" + time + " is none of keep, now");
    }
    ReplaySettings.Target target = target();
    boolean isMarket = target instanceof ReplaySettings.TicksTarget;
    if (!isMarket) {
      feed.refuse("quotes");
    }
    return new ReplaySettings(
        FeedOption.files(input),
        rate == null ? 0 : rate,
        speed == null ? 0 : speed,
        target,
        time.equals("now"),
        record,
        receiver,
        isMarket ? feed.feed(input) : Feed.CSV);
  }

  private static void check(String option, Double value) {
    if (value != null && !(value > 0 && value < Double.POSITIVE_INFINITY)) {
      throw new UsageException(option + "=" + value + " must be more than 0");
    }
  }

  private ReplaySettings.Target target() {
    if (to.startsWith(FIX)) {
      return new ReplaySettings.FixTarget(address(FIX));
    }
    if (to.startsWith(TICKS)) {
      return new ReplaySettings.TicksTarget(address(TICKS));
    }
    if (to.matches("[a-z0-9]+://.*")) {
      throw new UsageException("--to=" + to + " is none of fix://, ticks:// and a folder");
    }
    Path folder = Path.of(to).toAbsolutePath().normalize();
    if (!Files.isDirectory(folder)) {
      throw new UsageException("--to=" + to + " is no folder");
    }
    return new ReplaySettings.FolderTarget(folder);
  }

  private HostPort address(String scheme) {
    return trust.address("--to=" + to, to.substring(scheme.length()));
  }
}
