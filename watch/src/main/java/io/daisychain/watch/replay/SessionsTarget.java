package io.daisychain.watch.replay;

import io.daisychain.watch.HostPort;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An acceptor of FIX sessions: each SenderCompID (49) has a session and threads of its own for each
 * BeginString (8).
 */
final class SessionsTarget implements ReplayTarget {
  /** Sessions beside one another. */
  private static final int MOST_SESSIONS = 1_000;

  private static final Logger LOG = LoggerFactory.getLogger(SessionsTarget.class);

  private final ReplaySettings settings;
  private final ReplayCounts counts;
  private final ReplayRecord record;
  private final Map<ReplayItem.SessionName, ReplaySession> sessions = new LinkedHashMap<>();

  SessionsTarget(ReplaySettings settings, ReplayCounts counts, ReplayRecord record)
      throws IOException {
    this.settings = settings;
    this.counts = counts;
    this.record = record;
    try {
      ((ReplaySettings.FixTarget) settings.target()).address().connect().close();
    } catch (HostPort.HandshakeCutException e) {
      LOG.debug("somebody is there, whom each session waits for", e);
    }
  }

  @Override
  public void send(ReplayItem item, long number, long scheduled)
      throws IOException, InterruptedException {
    ReplaySession session = sessions.get(item.session());
    if (session == null) {
      if (sessions.size() == MOST_SESSIONS) {
        throw new IOException("there are more than " + MOST_SESSIONS + " sessions");
      }
      session = new ReplaySession(settings, item.session(), counts, record);
      sessions.put(item.session(), session);
    }
    session.put(item, number, scheduled);
  }

  @Override
  public void idle() {
    // Sessions send what they have at once.
  }

  @Override
  public void finish() throws IOException, InterruptedException {
    sessions.values().forEach(ReplaySession::end);
    StringBuilder problems = new StringBuilder();
    for (ReplaySession session : sessions.values()) {
      session.join();
      if (!session.problem().isEmpty()) {
        problems.append(problems.isEmpty() ? "" : "; ").append(session.problem());
      }
    }
    if (!problems.isEmpty()) {
      throw new IOException(problems.toString());
    }
  }

  @Override
  public void close() {
    sessions.values().forEach(ReplaySession::close);
  }
}
