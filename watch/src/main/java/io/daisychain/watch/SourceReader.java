package io.daisychain.watch;

import io.daisychain.ingest.MessageIntake;
import io.daisychain.model.event.EventReader;
import io.daisychain.model.reference.ReferenceData;
import io.daisychain.reporting.FeedbackFolder;
import io.daisychain.reporting.FeedbackLine;
import io.daisychain.reporting.FeedbackNames;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads the messages of one source and hands on what becomes of them. Not thread-safe. */
final class SourceReader implements MessageIntake.Sink {
  /** In place of a mark: sources hear when all of the message is durable. */
  static final long PART = 0;

  private final MessageSink sink;
  private final MessageSource source;
  private final Path rejects;
  private final FeedbackFolder feedback;
  private final MessageIntake messages;

  /** Of one message: feedback gets them together, since others may flush it at any moment. */
  private final List<FeedbackLine> errors = new ArrayList<>();

  /** Of one message: a list of orders has several. */
  private final List<byte[]> rows = new ArrayList<>();

  private boolean isRejected;
  private boolean collects;
  private String name = "";
  private long number;
  private long read;

  SourceReader(
      MessageSink sink,
      MessageSource source,
      EventReader.Rules rules,
      ReferenceData reference,
      String rejects,
      FeedbackFolder feedback) {
    this.sink = sink;
    this.source = source;
    this.rejects = Path.of(rejects);
    this.feedback = feedback;
    this.messages = new MessageIntake(rules, reference, this);
  }

  MessageIntake messages() {
    return messages;
  }

  /**
   * Reads a file to its end.
   *
   * @return number of its lines
   */
  long readFile(String path, String shown) throws IOException {
    name = shown;
    collects = false;
    try {
      return messages.readFile(path, shown);
    } finally {
      endErrors();
    }
  }

  private void endErrors() throws IOException {
    feedback.addAll(errors);
    errors.clear();
  }

  /**
   * Takes one message.
   *
   * @param line its number in feedback
   * @param mark what the source hears when it is durable
   * @return what was wrong with it where it was rejected; empty where it was not
   */
  List<FeedbackLine> take(byte[] message, String from, long line, long mark) throws IOException {
    name = from;
    number = mark;
    collects = true;
    rows.clear();
    isRejected = false;
    errors.clear();
    read = System.nanoTime();
    messages.take(message, from, line);
    feedback.addAll(errors);
    long checked = System.nanoTime();
    int last = Math.max(0, rows.size() - 1);
    for (byte[] row : rows.subList(0, last)) {
      sink.put(new PendingMessage(row, source, PART, read, checked));
    }
    byte[] row = rows.isEmpty() ? null : rows.get(last);
    sink.put(new PendingMessage(row, source, mark, read, checked));
    return isRejected ? List.copyOf(errors) : List.of();
  }

  /** Tells the source, once all before it is durable. */
  void mark(long mark) throws IOException {
    long now = System.nanoTime();
    sink.put(new PendingMessage(null, source, mark, now, now));
  }

  @Override
  public String refusal(int date) throws IOException {
    return sink.refusal(date);
  }

  @Override
  public void event(byte[] row) throws IOException {
    if (collects) {
      rows.add(row);
    } else {
      long now = System.nanoTime();
      sink.put(new PendingMessage(row, source, number, now, now));
    }
  }

  @Override
  public void reject(byte[] buffer, int from, int to, boolean last) throws IOException {
    isRejected = true;
    Files.createDirectories(rejects);
    Path file = rejects.resolve("rejects-" + FeedbackNames.digest(name) + "-000000000000000.fix");
    try (OutputStream out =
        new BufferedOutputStream(
            Files.newOutputStream(
                file,
                java.nio.file.StandardOpenOption.CREATE,
                java.nio.file.StandardOpenOption.APPEND))) {
      out.write(buffer, from, to - from);
      if (last) {
        out.write('\n');
      }
    }
  }

  @Override
  public void error(FeedbackLine error) throws IOException {
    if (!collects && !errors.isEmpty() && !error.isOfSameMessage(errors.get(0))) {
      endErrors();
    }
    errors.add(error);
  }
}
