package io.daisychain.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.cli.job.IngestStage;
import io.daisychain.cli.job.InputReport;
import io.daisychain.cli.job.StageContext;
import io.daisychain.cli.option.RejectsOption;
import io.daisychain.cli.option.RunnerOptions;
import io.daisychain.cli.option.StoreOptions;
import io.daisychain.cli.option.WriteOption;
import io.daisychain.cli.testing.FixLine;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.Program.Ended;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.SharedStore;
import io.daisychain.store.StoreSession;
import io.daisychain.store.StoreTable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import org.apache.beam.sdk.options.PipelineOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** What is handed in that is no plain file of submissions: told by file, and by the exit code. */
@ExtendWith(SharedStore.class)
class InputKindsIT {
  private static final String TABLE = "kinds";

  @TempDir private Path folder;

  @Test
  void eachFileIsToldByWhatItIsAndFailsTheCommandWhereItIsStrict(RunningStore shared)
      throws Exception {
    Map<String, String> words = writeKinds();
    Files.writeString(folder.resolve("in/good.fix"), order("A1", "MRP"), ISO_8859_1);

    IngestStage ingest = parsed("--input=" + folder.resolve("in/*"));
    ObjectNode counts = ingest(shared, ingest);

    Map<String, String> told = told(counts);
    assertEquals(words.keySet(), told.keySet());
    assertAll(
        words.entrySet().stream()
            .map(
                kind ->
                    () ->
                        assertTrue(
                            told.get(kind.getKey()).startsWith(kind.getValue()),
                            kind.getKey() + ": " + told.get(kind.getKey()))));
    assertEquals("", ingest.complain(counts));
    assertEquals(
        "--strict: " + words.size() + " files gave no event or are of another kind than meant",
        parsed("--input=x", "--strict").complain(counts));
    for (JsonNode file : counts.at("/inputs/told")) {
      assertEquals(
          "--strict: 1 file gave no event or are of another kind than meant",
          parsed("--input=x", "--strict").complain(of(counts, file)));
    }
  }

  /** The counts of an ingest of one file to tell of. */
  private static ObjectNode of(ObjectNode counts, JsonNode file) {
    ObjectNode one = counts.deepCopy();
    ObjectNode inputs = (ObjectNode) one.get("inputs");
    inputs.put("toldFiles", 1).putArray("told").add(file);
    return one;
  }

  private Map<String, String> writeKinds() throws IOException {
    Map<String, String> words = new TreeMap<>();
    String good = order("A2", "MRP");
    Map<String, String> texts = new LinkedHashMap<>();
    texts.put("wire.log", order("A3", "XNYS"));
    words.put("wire.log", "wire log: read as a FIX engine's own messages");
    texts.put("fix45.fix", good.replace("FIX.4.2", "FIX.4.5"));
    texts.put("fixt.fix", good.replace("FIX.4.2", "FIXT.1.2"));
    words.put("fix45.fix", "rejected: messages of a version that is not read (FIX.4.5 in 1)");
    words.put("fixt.fix", "rejected: messages of a version that is not read (FIXT.1.2 in 1)");
    for (String[] delimiter : new String[][] {{"bar", "|"}, {"caret", "^A"}, {"semicolon", ";"}}) {
      texts.put(delimiter[0], good.replace("\1", delimiter[1]));
      words.put(
          delimiter[0], "rejected: fields end with " + delimiter[1] + " in 1 and not with SOH");
    }
    texts.put("a.csv", "id,side\n1,BUY\n");
    words.put("a.csv", "no event: 2 lines without a FIX message (8=FIX...); it looks like CSV");
    texts.put("a.json", "{\"id\": 1}\n");
    words.put("a.json", "no event: 1 messages rejected, see the feedback");
    texts.put("a.xml", "<order/>\n");
    words.put("a.xml", "no event: 1 lines without a FIX message (8=FIX...); it looks like XML");
    texts.put("a.txt", "to whom it may concern\n");
    words.put("a.txt", "no event: 1 lines without a FIX message (8=FIX...)");
    texts.put("heartbeats.fix", FixLine.of("35=0|49=ALFA|56=MRP|34=1|52=20260316-14:30:00|"));
    words.put("heartbeats.fix", "no event: 1 messages that are no events (session messages)");
    texts.put("rejected.fix", good.replace("10=", "10=9"));
    words.put("rejected.fix", "no event: 1 messages rejected, see the feedback");
    texts.put("empty.fix", "");
    words.put("empty.fix", "no event: the file is empty");
    Files.createDirectories(folder.resolve("in"));
    for (Map.Entry<String, String> text : texts.entrySet()) {
      Files.writeString(folder.resolve("in").resolve(text.getKey()), text.getValue(), ISO_8859_1);
    }
    writePacked(words, good);
    return words;
  }

