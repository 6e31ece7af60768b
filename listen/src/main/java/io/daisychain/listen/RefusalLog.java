package io.daisychain.listen;

import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says who was refused and why: {@value #MOST_LINES} lines in ten seconds, of further ones how many
 * they were, so that nobody fills a log. Safe for several threads.
 */
final class RefusalLog {
  private static final int MOST_LINES = 10;
  private static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final Logger LOG = LoggerFactory.getLogger(RefusalLog.class);

  private final String name;
  private long began;
  private int lines;
  private long more;

  RefusalLog(String name) {
    this.name = name;
  }

  /** Somebody was refused at a moment, in nanoseconds. */
  synchronized void refused(String peer, String why, long now) {
    tick(now);
    if (lines == 0) {
      began = now;
    }
    if (lines < MOST_LINES) {
      lines++;
      LOG.info("{}: {} is refused: {}", name, peer, why);
    } else {
      more++;
    }
  }

  /** It is a moment later. */
  synchronized void tick(long now) {
    if (lines > 0 && now - began > WINDOW_NANOS) {
      if (more > 0) {
        LOG.info("{}: {} more were refused", name, more);
      }
      lines = 0;
      more = 0;
    }
  }
}
