package io.daisychain.datagen;

import io.daisychain.datagen.cat.ReportFormat;
import io.daisychain.datagen.file.ByteSink;
import io.daisychain.datagen.file.MessageWriter;
import io.daisychain.datagen.file.ShardStreams;
import io.daisychain.datagen.lifecycle.EventRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The message files of a shard: one, with another for what is sent after the deadline; in a
 * workload of several trade dates one for each date, with another for what is handed in late. Those
 * of later dates are opened with their first message.
 */
final class MessageFiles {
  /** A file with the number of its lines. */
  static final class MessageFile {
    final byte[] name;
    final ByteSink sink;
    private long lines;

    MessageFile(String name, ShardStreams streams) throws IOException {
      this.name = name.getBytes(StandardCharsets.US_ASCII);
      sink = new ByteSink(streams.open(name));
    }

    /** Counts lines; the number of the last one, from 1. */
    long add(int written) {
      lines += written;
      return lines;
    }
  }

  private final WorkloadPlan plan;
  private final int shard;
  private final int epochDay;
  private final ShardStreams streams;
  private final MessageFile[] inTime = new MessageFile[MessageWriter.DAYS];
  private final MessageFile[] sources = new MessageFile[MessageWriter.DAYS];
  private final MessageFile[] late = new MessageFile[MessageWriter.DAYS];

  MessageFiles(WorkloadPlan plan, int shard, ShardStreams streams) throws IOException {
    this.plan = plan;
    this.shard = shard;
    this.streams = streams;
    epochDay = plan.epochDay(shard);
    if (plan.settings().format() == ReportFormat.CAT) {
      return;
    }
    file(0, false);
    if (plan.settings().errors().writesLateFiles() || !plan.settings().repairs().isNone()) {
      file(0, true); // readers may name it, also where no message is late
    }
  }

  /** The file of a message: that of its own trade date. */
  MessageFile of(EventRecord record) throws IOException {
    int day = plan.settings().days().areSeveral() ? record.day() : 0;
    return record.inCat ? source(day) : file(day, record.late);
  }

  private MessageFile source(int day) throws IOException {
    if (sources[day] == null) {
      sources[day] = new MessageFile(plan.sourceFile(shard, epochDay + day), streams);
    }
    return sources[day];
  }

  private MessageFile file(int day, boolean isLate) throws IOException {
    MessageFile[] files = isLate ? late : inTime;
    if (files[day] == null) {
      int date = epochDay + day;
      String name = isLate ? plan.lateFile(shard, date) : plan.eventsFile(shard, date);
      files[day] = new MessageFile(name, streams);
    }
    return files[day];
  }

  void flush() throws IOException {
    for (MessageFile file : all()) {
      file.sink.flush();
    }
  }

  /** Bytes of all files. */
  long bytes() {
    long bytes = 0;
    for (MessageFile file : all()) {
      bytes += file.sink.total();
    }
    return bytes;
  }

  private List<MessageFile> all() {
    return Stream.of(inTime, late, sources)
        .flatMap(Arrays::stream)
        .filter(Objects::nonNull)
        .toList();
  }
}
