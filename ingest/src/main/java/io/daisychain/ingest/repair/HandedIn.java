package io.daisychain.ingest.repair;

import io.daisychain.cat.RecordStream;
import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixTag;
import io.daisychain.fix.MessageDraft;
import io.daisychain.ingest.file.InputFile;
import io.daisychain.ingest.file.InputMessages;
import io.daisychain.ingest.file.InputNames;
import io.daisychain.reporting.FeedbackEntry;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.io.fs.EmptyMatchTreatment;
import org.apache.beam.sdk.io.fs.MatchResult;

/** The files that feedback is about, as they were handed in. */
final class HandedIn {
  /** What a draft of records needs. */
  static final String NEEDS_NAME =
      "a file of records has a name such as 0_ALFA_20261117_repair_OrderEvents_000001.json, which"
          + " says when they count as sent";

  private final InputNames names;
  private final List<String> files = new ArrayList<>();

  /** Files that match a pattern, as ingest had it. */
  HandedIn(String pattern) throws IOException {
    names = InputNames.of(pattern);
    try {
      for (MatchResult.Metadata file :
          FileSystems.match(pattern, EmptyMatchTreatment.ALLOW).metadata()) {
        files.add(file.resourceId().toString());
      }
    } catch (FileNotFoundException | NoSuchFileException e) {
      files.clear();
    }
  }

  /** Takes lines of feedback of which nothing can be made here, and why. */
  interface Left {
    void leave(String where, String why, long lines);
  }

  /** Faults at one line of a file, by the message that they are about. */
  private static final class Place {
    final Map<String, List<FeedbackEntry>> byMessage = new LinkedHashMap<>();

    void add(FeedbackEntry fault) {
      String message =
          fault.offset() >= 0
              ? "at " + fault.offset()
              : fault.eventType() + " " + fault.reporter() + " " + fault.eventId();
      byMessage.computeIfAbsent(message, none -> new ArrayList<>()).add(fault);
    }

    long lines() {
      return byMessage.values().stream().mapToLong(List::size).sum();
    }

    FeedbackEntry first() {
      return byMessage.values().iterator().next().get(0);
    }
  }

  /**
   * Finds the messages that feedback is about, in the order of their places.
   *
   * @param feedback lines with a place
   * @param left takes what is no message to mend
   * @throws IllegalArgumentException naming the line of feedback whose file is not there
   * @throws IOException naming file and line where there is not what the feedback is about
   */
  List<FaultyMessage> find(List<FeedbackEntry> feedback, Left left) throws IOException {
    Map<String, NavigableMap<Long, Place>> wanted = new LinkedHashMap<>();
    for (FeedbackEntry fault : feedback) {
      wanted
          .computeIfAbsent(fault.file(), none -> new TreeMap<>())
          .computeIfAbsent(fault.line(), none -> new Place())
          .add(fault);
    }
    Map<String, String> paths = new LinkedHashMap<>();
    for (Map.Entry<String, NavigableMap<Long, Place>> file : wanted.entrySet()) {
      String place = file.getValue().firstEntry().getValue().first().place();
      String path = pathOf(place, file.getKey(), file.getKey()::equals);
      if (isCat(path)) {
        long lines = file.getValue().values().stream().mapToLong(Place::lines).sum();
        left.leave(file.getKey(), "it is a file of CAT: " + NEEDS_NAME, lines);
      } else {
        paths.put(file.getKey(), path);
      }
    }
    List<FaultyMessage> found = new ArrayList<>();
    for (Map.Entry<String, String> path : paths.entrySet()) {
      find(path.getKey(), path.getValue(), wanted.get(path.getKey()), found, left);
    }
    return found;
  }

  /**
   * The file that feedback is about.
   *
   * @param place of the line of feedback
   * @param isIt of the name of a file, as ingest showed it
   * @throws IllegalArgumentException if there is none, or there are several
   */
  String pathOf(String place, String name, Predicate<String> isIt) {
    List<String> found = files.stream().filter(path -> isIt.test(shown(path))).toList();
    if (found.isEmpty()) {
      found =
          files.stream().filter(path -> FeedbackEntry.shown(path).endsWith("/" + name)).toList();
    }
    if (found.size() != 1) {
      String which = found.isEmpty() ? "no file is " : "several files are ";
      throw new IllegalArgumentException(place + ": " + which + name + " among the input");
    }
    return found.get(0);
  }

