package io.daisychain.cli.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.ByteString;
import io.daisychain.cat.CatSchemas;
import io.daisychain.cli.Main;
import io.daisychain.cli.testing.SmallWarehouse;
import io.daisychain.datagen.chain.ChainReader;
import io.daisychain.explorer.Explorer;
import io.daisychain.explorer.QuestionLog;
import io.daisychain.explorer.ShownWarehouse;
import io.daisychain.explorer.live.LiveSource;
import io.daisychain.explorer.point.SideFile;
import io.daisychain.fix.FixMessage;
import io.daisychain.fix.validate.ValidationResult;
import io.daisychain.ingest.MessageIntake;
import io.daisychain.ingest.repair.FilledTable;
import io.daisychain.ingest.repair.RecordDraft;
import io.daisychain.ingest.repair.RepairDraft;
import io.daisychain.ingest.repair.RepairSeal;
import io.daisychain.listen.Listening;
import io.daisychain.listen.SessionLog;
import io.daisychain.marketdata.QuantCloudRequest;
import io.daisychain.marketdata.feed.Effects;
import io.daisychain.marketdata.feed.Feed;
import io.daisychain.marketdata.feed.FeedFormat;
import io.daisychain.marketdata.load.MarketFile;
import io.daisychain.marketdata.load.QuoteFeed;
import io.daisychain.model.ParentReferences;
import io.daisychain.model.access.Entitlements;
import io.daisychain.model.cell.EventCell;
import io.daisychain.model.cell.FaultsCell;
import io.daisychain.model.cell.FeedbackCell;
import io.daisychain.model.cell.LifecycleCell;
import io.daisychain.model.cell.LineageCell;
import io.daisychain.model.cell.OriginCell;
import io.daisychain.model.cell.ParentReferenceCell;
import io.daisychain.model.event.EventReader;
import io.daisychain.model.reference.ReferenceData;
import io.daisychain.reporting.FeedbackLine;
import io.daisychain.reporting.FeedbackReader;
import io.daisychain.reporting.RecordErrors;
import io.daisychain.warehouse.column.ColumnFile;
import io.daisychain.warehouse.column.ColumnSpec;
import io.daisychain.warehouse.column.TextCodes;
import io.daisychain.watch.FixSenders;
import io.daisychain.watch.session.FixFrameReader;
import io.daisychain.watch.session.ReceivedMessage;
import io.daisychain.watch.ticks.NbboBooks;
import io.daisychain.watch.ticks.TickPlant;
import io.daisychain.watch.ticks.TickRoom;
import io.daisychain.watch.ticks.TickServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import java.util.zip.CRC32;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.options.PipelineOptionsFactory;

/** Every parser of what others wrote, and every door, by name. */
final class FuzzTargets {
  private static final long KB = 1_000;
  private static final long MB = 1_000_000;

  /** How a record of CAT begins. */
  private static final String EVENT =
      "{\"actionType\":\"NEW\",\"type\":\"MENO\",\"firmROEID\":\"20261116_1\",\"CATReporterIMID\":\"A\","
          + "\"eventTimestamp\":\"20261116T093000\",";

  /** Opens what a target needs; the folder is its own. */
  @FunctionalInterface
  private interface Opening {
    FuzzTarget.Body open(Path folder) throws Exception;
  }

  private record Entry(long baseBytes, long bytesEach, Opening opening) {}

  private static final Map<String, Entry> ALL = new LinkedHashMap<>();
  private static final List<AutoCloseable> OPENED = new ArrayList<>();

