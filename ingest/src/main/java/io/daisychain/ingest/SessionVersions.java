package io.daisychain.ingest;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixTag;
import io.daisychain.fix.FixVersion;
import io.daisychain.fix.MessageFinder;
import io.daisychain.ingest.file.InputFile;
import io.daisychain.ingest.file.InputRange;
import io.daisychain.ingest.file.LineReader;
import io.daisychain.model.event.EventReader;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Which version of FIX a message is of: its own, else that of the last Logon (DefaultApplVerID,
 * 1137) of its session before it in a wire log, else the one that is set.
 *
 * <p>Both ends of a session are one: what a Logon says holds for all that is sent between the two
 * CompIDs. A range of a file that needs a Logon before it reads the file up to its own beginning,
 * once. Not thread-safe.
 */
final class SessionVersions {
  /** Sessions that are told apart in a file: its reporter must not fill the memory. */
  private static final int MOST_SESSIONS = 10_000;

  private final EventReader.Rules rules;
  private final Map<String, FixVersion> agreed = new HashMap<>();
  private InputRange unread; // whose earlier part may have Logons

  SessionVersions(EventReader.Rules rules) {
    this.rules = rules;
  }

  /** Begins a file, or a range of one. */
  void begin(InputRange range) {
    agreed.clear();
    unread = range != null && range.start() > 0 ? range : null;
  }

  /** The version of a message. */
  FixVersion of(FixMessage message) throws IOException {
    if (!FixVersion.isFixt(message) || FixVersion.named(message, FixTag.APPL_VER_ID) != null) {
      return FixVersion.of(message, rules.applVer());
    }
    boolean wire = isWire(message);
    if (wire && unread != null) {
      InputRange range = unread;
      unread = null;
      readBefore(range);
    }
    return wire && !agreed.isEmpty()
        ? agreed.getOrDefault(session(message), rules.applVer())
        : rules.applVer();
  }

  /** Takes a message that is no event: it may be a Logon. */
  void take(FixMessage message) {
    FixVersion version =
        message.character(FixTag.MSG_TYPE) == 'A' && FixVersion.isFixt(message)
            ? FixVersion.named(message, FixTag.DEFAULT_APPL_VER_ID)
            : null;
    if (version != null && isWire(message)) {
      String session = session(message);
      if (agreed.size() < MOST_SESSIONS || agreed.containsKey(session)) {
        agreed.put(session, version);
      }
    }
  }

  /** Logons before a range; those that came in the range since then are later ones. */
  private void readBefore(InputRange range) throws IOException {
    Map<String, FixVersion> later = new HashMap<>(agreed);
    FixMessage message = new FixMessage();
    MessageFinder finder = new MessageFinder();
    try (InputFile in = InputFile.openText(range.file(), 0)) {
      LineReader lines = new LineReader(in, 0);
      while (lines.next() && lines.lineOffset() < range.start()) {
        finder.line(lines.buffer(), lines.from(), lines.to());
        for (MessageFinder.Found found = finder.next(message);
            found != MessageFinder.Found.END;
            found = finder.next(message)) {
          if (found == MessageFinder.Found.MESSAGE) {
            take(message);
          }
        }
      }
    }
    agreed.putAll(later);
  }

  private boolean isWire(FixMessage message) {
    String target = message.value(FixTag.TARGET_COMP_ID);
    return !target.isEmpty() && !target.equals(rules.receiver());
  }

  private static String session(FixMessage message) {
    String sender = message.value(FixTag.SENDER_COMP_ID);
    String target = message.value(FixTag.TARGET_COMP_ID);
    return sender.compareTo(target) < 0 ? sender + '\1' + target : target + '\1' + sender;
  }
}
