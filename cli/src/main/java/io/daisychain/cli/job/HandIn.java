package io.daisychain.cli.job;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.daisychain.audit.AuditFact;
import io.daisychain.audit.AuditHead;
import io.daisychain.audit.ReceiptKey;
import io.daisychain.ingest.receipt.WriteReceipt;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.Reader;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.io.fs.ResolveOptions.StandardResolveOptions;
import org.apache.beam.sdk.io.fs.ResourceId;
import org.apache.beam.sdk.util.MimeTypes;

/**
 * Enters in the audit log which files an ingest took, and signs the receipt for them: {@code
 * receipt.json} has the lines of {@code receipt.csv} and the head of the log with their entries;
 * {@code receipt.json.sig} is its signature. So who handed in keeps a head of the log.
 */
final class HandIn {
  /** Entry of a file that was handed in. */
  static final String ENTRY = "handed in";

  private static final String RECEIPT = "receipt.json";
  private static final String SIGNATURE = RECEIPT + ".sig";
  private static final List<String> NUMBERS =
      List.of("bytes", "read", "stored", "skipped", "rejected");
  private static final ObjectMapper JSON = new ObjectMapper();

  private HandIn() {}

  /**
   * Enters the files of a receipt.
   *
   * @param folder of the run's feedback, with the receipt
   * @param store to which they were handed in
   * @param paths of the files by the names that the receipt has
   */
  static void enter(String folder, String runId, String store, Map<String, String> paths)
      throws IOException {
    if (!AuditTrail.isKept()) {
      return;
    }
    ObjectNode receipt = JSON.createObjectNode();
    receipt
        .put("runId", runId)
        .put("time", Instant.now().truncatedTo(ChronoUnit.MILLIS).toString());
    ArrayNode files = receipt.putArray("files");
    List<AuditFact> facts = new ArrayList<>();
    ResourceId directory = FileSystems.matchNewResource(folder, true);
    try (Reader text =
            new InputStreamReader(
                Channels.newInputStream(FileSystems.open(file(directory, WriteReceipt.NAME))),
                StandardCharsets.UTF_8);
        CsvReader<NamedCsvRecord> lines = CsvReader.builder().ofNamedCsvRecord(text)) {
      for (NamedCsvRecord line : lines) {
        ObjectNode file = files.addObject();
        AuditFact fact = AuditFact.of(ENTRY).with("run", runId).with("store", store);
        String name = line.getField("file");
        if (paths.containsKey(name)) {
          fact.with("path", paths.get(name));
        }
        line.getFieldsAsMap()
            .forEach(
                (column, value) -> {
                  if (NUMBERS.contains(column) && !value.isEmpty()) {
                    file.put(column, Long.parseLong(value));
                    fact.with(column, Long.parseLong(value));
                  } else {
                    file.put(column, value);
                    fact.with(column, value);
                  }
                });
        facts.add(fact);
      }
    }
    String head = AuditTrail.enter(facts).map(AuditHead::toString).orElse("");
    receipt.put("audit", head);
    byte[] bytes = JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(receipt);
    write(file(directory, RECEIPT), bytes);
    write(file(directory, SIGNATURE), ReceiptKey.sign(AuditTrail.folder(), bytes));
  }

  private static ResourceId file(ResourceId directory, String name) {
    return directory.resolve(name, StandardResolveOptions.RESOLVE_FILE);
  }

  private static void write(ResourceId file, byte[] bytes) throws IOException {
    try (OutputStream out = Channels.newOutputStream(FileSystems.create(file, MimeTypes.BINARY))) {
      out.write(bytes);
    }
  }
}