  static {
    add("message", 200 * KB, 400, folder -> message());
    add("submission", 500 * KB, 400, FuzzTargets::submission);
    add("records", 6 * MB, 4_000, FuzzTargets::records);
    add("reference", 200 * KB, 1_000, folder -> FuzzTargets::reference);
    add("conditions", 200 * KB, 1_000, ofFile(Effects::read));
    for (FeedFormat format : FeedFormat.values()) {
      add(
          format.name().toLowerCase(Locale.ROOT),
          20 * MB,
          2_000,
          feed(Feed.of(format).on(LocalDate.of(2026, 3, 16))));
    }
    add("request", MB, 2_000, FuzzTargets::request);
    add("ticket", MB, 2_000, folder -> input -> flight("AskedData", input));
    add("statement", MB, 2_000, folder -> FuzzTargets::statement);
    add("cells", 20 * KB, 400, folder -> FuzzTargets::cell);
    add("parquet", 2 * MB, 2_000, ofFile(FuzzTargets::parquet));
    add("sidefile", 2 * MB, 2_000, FuzzTargets::sideFile);
    add("http", 2 * MB, 10_000, FuzzTargets::http);
    add("page", 60 * MB, 10_000, FuzzTargets::page);
    add("metrics", MB, 2_000, folder -> metrics());
    add("logon", 1_300 * KB, 2_000, folder -> FuzzTargets::logon);
    add("ticks", 2 * MB, 2_000, folder -> ticks());
    add("subscription", 200 * KB, 2_000, folder -> FuzzTargets::subscription);
    add("alerts", 200 * KB, 2_000, folder -> FuzzTargets::alerts);
    add("entitlements", 200 * KB, 2_000, folder -> FuzzTargets::entitlements);
    add("sessions", 200 * KB, 2_000, folder -> FuzzTargets::sessions);
    add("feedback", 10 * MB, 4_000, FuzzTargets::feedback);
    add("recorderrors", 10 * MB, 4_000, FuzzTargets::recordErrors);
    add("draft", MB, 4_000, FuzzTargets::draft);
    add("model", MB, 4_000, folder -> FuzzTargets::model);
    add("options", 20 * MB, 4_000, folder -> FuzzTargets::options);
  }

  private FuzzTargets() {}

  private static void add(String name, long baseBytes, long bytesEach, Opening opening) {
    ALL.put(name, new Entry(baseBytes, bytesEach, opening));
  }

  static Iterable<String> names() {
    return ALL.keySet();
  }

  /** Opens a target, which may write into a folder. */
  static FuzzTarget named(String name, Path folder) throws Exception {
    Entry entry = ALL.get(name);
    if (entry == null) {
      throw new IllegalArgumentException(name + " is none of " + ALL.keySet());
    }
    FuzzTarget.Body body = entry.opening().open(folder);
    return new FuzzTarget(name, entry.baseBytes(), entry.bytesEach(), body);
  }

  private static <T extends AutoCloseable> T opened(T server) {
    OPENED.add(server);
    return server;
  }

  /** Closes what targets have opened. */
  static void close() throws Exception {
    for (AutoCloseable server : OPENED) {
      server.close();
    }
    OPENED.clear();
  }

  /** Reads a file. */
  @FunctionalInterface
  private interface FileReader {
    void read(Path file) throws Exception;
  }

  /** What reads a file, of any file system that Beam knows. */
  private static Opening ofFile(FileReader reader) {
    FileSystems.setDefaultPipelineOptions(PipelineOptionsFactory.create());
    return folder -> {
      Path file = folder.resolve("input");
      return input -> reader.read(Files.write(file, input));
    };
  }

  private static MessageIntake intake() {
    return new MessageIntake(
        EventReader.Rules.DEFAULT,
        ReferenceData.NONE,
        new MessageIntake.Sink() {
          @Override
          public String refusal(int date) {
            return "";
          }

          @Override
          public void event(byte[] block) {}

          @Override
          public void reject(byte[] buffer, int from, int to, boolean last) {}

          @Override
          public void error(FeedbackLine error) {}
        });
  }

  private static FuzzTarget.Body message() {
    MessageIntake intake = intake();
    return input -> intake.take(input, "fuzz", 1);
  }

  /** Lines, plain, gzip or zstd. */
  private static FuzzTarget.Body submission(Path folder) throws Exception {
    MessageIntake intake = intake();
    return ofFile(file -> intake.readFile(file.toString(), "fuzz")).open(folder);
  }

  /** Records of CAT: the first byte says how a file of them begins. */
  private static FuzzTarget.Body records(Path folder) {
    MessageIntake intake = intake();
    String[] heads = {
      "{", EVENT, "[" + EVENT, "NEW,,20261116_1,MENO,A,20261116,1,IBM,20261116T093000"
    };
    Path file = folder.resolve("input");
    return input -> {
      String head = heads[input.length == 0 ? 0 : (input[0] & 0xff) % heads.length];
      Files.write(file, (head + text(input, 1)).getBytes(UTF_8));
      intake.readFile(file.toString(), "fuzz");
    };
  }

