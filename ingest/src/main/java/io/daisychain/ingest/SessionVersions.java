package io.daisychain.ingest;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixTag;
import io.daisychain.fix.FixVersion;
import io.daisychain.ingest.file.InputRange;
import io.daisychain.model.event.EventReader;
import java.io.IOException;

/**
 * Which version of FIX a message is of: its own, else that of the last Logon of its session before
 * it in a wire log ({@link SessionLogons}), else the one that is set. Not thread-safe.
 */
final class SessionVersions {
  private final EventReader.Rules rules;
  private final SessionLogons.Files files;
  private SessionLogons logons;
  private FixVersion agreed; // of all that comes, where one was
  private InputRange part; // of a file whose Logons may stand before it

  SessionVersions(EventReader.Rules rules, SessionLogons.Files files) {
    this.rules = rules;
    this.files = files;
  }

  /** Begins a file, or a range of one. */
  void begin(InputRange range) {
    part = range != null && range.start() > 0 ? range : null;
    logons = part == null ? new SessionLogons(rules.receiver()) : null;
  }

  /** The other end of a session has said which version its messages are of. */
  void agree(FixVersion said) {
    agreed = said;
  }

  /**
   * The version of a message.
   *
   * @param offset at which it begins in the file
   */
  FixVersion of(FixMessage message, long offset) throws IOException {
    if (!FixVersion.isFixt(message) || FixVersion.named(message, FixTag.APPL_VER_ID) != null) {
      return FixVersion.of(message, rules.applVer());
    }
    if (agreed != null) {
      return agreed;
    }
    if (logons == null && !SessionLogons.isWire(message, rules.receiver())) {
      return rules.applVer();
    }
    if (logons == null) {
      logons = files.of(part.file(), rules.receiver());
    }
    FixVersion before = logons.before(message, offset);
    return before == null ? rules.applVer() : before;
  }

  /** Takes a message that is no event: it may be a Logon. */
  void take(FixMessage message, long offset) {
    if (part == null) { // the Logons of a file in parts are those of all of it
      logons.take(message, offset);
    }
  }
}