  /** The name by which ingest showed a file. */
  String shown(String path) {
    return FeedbackEntry.shown(names.shown(path));
  }

  /** Paths of all files. */
  List<String> paths() {
    return files;
  }

  /** Whether a file has records of CAT. */
  static boolean isCat(String path) throws IOException {
    try (InputFile in = InputFile.open(path)) {
      return RecordStream.formOf(in.head()) != null;
    }
  }

  private static void find(
      String name,
      String path,
      NavigableMap<Long, Place> wanted,
      List<FaultyMessage> into,
      Left left)
      throws IOException {
    try (InputMessages in = InputMessages.open(path)) {
      Map.Entry<Long, Place> next = wanted.firstEntry();
      while (next != null && in.next()) {
        while (next != null && next.getKey() < in.line()) {
          requireAllFound(name, next.getValue());
          next = wanted.higherEntry(next.getKey());
        }
        if (next != null && next.getKey() == in.line()) {
          take(name + ":" + in.line(), in, next.getValue(), into, left);
        }
      }
      while (next != null) {
        requireAllFound(name, next.getValue());
        next = wanted.higherEntry(next.getKey());
      }
    }
  }

  private static void take(
      String where, InputMessages in, Place place, List<FaultyMessage> into, Left left) {
    if (in.isOversized()) {
      if (place.byMessage.remove("at " + in.offset()) != null) {
        left.leave(where, "it is longer than any message may be", 1);
      }
      return;
    }
    List<FeedbackEntry> faults = take(place, in);
    if (!faults.isEmpty() && in.isMessage()) {
      into.addAll(ListedOrders.faulty(where, in.message(), faults));
    } else if (!faults.isEmpty()) {
      into.add(FaultyMessage.ofFields(where, in.bytes(), faults));
    }
  }

  /** What feedback says about the message that was found, whose place must hold it still. */
  private static List<FeedbackEntry> take(Place place, InputMessages in) {
    List<FeedbackEntry> faults = new ArrayList<>();
    for (Map.Entry<String, List<FeedbackEntry>> entry : List.copyOf(place.byMessage.entrySet())) {
      FeedbackEntry first = entry.getValue().get(0);
      boolean isHere = first.offset() < 0 || first.offset() == in.offset();
      boolean isSame =
          in.isMessage()
              ? ListedOrders.any(in.message(), order -> isAbout(first, MessageDraft.of(order)))
              : in.isUnframed() && first.offset() >= 0 && first.reporter().isEmpty();
      if (isHere && isSame) {
        faults.addAll(place.byMessage.remove(entry.getKey()));
      }
    }
    return faults;
  }

  /** True when the reporter and the id that feedback names are in the message. */
  private static boolean isAbout(FeedbackEntry fault, MessageDraft fields) {
    return isValue(fault.reporter(), fields, FixTag.SENDER_COMP_ID, FixTag.TARGET_COMP_ID)
        && isValue(fault.eventId(), fields, RepairTags.EVENT_IDS);
  }

  private static boolean isValue(String told, MessageDraft fields, int... tags) {
    return Arrays.stream(tags)
        .anyMatch(tag -> told.equals(FeedbackEntry.shown(fields.valueOf(tag))));
  }

  private static void requireAllFound(String name, Place place) throws IOException {
    if (place.byMessage.isEmpty()) {
      return;
    }
    FeedbackEntry fault = place.first();
    String what =
        (fault.eventType().isEmpty() ? "message" : fault.eventType())
            + (fault.eventId().isEmpty() ? "" : " " + fault.eventId())
            + (fault.reporter().isEmpty() ? "" : " of " + fault.reporter());
    throw new IOException(
        name
            + ":"
            + fault.line()
            + ": there is no "
            + what
            + (fault.offset() >= 0 ? " at byte " + fault.offset() : "")
            + ", as "
            + fault.place()
            + " has it: the file is not the one that was handed in");
  }

  /** Goes through all messages of all files, with the place of each; of a list by order. */
  void forEach(BiConsumer<String, FixMessage> reader) throws IOException {
    for (String path : files) {
      String name = shown(path);
      try (InputMessages in = InputMessages.open(path)) {
        while (in.next()) {
          if (in.isMessage()) {
            String where = name + ":" + in.line();
            ListedOrders.forEach(in.message(), message -> reader.accept(where, message));
          }
        }
      }
    }
  }
}