  /** The first byte says which of the files. */
  private static void reference(byte[] input) {
    List<String> names = new ArrayList<>();
    ReferenceData.fileNames().forEach(names::add);
    String name = names.get(input.length == 0 ? 0 : (input[0] & 0xff) % names.size());
    ReferenceData.parse(Map.of(name, text(input, 1)));
  }

  private static String text(byte[] input, int from) {
    return new String(input, Math.min(from, input.length), Math.max(0, input.length - from), UTF_8);
  }

  /** As {@code marketdata load} and {@code replay} read it: gzip and zstd too. */
  private static Opening feed(Feed feed) {
    QuoteFeed.Taker none = (symbol, time, exchange, bid, bidSize, ask, askSize, counts) -> {};
    QuoteFeed.TradeTaker noTrade = (symbol, time, exchange, price, size, counts) -> {};
    return ofFile(
        file -> QuoteFeed.read(MarketFile.list(file.toString()).get(0), feed, none, noTrade));
  }

  private static FuzzTarget.Body request(Path folder) throws Exception {
    Files.writeString(Files.createDirectories(folder.resolve("lists")).resolve("a.txt"), "IBM,A");
    return ofFile(QuantCloudRequest::read).open(folder);
  }

  /** The first byte says which of the cells. */
  private static void cell(byte[] input) {
    int from = Math.min(1, input.length);
    int length = input.length - from;
    switch (input.length == 0 ? 0 : input[0] % 7) {
      case 0 -> {
        EventCell cell = new EventCell().read(input, from, length);
        cell.content().fieldCount();
        new EventReader(EventReader.Rules.DEFAULT).parentsEarlier(cell, 1, new ParentReferences());
      }
      case 1 -> {
        ParentReferenceCell cell = new ParentReferenceCell().read(input, from, length);
        for (int i = 0; i < cell.parents(); i++) {
          cell.parentDate(i, 20_000);
          cell.parentQuantity(i);
        }
      }
      case 2 -> {
        LineageCell cell = new LineageCell().read(input, from, length);
        for (int i = 0; i < cell.edges(); i++) {
          cell.parentDate(i, 20_000);
          cell.edgeSideMatch(i);
        }
      }
      case 3 -> FeedbackCell.read(input, from, length);
      case 4 -> FaultsCell.read(input, from, length);
      case 5 -> LifecycleCell.read(input, from, length);
      default -> OriginCell.read(input, from, length);
    }
  }

  /** With the sum of its footer mended, so that more than the sum is looked at. */
  private static void parquet(Path path) throws IOException {
    byte[] bytes = Files.readAllBytes(path);
    String all = new String(bytes, ISO_8859_1);
    int name = all.lastIndexOf("footerCrc32");
    int tail = bytes.length - 8;
    if (name >= 0 && name + 21 <= tail) {
      int footer = ByteBuffer.wrap(bytes, tail, 4).order(ByteOrder.LITTLE_ENDIAN).getInt();
      if (footer > 0 && footer <= tail) {
        Arrays.fill(bytes, name + 13, name + 21, (byte) '0');
        CRC32 sum = new CRC32();
        sum.update(bytes, tail - footer, footer);
        byte[] digits = "%08x".formatted(sum.getValue()).getBytes(ISO_8859_1);
        System.arraycopy(digits, 0, bytes, name + 13, digits.length);
        Files.write(path, bytes);
      }
    }
    try (ColumnFile file = ColumnFile.open(path)) {
      file.faults();
      ColumnFile.Cursor cursor = file.cursor();
      for (int group = 0; group < file.groups(); group++) {
        int rows = file.rows(group);
        for (int column = 0; column < file.columns().size(); column++) {
          ColumnSpec.Kind kind = file.columns().get(column).kind();
          if (kind == ColumnSpec.Kind.TEXT) {
            cursor.read(group, column, new int[rows], new TextCodes());
          } else if (kind == ColumnSpec.Kind.UUID) {
            cursor.read(group, column, new long[rows], new long[rows]);
          } else {
            cursor.read(group, column, new long[rows]);
          }
        }
      }
    }
  }

