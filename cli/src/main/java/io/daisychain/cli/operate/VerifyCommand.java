package io.daisychain.cli.operate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.daisychain.audit.AuditEntry;
import io.daisychain.audit.AuditHead;
import io.daisychain.audit.AuditLog;
import io.daisychain.audit.ChainCheck;
import io.daisychain.audit.ReceiptKey;
import io.daisychain.audit.Sha256;
import io.daisychain.cli.job.AuditTrail;
import io.daisychain.cli.job.Runs;
import io.daisychain.cli.job.WrittenFiles;
import io.daisychain.cli.option.Paths;
import io.daisychain.cli.option.StoreOptions;
import io.daisychain.cli.option.WarehouseOption;
import io.daisychain.cli.terminal.CommandLog;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.model.RowKey;
import io.daisychain.store.StoreSession;
import io.daisychain.store.StoreTable;
import io.daisychain.warehouse.WarehouseAddress;
import io.daisychain.warehouse.duckdb.DayFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Finds what was changed since it was entered in the audit log. */
@Command(
    name = "verify",
    description = {
      "Finds what was changed since it was entered in the audit log: entries, files that were handed"
          + " in, files of the warehouse. Names each, and ends with 1 if there is one.",
      "Who can write everything can write the log anew too: --head and --heads hold it against"
          + " heads that were kept elsewhere, --receipt against one that was given to a firm.",
      ""
    },
    footer = {
      "",
      "  ./daisychain verify --heads=/elsewhere/heads",
      "  ./daisychain verify --receipt=receipt.json --receiptKey=receipt-key.pub.pem",
      "docs/evidence.md says what it proves."
    })
public final class VerifyCommand implements Callable<Integer> {
  @Option(
      names = "--head",
      paramLabel = "N:SHA256",
      description = "A head that audit --head printed, kept elsewhere. May be given several times.")
  private List<String> heads = new ArrayList<>();

  @Option(names = "--heads", paramLabel = "FILE", description = "A file of heads, one a line.")
  private Path headsFile;

  @Option(
      names = "--receipt",
      paramLabel = "FILE",
      description =
          "A receipt.json that was given to a firm, with its signature beside it (.sig). May be"
              + " given several times.")
  private List<Path> receipts = new ArrayList<>();

  @Option(
      names = "--receiptKey",
      paramLabel = "FILE",
      description = "The public key that the firm was given. Default: that beside the log")
  private Path receiptKey;

  @Option(
      names = "--files",
      paramLabel = "DIR",
      description =
          "Where files that were handed in lie now: those that are not where they were are looked"
              + " for by their SHA-256. May be given several times.")
  private List<Path> folders = new ArrayList<>();

  @Option(
      names = "--rebuild",
      description = {
        "Makes the tables once more of the files that were handed in, in a store of its own, and"
            + " compares each published row: proves rows, where the rest proves files. Takes the time"
            + " and disk of a run over all files."
      })
  private boolean rebuild;

  @Option(
      names = "--id",
      paramLabel = "UUID",
      description = {
        "Traces one row: its contents, and of each the file and line from which it came, with the"
            + " entry that says so."
      })
  private String id;

  @Mixin private StoreOptions store;
  @Mixin private WarehouseOption warehouse;

  private final Set<String> faults = new LinkedHashSet<>();

  private final HandedInFiles handedIn = new HandedInFiles();

  /** By path the SHA-256 of files of warehouses. */
  private final Map<String, String> written = new TreeMap<>();

  /** Commands without an end, by number. */
  private final Map<Long, String> open = new TreeMap<>();

  /** Trade dates that publications took out, as {@code YYYY-MM-DD}. */
  private final Set<String> cut = new TreeSet<>();

  private boolean hasDropped;
  private long questions;
  private long sessions;
  private final LongAdder bytes = new LongAdder(); // of files of warehouses

  @Override
  public Integer call() throws IOException {
    AuditLog log =
        AuditTrail.find()
            .orElseThrow(
                () -> new UsageException("there is no audit log in " + AuditTrail.folder()));
    List<AuditHead> kept = kept();
    FileSystems.setDefaultPipelineOptions(PipelineOptionsFactory.create());
    checkReceipts(log, kept);
    ChainCheck chain = ChainCheck.of(log, kept);
    faults.addAll(chain.faults());
    if (chain.faults().stream().noneMatch(fault -> fault.contains(" is no entry"))) {
      log.entries(this::note);
    }
    open.remove(chain.head().number()); // this very command, where nothing came after it
    Terminal.result(
        "log      %s entries, head %s"
            .formatted(Terminal.number(chain.head().number()), chain.head()));
    if (kept.isEmpty()) {
      Terminal.note(
          "no head was given: what was written anew from some entry on, or cut off, is not seen");
    }
    Runs.timed(
        "verify",
        () -> handedIn.bytes() + bytes.sum(),
        "bytes",
        () -> {
          handedIn.check(folders, faults::add);
          checkWritten();
          return null;
        });
    Terminal.result(
        "files    %s handed in, %s of the warehouse, %s bytes"
            .formatted(
                Terminal.number(handedIn.count()),
                Terminal.number(written.size()),
                Terminal.number(handedIn.bytes() + bytes.sum())));
    Terminal.result(
        "asked    %s questions, %s sessions"
            .formatted(Terminal.number(questions), Terminal.number(sessions)));
    if (id != null || rebuild) {
      checkRows();
    }
    open.forEach(
        (number, name) ->
            Terminal.note("entry " + number + ": " + name + " has no end: it was killed, or runs"));
    faults.forEach(fault -> Terminal.result("CHANGED  " + fault));
    Terminal.result(faults.isEmpty() ? "nothing was changed" : faults.size() + " changes");
    return faults.isEmpty() ? 0 : 1;
  }

