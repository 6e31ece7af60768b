package io.daisychain.cli.operate;

import com.fasterxml.jackson.databind.JsonNode;
import io.daisychain.audit.AuditEntry;
import io.daisychain.audit.AuditFact;
import io.daisychain.audit.AuditLog;
import io.daisychain.audit.ReceiptKey;
import io.daisychain.audit.Sha256;
import io.daisychain.beam.WritableFiles;
import io.daisychain.cli.job.AuditTrail;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.store.embedded.PrivateFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.Period;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Begins and shows the audit log. */
@Command(
    name = "audit",
    description = {
      "Shows the audit log: which commands were given by whom, which files they took and wrote.",
      "Once it was begun, all commands of this directory are entered before they work; one that"
          + " cannot be entered is not done. DAISYCHAIN_AUDIT names another folder than"
          + " daisychain-data/audit.",
      ""
    },
    footer = {
      "",
      "  ./daisychain audit --begin --retention=P6Y",
      "  ./daisychain audit --head >> /elsewhere/heads",
      "  ./daisychain verify --heads=/elsewhere/heads",
      "docs/evidence.md says what is entered, and what it proves."
    })
public final class AuditCommand implements Callable<Integer> {
  /** Fields that every entry has. */
  private static final Set<String> CHAIN = Set.of("n", "time", "previous", "entry");

  @Option(names = "--begin", description = "Begins the log, and makes the key that signs receipts.")
  private boolean begin;

  @Option(
      names = "--retention",
      paramLabel = "PERIOD",
      description =
          "How long trade dates are kept, such as P6Y (SEC Rule 17a-4: six years): drop refuses"
              + " younger ones. It can be made longer, never shorter.")
  private String retention;

  @Option(
      names = "--head",
      description =
          "Prints number and SHA-256 of the last entry. Keep it where those who can write the log"
              + " cannot: verify --head then proves all entries up to it.")
  private boolean head;

  @Option(
      names = "--last",
      paramLabel = "N",
      defaultValue = "20",
      description = "Shows the last N entries; 0 for all. Default: ${DEFAULT-VALUE}")
  private int last;

  @Option(
      names = "--json",
      description =
          "Shows them as the lines of the log: JSON, with the SHA-256 of the line before.")
  private boolean isJson;

  @Override
  public Integer call() throws IOException {
    if (begin) {
      begin();
    }
    AuditLog log =
        AuditTrail.find()
            .orElseThrow(
                () ->
                    new UsageException(
                        "there is no audit log in "
                            + AuditTrail.folder()
                            + ": audit --begin begins one"));
    if (retention != null) {
      retain(log);
    }
    if (head) {
      Terminal.result(log.head().toString());
    } else if (!begin && retention == null) {
      show(log);
    }
    return 0;
  }

  private void begin() throws IOException {
    Path folder = AuditTrail.folder();
    if (AuditLog.isIn(folder)) {
      throw new UsageException("there is an audit log in " + folder + " already");
    }
    try {
      PrivateFolder.make(folder);
      ReceiptKey.make(folder);
    } catch (IOException e) {
      throw new IOException("cannot begin a log: " + folder + ": " + WritableFiles.reason(e), e);
    }
    AuditLog log =
        AuditLog.begin(
            folder,
            InstantSource.system(),
            AuditFact.of("begun")
                .with("user", System.getProperty("user.name"))
                .with("receiptKey", Sha256.of(folder.resolve(ReceiptKey.PUBLIC))));
    Terminal.result("audit    begun in " + folder + ", head " + log.head());
    Terminal.note(
        "firms check receipts with " + folder.resolve(ReceiptKey.PUBLIC) + ": give it to them");
  }

  private void retain(AuditLog log) throws IOException {
    Period period;
    try {
      period = Period.parse(retention);
    } catch (DateTimeException e) {
      throw new UsageException("--retention=" + retention + " is no period such as P6Y", e);
    }
    Period before = AuditTrail.retention().orElse(Period.ofDays(1));
    if (LocalDate.EPOCH.plus(period).isBefore(LocalDate.EPOCH.plus(before))) {
      throw new UsageException("--retention=" + retention + " is shorter than " + before);
    }
    log.append(
        List.of(
            AuditFact.of("retained")
                .with(AuditTrail.RETENTION, period.toString())
                .with("user", System.getProperty("user.name"))));
    Terminal.result("audit    trade dates are kept for " + period);
  }

  private void show(AuditLog log) throws IOException {
    ArrayDeque<String> shown = new ArrayDeque<>();
    log.entries(
        entry -> {
          String line = isJson ? entry.toString() : text(entry);
          if (last == 0) {
            Terminal.result(line);
          } else {
            shown.addLast(line);
            if (shown.size() > last) {
              shown.removeFirst();
            }
          }
        });
    shown.forEach(Terminal::result);
  }

  private static String text(AuditEntry entry) {
    StringBuilder text =
        new StringBuilder("%5d  %s  ".formatted(entry.number(), entry.text("time")));
    text.append(entry.kind());
    for (Map.Entry<String, JsonNode> field : entry.fields().properties()) {
      if (!CHAIN.contains(field.getKey())) {
        text.append("  ").append(field.getKey()).append(' ').append(field.getValue());
      }
    }
    return text.toString();
  }
}