  /** Of the right sums and key: the input is what they are of. */
  private static FuzzTarget.Body sideFile(Path folder) {
    return input -> {
      Object sums = FuzzDoor.make("io.daisychain.explorer.point.SideFileSums");
      FuzzDoor.call(sums, "add", ByteBuffer.wrap(input));
      FuzzDoor.call(sums, "endFront", (long) input.length);
      ByteBuffer tail = (ByteBuffer) FuzzDoor.call(sums, "tail");
      byte[] whole = Arrays.copyOf(input, input.length + tail.remaining());
      tail.get(whole, input.length, tail.remaining());
      Files.deleteIfExists(folder.resolve("p.points")); // the last one may still be read
      Files.write(folder.resolve("p.points"), whole);
      int key =
          input.length < 4 ? 0 : ByteBuffer.wrap(input).order(ByteOrder.LITTLE_ENDIAN).getInt();
      String form = "daisychain points 5 ";
      String shown =
          key >= form.length() && key <= input.length - 4
              ? new String(input, 4 + form.length(), key - form.length(), UTF_8)
              : "";
      new SideFile(Optional.of(folder), "p", shown).read(1_000);
    };
  }

  private static Explorer explorer(Path folder) throws IOException {
    Explorer explorer =
        opened(
            Explorer.start(
                ShownWarehouse.whole(SmallWarehouse.publish(folder), Optional.empty()),
                0,
                Optional.empty(),
                QuestionLog.NONE));
    explorer.awaitReady();
    return explorer;
  }

  /**
   * {@code $PORT}, {@code $COOKIE}, {@code $SECRET} and {@code $TOKEN} are what they have to be.
   */
  private static FuzzTarget.Body http(Path folder) throws Exception {
    Object server = FuzzDoor.field(explorer(folder), "server");
    Object gate = FuzzDoor.field(server, "gate");
    Map<String, String> words =
        Map.of(
            "$PORT", "" + FuzzDoor.field(gate, "port"),
            "$COOKIE", "" + FuzzDoor.field(gate, "cookie"),
            "$SECRET", "" + FuzzDoor.field(gate, "secret"),
            "$TOKEN", "" + FuzzDoor.field(gate, "token"));
    FuzzDoor door = new FuzzDoor(server);
    return input -> {
      String text = new String(input, ISO_8859_1);
      for (Map.Entry<String, String> word : words.entrySet()) {
        text = text.replace(word.getKey(), word.getValue());
      }
      String answer = door.answer(text.getBytes(ISO_8859_1));
      if (answer.contains(" 500 ")) {
        throw new IllegalStateException(answer);
      }
    };
  }

  /** A question of the page, {@code name?parameters}. */
  private static FuzzTarget.Body page(Path folder) throws Exception {
    Object api = FuzzDoor.field(FuzzDoor.field(explorer(folder), "server"), "api");
    return input -> {
      // A picture takes as much as it has pixels, which have a limit of their own.
      String text = new String(input, ISO_8859_1).replaceAll("([wh])=[0-9]{4,}", "$1=999");
      int mark = text.indexOf('?');
      FuzzDoor.call(
          api,
          "answer",
          mark < 0 ? text : text.substring(0, mark),
          mark < 0 ? null : text.substring(mark + 1));
    };
  }

  private static FuzzTarget.Body metrics() throws Exception {
    Supplier<String> text = () -> "fuzz 1\n";
    Object server = FuzzDoor.make("io.daisychain.listen.MetricsServer", 0, text);
    return new FuzzDoor(opened((AutoCloseable) server))::answer;
  }

  /** A connection to the FIX port: of a stranger, then of somebody who is known. */
  private static void logon(byte[] input) throws IOException {
    Semaphore room = new Semaphore(8 << 20);
    FixMessage index = new FixMessage();
    ValidationResult faults = new ValidationResult();
    FixFrameReader reader = new FixFrameReader(new ByteArrayInputStream(input), room);
    try {
      for (byte[] frame = reader.next(); frame != null; frame = reader.next()) {
        ReceivedMessage.of(frame, index, faults);
        reader.trust();
      }
    } finally {
      reader.release();
    }
  }