  private List<AuditHead> kept() throws IOException {
    List<String> texts = new ArrayList<>(heads);
    if (headsFile != null) {
      try (Stream<String> lines = Files.lines(headsFile)) {
        lines.filter(line -> !line.isBlank()).forEach(texts::add);
      } catch (NoSuchFileException e) {
        throw new UsageException("--heads: no file " + headsFile, e);
      }
    }
    return new ArrayList<>(
        UsageException.checked(() -> texts.stream().map(AuditHead::parse).toList()));
  }

  /** A receipt is a head that a firm has kept, and says which files are entered. */
  private void checkReceipts(AuditLog log, List<AuditHead> kept) throws IOException {
    Path key = receiptKey == null ? AuditTrail.folder().resolve(ReceiptKey.PUBLIC) : receiptKey;
    for (Path receipt : receipts) {
      byte[] text;
      byte[] signature;
      try {
        text = Files.readAllBytes(receipt);
        signature = Files.readAllBytes(receipt.resolveSibling(receipt.getFileName() + ".sig"));
      } catch (NoSuchFileException e) {
        throw new UsageException("--receipt: no file " + e.getFile(), e);
      }
      if (!ReceiptKey.isSigned(key, text, signature)) {
        faults.add(receipt + ": it was not signed with the key of " + key);
        continue;
      }
      JsonNode read = new ObjectMapper().readTree(text);
      kept.add(UsageException.checked(() -> AuditHead.parse(read.path("audit").asText())));
      Set<String> wanted = new LinkedHashSet<>();
      read.path("files")
          .forEach(
              file -> wanted.add(file.path("file").asText() + " " + file.path("sha256").asText()));
      try {
        log.entries(
            entry -> {
              if (entry.text("run").equals(read.path("runId").asText())) {
                wanted.remove(entry.text("file") + " " + entry.text("sha256"));
              }
            });
      } catch (IOException e) {
        continue; // the check of the chain names the line
      }
      wanted.forEach(file -> faults.add(receipt + ": the log has no " + file));
    }
  }

  private void note(AuditEntry entry) {
    WrittenFiles.note(entry, written);
    handedIn.note(entry);
    switch (entry.kind()) {
      case "query", "question" -> questions++;
      case "session" -> sessions++;
      case "published" ->
          entry
              .fields()
              .path("cut")
              .forEach(
                  day ->
                      cut.add(
                          LocalDate.parse(day.asText(), DateTimeFormatter.BASIC_ISO_DATE)
                              .toString()));
      default -> {}
    }
    if (entry.kind().equals("command")) {
      open.put(entry.number(), entry.text("command"));
      hasDropped |= entry.text("command").equals("drop");
    } else if (entry.kind().equals("ended")) {
      open.remove(entry.fields().path("of").asLong());
    }
  }

  private void checkRows() throws IOException {
    List<String> files;
    try (StoreSession session = store.openExisting()) {
      store.requireTable(session);
      StoreTable table = session.table(store.table());
      files = handedIn.to(table.toString()).stream().map(handedIn::place).toList();
      if (id != null) {
        RowTrace.print(
            table, UsageException.checked(() -> RowKey.parse(id)), handedIn, faults::add);
      }
    }
    if (rebuild) {
      rebuild(files);
    }
  }

  /** Compares the published rows with those that come of the files. */
  private void rebuild(List<String> files) throws IOException {
    if (!(warehouse.address() instanceof WarehouseAddress.DuckDb duckDb)) {
      throw new UsageException(
          "--rebuild is for duckdb: what other warehouses have is not compared");
    }
    if (files.stream().anyMatch(Paths::isRemote)) {
      throw new UsageException(
          "--rebuild is for files of this machine, and some were handed in from elsewhere");
    }
    if (hasDropped) {
      Terminal.note(
          "dates were dropped: what came later and names their events is made with them, so it may"
              + " differ");
    }
    Path scratch =
        CommandLog.DEFAULT_FOLDER
            .resolve("verify-" + ProcessHandle.current().pid())
            .toAbsolutePath();
    Path published = Path.of("").toAbsolutePath().resolve(duckDb.file()).normalize();
    long rows = new Rebuild(scratch, store).tell(files, published, cut, faults::add);
    Terminal.result(
        "rows     %s of %s compared with those of %s files"
            .formatted(Terminal.number(rows), warehouse.shown(), Terminal.number(files.size())));
  }

  private void checkWritten() throws IOException {
    Set<Path> warehouses = new LinkedHashSet<>();
    for (Map.Entry<String, String> file : written.entrySet()) {
      Path path = Path.of(file.getKey());
      if (!file.getKey().endsWith(".parquet")) {
        warehouses.add(path);
      }
      if (!Files.exists(path)) {
        faults.add(path + " is not there: it was published with SHA-256 " + file.getValue());
        continue;
      }
      bytes.add(Files.size(path));
      if (!Sha256.of(path).equals(file.getValue())) {
        faults.add(path + " was changed: it was published with SHA-256 " + file.getValue());
      }
    }
    for (Path file : warehouses) {
      for (Path each : WrittenFiles.of(file)) {
        if (!written.containsKey(each.toString())) {
          faults.add(each + " was added to " + DayFolder.of(file) + ": no publication wrote it");
        }
      }
    }
  }
}
