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
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.ingest.receipt.FileDigest;
import io.daisychain.warehouse.duckdb.DayFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import picocli.CommandLine.Command;
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

  private final Set<String> faults = new LinkedHashSet<>();
  private long bytes;

  /** A file that was handed in. */
  private record HandedIn(long entry, String path, String sha256) {}

  @Override
  public Integer call() throws IOException {
    AuditLog log =
        AuditTrail.find()
            .orElseThrow(
                () -> new UsageException("there is no audit log in " + AuditTrail.folder()));
    List<AuditHead> kept = kept();
    org.apache.beam.sdk.io.FileSystems.setDefaultPipelineOptions(PipelineOptionsFactory.create());
    Map<String, String> written = new TreeMap<>();
    Map<String, HandedIn> handedIn = new TreeMap<>();
    Map<Long, String> open = new TreeMap<>();
    checkReceipts(log, kept);
    ChainCheck chain = ChainCheck.of(log, kept);
    faults.addAll(chain.faults());
    if (chain.faults().stream().noneMatch(fault -> fault.contains(" is no entry"))) {
      log.entries(entry -> note(entry, written, handedIn, open));
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
        () -> bytes,
        "bytes",
        () -> {
          checkFiles(handedIn);
          checkWritten(written);
          return null;
        });
    Terminal.result(
        "files    %s handed in, %s of the warehouse, %s bytes"
            .formatted(
                Terminal.number(handedIn.size()),
                Terminal.number(written.size()),
                Terminal.number(bytes)));
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

  private static void note(
      AuditEntry entry,
      Map<String, String> written,
      Map<String, HandedIn> handedIn,
      Map<Long, String> open) {
    WrittenFiles.note(entry, written);
    switch (entry.kind()) {
      case "command" -> open.put(entry.number(), entry.text("command"));
      case "ended" -> open.remove(entry.fields().path("of").asLong());
      case "handed in" -> {
        if (!entry.text("sha256").isEmpty()) {
          handedIn.put(
              entry.text("path") + " " + entry.text("sha256"),
              new HandedIn(entry.number(), entry.text("path"), entry.text("sha256")));
        }
      }
      default -> {}
    }
  }

  private void checkFiles(Map<String, HandedIn> handedIn) throws IOException {
    Map<String, HandedIn> elsewhere = new HashMap<>();
    for (HandedIn file : handedIn.values()) {
      String fault = "";
      try {
        FileDigest found = FileDigest.of(file.path());
        bytes += found.bytes();
        if (!found.sha256().equals(file.sha256())) {
          fault = "was changed";
        }
      } catch (IOException e) {
        fault = "is not there";
      }
      if (!fault.isEmpty()) {
        elsewhere.put(file.sha256(), file);
        faults.add(words(file, fault));
      }
    }
    for (Path folder : folders) {
      if (!Files.isDirectory(folder)) {
        throw new UsageException("--files=" + folder + " is no folder");
      }
      if (!elsewhere.isEmpty()) {
        find(folder, elsewhere);
      }
    }
  }

  private static String words(HandedIn file, String fault) {
    return "%s %s: entry %d has SHA-256 %s"
        .formatted(file.path(), fault, file.entry(), file.sha256());
  }

  private void find(Path folder, Map<String, HandedIn> wanted) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(folder)) {
      files = all.filter(Files::isRegularFile).toList();
    }
    for (Path each : files) {
      String sum = Sha256.of(each);
      bytes += Files.size(each);
      HandedIn found = wanted.remove(sum);
      if (found != null) {
        faults.remove(words(found, "is not there"));
        faults.remove(words(found, "was changed"));
      }
    }
  }

  private void checkWritten(Map<String, String> written) throws IOException {
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
      bytes += Files.size(path);
      if (!Sha256.of(path).equals(file.getValue())) {
        faults.add(path + " was changed: it was published with SHA-256 " + file.getValue());
      }
    }
    for (Path warehouse : warehouses) {
      for (Path each : WrittenFiles.of(warehouse)) {
        if (!written.containsKey(each.toString())) {
          faults.add(
              each + " was added to " + DayFolder.of(warehouse) + ": no publication wrote it");
        }
      }
    }
  }
}
