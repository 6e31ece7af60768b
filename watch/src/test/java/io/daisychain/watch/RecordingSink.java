package io.daisychain.watch;

import io.daisychain.model.TradeDates;
import io.daisychain.model.event.EventReader;
import io.daisychain.model.reference.ReferenceData;
import io.daisychain.model.reference.ValidityTable;
import io.daisychain.reporting.FeedbackFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;

/** Remembers what sources hand over, and acknowledges it when it is told to. */
final class RecordingSink implements MessageSink {
  final Map<String, Map<String, String>> kept = new ConcurrentHashMap<>();
  private final BlockingQueue<PendingMessage> messages = new LinkedBlockingQueue<>();
  private final BlockingQueue<Throwable> failures = new LinkedBlockingQueue<>();
  private final String rejects;
  private final FeedbackFolder feedback;
  private volatile boolean failed;

  RecordingSink(Path rejects) {
    this.rejects = rejects.toString();
    this.feedback = new FeedbackFolder(this.rejects, ValidityTable.absent());
  }

  @Override
  public SourceReader reader(MessageSource source) {
    EventReader.Rules rules = new EventReader.Rules("MRP", TradeDates.UTC);
    return new SourceReader(this, source, rules, ReferenceData.NONE, rejects, feedback);
  }

  @Override
  public void put(PendingMessage message) throws IOException {
    if (failed) {
      throw new IOException("the store has failed");
    }
    messages.add(message);
  }

  @Override
  public String refusal(int date) {
    return "";
  }

  @Override
  public Map<String, String> kept(String row) {
    return kept.getOrDefault(row, Map.of());
  }

  @Override
  public void keep(Map<String, Map<String, String>> rows) {
    rows.forEach(
        (row, columns) ->
            kept.computeIfAbsent(row, none -> new ConcurrentHashMap<>()).putAll(columns));
  }

  @Override
  public void fail(Throwable cause) {
    failed = true;
    failures.add(cause);
  }

  @Override
  public boolean hasFailed() {
    return failed;
  }

  /** What it failed for first; waits for it. */
  Throwable failure() throws InterruptedException {
    return failures.take();
  }

  /** The next so many messages that are handed over; waits for them. */
  List<PendingMessage> take(int count) throws InterruptedException {
    List<PendingMessage> taken = new ArrayList<>();
    while (taken.size() < count) {
      taken.add(messages.take());
    }
    return taken;
  }

  /** The next so many are durable; waits for them. */
  void acknowledge(int count) throws IOException, InterruptedException {
    acknowledge(take(count));
  }

  /** They are durable. */
  void acknowledge(List<PendingMessage> durable) throws IOException {
    new Acknowledger(this::keep).acknowledge(List.of(new CommitGroup(durable, linked -> {})));
  }

  /** All feedback; ends it. */
  String told() throws IOException {
    feedback.close();
    StringBuilder told = new StringBuilder();
    try (Stream<Path> files = Files.walk(Path.of(rejects))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        told.append(file).append(Files.readString(file));
      }
    }
    return told.toString();
  }

  /** Messages that were handed over and not taken. */
  int size() {
    return messages.size();
  }
}