  private void writePacked(Map<String, String> words, String good) throws IOException {
    Map<String, String> heads = new TreeMap<>();
    heads.put("a.zip", "504b0304 a zip archive");
    heads.put("a.7z", "377abcaf271c a 7z archive");
    heads.put("a.rar", "526172211a07 a rar archive");
    heads.put("a.xz", "fd377a585a00 compressed by xz");
    heads.put("a.lz4", "04224d18 compressed by lz4");
    heads.put("a.lz", "4c5a495001 compressed by lzip");
    heads.put("a.Z", "1f9d90 compressed by compress");
    heads.put("a.parquet", "50415231 a Parquet file");
    heads.put("a.avro", "4f626a01 an Avro file");
    heads.put("a.pdf", "255044462d312e37 a PDF document");
    heads.put("a.pcap", "d4c3b2a1 a network capture");
    for (Map.Entry<String, String> head : heads.entrySet()) {
      String[] parts = head.getValue().split(" ", 2);
      write(head.getKey(), HexFormat.of().parseHex(parts[0]));
      words.put(head.getKey(), "not read: " + parts[1] + "; ");
    }
    write("utf16.fix", good.getBytes(UTF_16));
    words.put("utf16.fix", "not read: text in UTF-16; convert it: iconv");
    write("utf32.fix", ("\ufeff" + good).getBytes(Charset.forName("UTF-32LE")));
    words.put("utf32.fix", "not read: text in UTF-32; convert it: iconv");
    write("twice.gz", gzip(gzip(good.getBytes(ISO_8859_1))));
    words.put("twice.gz", "not read: packed twice");
  }

  private void write(String name, byte[] bytes) throws IOException {
    Files.write(folder.resolve("in").resolve(name), bytes);
  }

  @Test
  void filesAreNamedAsTheyWereHandedIn() throws IOException {
    String folder = Path.of("").toAbsolutePath() + "/";
    String file = folder + "in/a.fix";
    ObjectNode counts = JsonNodeFactory.instance.objectNode();
    ObjectNode told = counts.putObject("inputs").putArray("told").addObject().put("file", file);
    told.putArray("texts").add("replace it: tr '|' '\\001' < " + file);

    InputReport.name(counts, "/elsewhere/*");
    assertEquals(file, told.get("file").asText());
    InputReport.name(counts, "in/*.fix");

    assertEquals("in/a.fix", told.get("file").asText());
    assertEquals("replace it: tr '|' '\\001' < in/a.fix", told.get("texts").get(0).asText());
  }

  private static Map<String, String> told(ObjectNode counts) {
    Map<String, String> told = new TreeMap<>();
    for (JsonNode file : counts.at("/inputs/told")) {
      told.put(
          Path.of(file.get("file").asText()).getFileName().toString(),
          file.get("texts").get(0).asText());
    }
    return told;
  }

  /** Feedback calls it {@code -}; a program's input is its own, so it takes one for each. */
  @Test
  void standardInputIsReadPlainAndPacked(RunningStore shared) throws Exception {
    Program program = new Program(folder);
    String store = "--store=" + shared.address();
    String cut = order("S2", "MRP").replace("10=", "10=9");
    byte[] plain = (order("S1", "MRP") + cut).getBytes(ISO_8859_1);

    Ended read =
        program
            .start(
                Files.write(folder.resolve("plain"), plain),
                "ingest",
                "--input=-",
                "--strict",
                "--table=plain",
                store)
            .await();

    assertEquals(0, read.exitCode(), read::toString);
    assertTrue(read.out().contains("2 read = 1 stored + 0 skipped + 1 rejected"), read.out());
    Path rejects = folder.resolve("daisychain-data/rejects");
    String line = Files.readAllLines(rejects.resolve("feedback-ALFA.csv")).get(1);
    int second = order("S1", "MRP").length();
    assertTrue(line.startsWith("-,2," + second + ",ALFA,"), line);

    String wire = order("S3", "XNYS");
    Ended told =
        program
            .start(
                Files.write(folder.resolve("packed"), gzip((wire + cut).getBytes(ISO_8859_1))),
                "ingest",
                "--input=/dev/stdin",
                "--strict",
                "--report=report.json",
                "--table=packed",
                store)
            .await();

    assertEquals(1, told.exitCode(), told::toString);
    assertTrue(told.out().contains("  -: wire log: "), told.out());
    assertTrue(told.out().contains("give --receiver=XNYS"), told.out());
    assertTrue(told.err().contains("--strict: 1 file gave no event or"), told.err());
    JsonNode report = new ObjectMapper().readTree(folder.resolve("report.json").toFile());
    assertEquals("failed", report.get("status").asText());
    assertTrue(report.get("error").asText().startsWith("--strict: 1 file"), report::toString);
    assertEquals(1, report.at("/counts/stored").asInt(), report::toString);
  }

  private ObjectNode ingest(RunningStore shared, IngestStage ingest) throws IOException {
    PipelineOptions options = new RunnerOptions().options();
    RejectsOption rejects = RejectsOption.of(folder.resolve("rejects").toString());
    ingest.check(options);
    try (StoreSession store = StoreOptions.of(shared.address(), TABLE).open()) {
      return ingest.run(
          new StageContext(
              new StoreTable(store.connector(), TABLE),
              rejects,
              new WriteOption(),
              options,
              "kinds"));
    }
  }

  /** What takes the options of an ingest, and no more. */
  @Command
  static final class Holder implements Runnable {
    @Mixin IngestStage ingest;

    @Override
    public void run() {}
  }

  private static IngestStage parsed(String... options) {
    Holder holder = new Holder();
    new CommandLine(holder).parseArgs(options);
    return holder.ingest;
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(packed)) {
      out.write(bytes);
    }
    return packed.toByteArray();
  }

  private static String order(String id, String receiver) {
    String head = "35=D|49=ALFA|56=" + receiver + "|34=1|52=20260316-14:30:00|11=" + id;
    return FixLine.of(head + "|21=1|55=IBM|54=1|60=20260316-14:30:00|38=100|40=1|") + "\n";
  }
}