  private static FuzzTarget.Body ticks() throws Exception {
    TickRoom room = TickRoom.ofHeap();
    TickPlant plant = new TickPlant(new NbboBooks(room), room);
    FuzzDoor door =
        new FuzzDoor(opened(new TickServer(plant, null, Listening.LOOPBACK, 0, SessionLog.NONE)));
    return door::answer;
  }

  private static void subscription(byte[] input) throws Exception {
    FuzzDoor.callStatic(
        "io.daisychain.watch.subscribe.Subscription", "parse", new String(input, UTF_8));
  }

  /** A handle of Flight SQL. */
  private static void statement(byte[] input) throws Exception {
    flight("BoundStatement", ByteString.copyFrom(input));
  }

  /** What a client of Arrow Flight asks for. */
  private static void flight(String parser, Object input) throws Exception {
    try {
      FuzzDoor.callStatic("io.daisychain.flight." + parser, "parse", input);
    } catch (Exception e) {
      if (e.getClass().getSimpleName().equals("RefusedRequestException")) {
        throw new IllegalArgumentException(e.getMessage(), e);
      }
      throw e;
    }
  }

  /** What a watch tells a page. */
  private static void alerts(byte[] input) throws Exception {
    Socket socket = FuzzDoor.socket(input);
    LiveSource none =
        new LiveSource(
            "fuzz",
            () -> {
              throw new IOException("none");
            },
            (table, symbols) -> "{}");
    Object alerts = FuzzDoor.make("io.daisychain.explorer.live.LiveAlerts", none);
    try {
      FuzzDoor.call(alerts, "listen", socket);
    } finally {
      FuzzDoor.call(alerts, "close");
    }
  }

  private static void entitlements(byte[] input) {
    Entitlements.parse("fuzz", new String(input, UTF_8), List.of("events", "links"));
  }

  private static void sessions(byte[] input) {
    FixSenders.listed(new String(input, ISO_8859_1).lines().toList());
  }

  /** Feedback about the messages of one file, and the draft of a repair that is made of it. */
  private static FuzzTarget.Body feedback(Path folder) throws Exception {
    Path messages = folder.resolve("a.fix");
    try (var seed = FuzzTargets.class.getResourceAsStream("/fuzz/submission/lines")) {
      Files.write(messages, seed.readAllBytes());
    }
    return ofFile(
            feedback ->
                RepairDraft.write(
                    FeedbackReader.read(feedback),
                    messages.toString(),
                    folder.resolve("draft.fix"),
                    EventReader.Rules.DEFAULT,
                    "20260317-13:30:00",
                    note -> {}))
        .open(folder);
  }

  /** Feedback in CAT's form, of a file that is there, and the draft that is made of it. */
  private static FuzzTarget.Body recordErrors(Path folder) throws Exception {
    Path records = folder.resolve("0_A_20261116_OrderEvents_000001.json");
    try (var seed = FuzzTargets.class.getResourceAsStream("/fuzz/records/array")) {
      Files.writeString(records, "[" + EVENT + text(seed.readAllBytes(), 1));
    }
    Path feedback = folder.resolve("0_A_20261116_OrderEvents_000001.ingestion.json");
    return input ->
        RecordDraft.write(
            RecordErrors.read(Files.write(feedback, input)),
            records.toString(),
            folder.resolve("0_A_20261117_repair_OrderEvents_000001.json"),
            EventReader.Rules.DEFAULT,
            CatSchemas.Versions.ANNOUNCED,
            note -> {});
  }

  private static FuzzTarget.Body draft(Path folder) throws Exception {
    Path to = folder.resolve("draft.fix");
    return ofFile(
            table -> {
              if (FilledTable.toDraft(table, to, note -> {}) == 0) {
                RepairSeal.seal(to, note -> {});
              }
            })
        .open(folder);
  }

  private static void model(byte[] input) {
    ChainReader.read("fuzz", new String(input, UTF_8));
  }

  /** A command and its options, a line each; files of options are whoever's who names them. */
  private static void options(byte[] input) {
    String[] words =
        new String(input, UTF_8)
            .lines()
            .filter(word -> !word.startsWith("@"))
            .limit(100)
            .toArray(String[]::new);
    Main.commandLine(words).parseArgs(words);
  }
}
