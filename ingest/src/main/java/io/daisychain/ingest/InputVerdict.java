package io.daisychain.ingest;

import io.daisychain.ingest.file.FileFacts;
import io.daisychain.ingest.file.InputDamage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Messages about an input file that needs attention: the cause, and what helps. */
final class InputVerdict {
  private InputVerdict() {}

  /** Whether not all of the file could be read. */
  static boolean isDamaged(FileFacts facts) {
    return facts.damage() != null || facts.failure() != null;
  }

  /** Whether the file gave no event, or was of another kind than meant. */
  static boolean isToTell(FileFacts facts) {
    return !facts.hasEvents()
        || facts.wireLog() > 0
        || !facts.versions().isEmpty()
        || !facts.delimiters().isEmpty();
  }

  /** A line for each thing to tell; none where all is as it should be. */
  static List<String> texts(String file, FileFacts facts) {
    List<String> texts = new ArrayList<>();
    if (facts.failure() != null) {
      return List.of("cannot be read: " + facts.failure());
    }
    if (facts.damage() != null) {
      texts.add(damage(facts.damage()));
    }
    if (!facts.content().isRead()) {
      String inside = facts.form() == facts.content() ? "" : "holds, once unpacked, ";
      texts.add(
          "not read: " + inside + facts.content().description() + "; " + facts.content().advice());
      return texts;
    }
    if (facts.content().isCompressed()) {
      texts.add("not read: packed twice (" + facts.content().description() + "); unpack it once");
      return texts;
    }
    if (!facts.versions().isEmpty()) {
      texts.add(
          "rejected: messages of a version that is not read ("
              + names(facts.versions())
              + "); those are FIX.4.0 to FIX.4.4 and FIXT.1.1");
    }
    if (!facts.delimiters().isEmpty()) {
      texts.add(delimiters(file, facts));
    }
    if (facts.wireLog() > 0) {
      texts.add(wireLog(facts));
    }
    if (!facts.hasEvents() && texts.isEmpty()) {
      texts.add("no event: " + nothing(facts));
    }
    return texts;
  }

  private static String damage(InputDamage damage) {
    return "damaged at byte %s: %s; read up to there, %s bytes unpacked"
        .formatted(number(damage.storedOffset()), damage.text(), number(damage.offset()));
  }

  private static String delimiters(String file, FileFacts facts) {
    String first = facts.delimiters().keySet().iterator().next();
    String replace =
        first.length() == 1
            ? "tr '" + first + "' '\\001' < " + file
            : "sed 's/" + first.replaceAll("[\\\\^\\[]", "\\\\$0") + "/\\x01/g' " + file;
    return "rejected: fields end with %s and not with SOH (byte 1); replace it: %s"
        .formatted(names(facts.delimiters()), replace);
  }

  private static String wireLog(FileFacts facts) {
    String text =
        "wire log: read as a FIX engine's own messages, since tag 56 is "
            + names(facts.receivers());
    if (facts.submissions() > 0) {
      text += ", beside " + number(facts.submissions()) + " submissions";
    }
    if (facts.receivers().size() == 1) {
      text +=
          "; if these are submissions to that receiver, give --receiver="
              + facts.receivers().keySet().iterator().next();
    }
    return text;
  }

  private static String nothing(FileFacts facts) {
    long messages = facts.noEvents() + facts.rejected();
    if (messages > 0) {
      List<String> words = new ArrayList<>();
      if (facts.noEvents() > 0) {
        words.add(number(facts.noEvents()) + " messages that are no events (session messages)");
      }
      if (facts.rejected() > 0) {
        words.add(number(facts.rejected()) + " messages rejected, see the feedback");
      }
      return String.join(", ", words);
    }
    if (facts.noise() == 0 && facts.damage() == null && facts.look().isEmpty()) {
      return "the file is empty";
    }
    String looks = facts.look().isEmpty() ? "" : "; it looks like " + facts.look();
    return number(facts.noise()) + " lines without a FIX message (8=FIX...)" + looks;
  }

  private static String names(Map<String, Long> counts) {
    return counts.entrySet().stream()
        .map(entry -> entry.getKey() + " in " + number(entry.getValue()))
        .collect(Collectors.joining(", "));
  }

  private static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }
}
