package io.daisychain.cli.job;

import io.daisychain.audit.AuditFact;
import io.daisychain.audit.AuditHead;
import io.daisychain.audit.Sha256;
import io.daisychain.ingest.MessageCounts;
import io.daisychain.listen.SessionLog;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Enters in the audit log who is served by a command that goes on, what they hand in and what they
 * ask: an entry each, not one a message.
 */
public final class AuditedSessions implements SessionLog {
  /** A subscription may name thousands of symbols. */
  private static final int MOST_CHARACTERS = 4_000;

  @Override
  public Closeable begin(
      String kind, Map<String, String> about, Supplier<Map<String, String>> atEnd)
      throws IOException {
    Optional<AuditHead> began = AuditTrail.enterServed(fact("session", about).with("kind", kind));
    return began.isEmpty()
        ? () -> {}
        : () ->
            AuditTrail.enterServed(
                fact("session ended", atEnd.get()).with("began", began.get().number()));
  }

  private static AuditFact fact(String kind, Map<String, String> fields) {
    AuditFact fact = AuditFact.of(kind);
    fields.forEach(
        (name, value) ->
            fact.with(name, value.substring(0, Math.min(MOST_CHARACTERS, value.length()))));
    return fact;
  }

  /** A file that a folder was given has been taken. */
  public static void taken(String run, String store, Path file, MessageCounts.Totals counts)
      throws IOException {
    if (AuditTrail.find().isEmpty()) {
      return;
    }
    AuditFact fact =
        AuditFact.of(HandIn.ENTRY)
            .with("run", run)
            .with("store", store)
            .with("path", file.toString())
            .with("file", file.getFileName().toString())
            .with("read", counts.stored() + counts.skipped() + counts.rejected())
            .with("stored", counts.stored())
            .with("skipped", counts.skipped())
            .with("rejected", counts.rejected());
    try {
      fact.with("sha256", Sha256.of(file)).with("bytes", Files.size(file));
    } catch (NoSuchFileException e) {
      fact.with("gone", file.toString()); // taken, and not to be proven any more
    }
    AuditTrail.enterServed(fact);
  }

  /** The page of {@code explore} asks something. */
  public static void asked(String name, String query) throws IOException {
    AuditTrail.enterServed(fact("question", Map.of("page", name, "query", query)));
  }
}
