package io.daisychain.ingest;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixTag;
import io.daisychain.fix.FixVersion;
import io.daisychain.fix.MessageFinder;
import io.daisychain.fix.validate.Framing;
import io.daisychain.fix.validate.ValidationResult;
import io.daisychain.ingest.file.InputFile;
import io.daisychain.ingest.file.LineReader;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * What the Logons of a wire log agree on (DefaultApplVerID, 1137), by session and by where they
 * stand in the file. Both ends of a session are one: what a Logon says holds for all that is sent
 * between the two CompIDs behind it. Not thread-safe.
 */
final class SessionLogons {
  /** Sessions that are told apart in a file: its reporter must not fill the memory. */
  private static final int MOST_SESSIONS = 10_000;

  /** Logons of a file that say another version than the one before; those behind say nothing. */
  private static final int MOST_CHANGES = 100_000;

  private final Map<String, NavigableMap<Long, FixVersion>> agreed = new HashMap<>();
  private final String receiver;
  private int changes;

  /**
   * Of a file of which nothing was read.
   *
   * @param receiver TargetCompID of submissions, which have no sessions
   */
  SessionLogons(String receiver) {
    this.receiver = receiver;
  }

  /** Takes a message that is no event and stands behind those taken so far: it may be a Logon. */
  void take(FixMessage message, long offset) {
    FixVersion version =
        message.character(FixTag.MSG_TYPE) == 'A' && FixVersion.isFixt(message)
            ? FixVersion.named(message, FixTag.DEFAULT_APPL_VER_ID)
            : null;
    if (version == null || !isWire(message, receiver) || changes == MOST_CHANGES) {
      return;
    }
    String session = session(message);
    NavigableMap<Long, FixVersion> said = agreed.get(session);
    if (said == null && agreed.size() < MOST_SESSIONS) {
      said = new TreeMap<>();
      agreed.put(session, said);
    }
    if (said != null && (said.isEmpty() || said.lastEntry().getValue() != version)) {
      said.put(offset, version);
      changes++;
    }
  }

  /** What the last Logon before a message says; null where there is none. */
  FixVersion before(FixMessage message, long offset) {
    NavigableMap<Long, FixVersion> said =
        agreed.isEmpty() || !isWire(message, receiver) ? null : agreed.get(session(message));
    Map.Entry<Long, FixVersion> last = said == null ? null : said.floorEntry(offset);
    return last == null ? null : last.getValue();
  }

  /** True of a message that is to somebody else than the receiver of submissions. */
  static boolean isWire(FixMessage message, String receiver) {
    String target = message.value(FixTag.TARGET_COMP_ID);
    return !target.isEmpty() && !target.equals(receiver);
  }

  private static String session(FixMessage message) {
    String sender = message.value(FixTag.SENDER_COMP_ID);
    String target = message.value(FixTag.TARGET_COMP_ID);
    return sender.compareTo(target) < 0 ? sender + '\1' + target : target + '\1' + sender;
  }

  /** Reads all Logons of a plain file. */
  private void readAll(String file) throws IOException {
    FixMessage message = new FixMessage();
    MessageFinder finder = new MessageFinder();
    ValidationResult errors = new ValidationResult();
    try (InputFile in = InputFile.openText(file, 0)) {
      LineReader lines = new LineReader(in, 0);
      while (lines.next()) {
        if (lines.isOversized()) {
          continue;
        }
        finder.line(lines.buffer(), lines.from(), lines.to());
        for (MessageFinder.Found found = finder.next(message);
            found != MessageFinder.Found.END;
            found = finder.next(message)) {
          if (found == MessageFinder.Found.MESSAGE
              && message.character(FixTag.MSG_TYPE) == 'A'
              && isFramed(message, errors)) {
            take(message, lines.fileOffset(message.from()));
          }
        }
      }
    }
  }

  private static boolean isFramed(FixMessage message, ValidationResult errors) {
    errors.clear();
    Framing.check(message, errors);
    return !errors.framingError();
  }

  /** Of files that are read in ranges: each is read once for all of its ranges, not for each. */
  static final class Files {
    private static final int MOST_FILES = 16;

    private final LinkedHashMap<String, SessionLogons> known = new LinkedHashMap<>();
    private int read;

    /** The Logons of a file. */
    SessionLogons of(String file, String receiver) throws IOException {
      SessionLogons logons = known.get(file);
      if (logons == null) {
        logons = new SessionLogons(receiver);
        logons.readAll(file);
        read++;
        if (known.size() == MOST_FILES) {
          known.remove(known.keySet().iterator().next());
        }
        known.put(file, logons);
      }
      return logons;
    }

    /** How often a file was read. */
    int read() {
      return read;
    }
  }
}
