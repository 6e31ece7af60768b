package io.daisychain.jmh;

import io.daisychain.warehouse.column.ColumnFile;
import io.daisychain.warehouse.column.ColumnFileWriter;
import io.daisychain.warehouse.column.ColumnSpec;
import io.daisychain.warehouse.column.FileKey;
import io.daisychain.warehouse.column.TextCodes;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.Dictionary;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.crypto.FileDecryptionProperties;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/**
 * Parquet files as {@link ColumnFileWriter} writes and {@link ColumnFile} reads them beside those
 * of parquet-java: the same quotes in turns, both compressed with zstd, by CPU of the thread. Each
 * reads its own file, and parquet-java ours too; all must add up to the same.
 */
final class ParquetBench {
  private static final int ROUNDS = 7;
  private static final int SYMBOLS = 500;
  private static final int COLUMNS = 7;
  private static final int SYMBOL = 0;
  private static final int TIME = 1;
  private static final int EXCHANGE = 2;
  private static final int SCALE = 4;
  private static final long MIDNIGHT = 1_773_619_200_000_000_000L; // 2026-03-16
  private static final List<String> EXCHANGES = List.of("XNAS", "XNYS", "ARCX", "BATS", "IEXG");

  private static final MessageType SCHEMA =
      MessageTypeParser.parseMessageType(
          """
          message quotes {
            required binary symbol (STRING);
            required int64 time (TIMESTAMP(NANOS,true));
            required binary exchange (STRING);
            required int64 bid (DECIMAL(18,4));
            required int64 bidSize (DECIMAL(18,0));
            required int64 ask (DECIMAL(18,4));
            required int64 askSize (DECIMAL(18,0));
          }
          """);

  private static final List<ColumnSpec> SPECS =
      List.of(
          ColumnSpec.text("symbol"),
          ColumnSpec.time("time"),
          ColumnSpec.text("exchange"),
          ColumnSpec.number("bid", SCALE),
          ColumnSpec.number("bidSize", 0),
          ColumnSpec.number("ask", SCALE),
          ColumnSpec.number("askSize", 0));

  private final int rows;
  private final TextCodes texts = new TextCodes();
  private final long[][] values;

  private ParquetBench(int rows) {
    this.rows = rows;
    values = quotes(rows);
  }

  /** Measures and prints a line for each of both. */
  static void run(Path folder, int rows, Consumer<String> out) throws IOException {
    ParquetBench bench = new ParquetBench(rows);
    Files.createDirectories(folder);
    Path own = folder.resolve("own.parquet");
    Path peer = folder.resolve("parquet-java.parquet");
    Path encrypted = folder.resolve("encrypted-own.parquet");
    String key = key(folder).toString();
    double[] best = new double[8];
    Arrays.fill(best, Double.MAX_VALUE);
    for (int round = 0; round < ROUNDS; round++) {
      List<Step> steps =
          List.of(
              () -> bench.write(own),
              () -> bench.writePeer(peer),
              () -> bench.read(own),
              () -> readPeer(peer),
              () -> readPeer(own),
              () -> bench.write(encrypted),
              () -> bench.read(encrypted),
              () -> readPeer(encrypted));
      long sum = 0;
      for (int i = 0; i < best.length; i++) {
        FileKey.use(i < 5 ? "" : key);
        long start = cpu();
        long read = steps.get(i).run();
        best[i] = Math.min(best[i], (double) (cpu() - start) / rows);
        if (i == 2) {
          sum = read;
        } else if (i > 2 && i != 5 && read != sum) {
          throw new IOException("parquet-java reads other values: " + read + ", not " + sum);
        }
      }
    }
    out.accept("Parquet, quotes of 7 columns, best of " + ROUNDS + " rounds, thread CPU");
    out.accept("                    write ns/row   read ns/row   bytes/row");
    out.accept(line("own", best[0], best[2], (double) Files.size(own) / rows));
    out.accept(line("own, encrypted", best[5], best[6], (double) Files.size(encrypted) / rows));
    out.accept(line("parquet-java", best[1], best[3], (double) Files.size(peer) / rows));
    out.accept(
        String.format(
            Locale.ROOT,
            "parquet-java reads ours in %.1f ns a row, encrypted in %.1f, sums equal",
            best[4],
            best[7]));
    FileKey.use("");
  }

  private static Path key(Path folder) throws IOException {
    byte[] bytes = new byte[32];
    new SecureRandom().nextBytes(bytes);
    Path file = folder.resolve("key");
    Files.writeString(file, Base64.getEncoder().encodeToString(bytes));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    return file;
  }

  private static String line(String name, double write, double read, double bytes) {
    return String.format(Locale.ROOT, "%-18s %13.1f %13.1f %11.2f", name, write, read, bytes);
  }

  /** One of what is measured; the sum of what it read. */
  private interface Step {
    long run() throws IOException;
  }

  private static long cpu() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  /** Sorted by symbol and time, as market data lie in files; prices walk in ticks. */
  private long[][] quotes(int count) {
    Random random = new Random(35);
    long[][] made = new long[COLUMNS][count];
    long time = 0;
    long bid = 0;
    for (int row = 0; row < count; row++) {
      boolean isFirst = row % (1 + count / SYMBOLS) == 0;
      time = isFirst ? MIDNIGHT : time + 1 + random.nextInt(40_000_000);
      bid =
          isFirst ? 100L * (1_000 + random.nextInt(50_000)) : bid + 100L * (random.nextInt(3) - 1);
      made[SYMBOL][row] = texts.code("S" + row / (1 + count / SYMBOLS));
      made[TIME][row] = time;
      made[EXCHANGE][row] = texts.code(EXCHANGES.get(random.nextInt(EXCHANGES.size())));
      made[3][row] = bid;
      made[4][row] = 100L * (1 + random.nextInt(20));
      made[5][row] = bid + 100L * (1 + random.nextInt(4));
      made[6][row] = 100L * (1 + random.nextInt(20));
    }
    return made;
  }

  private static boolean isText(int column) {
    return column == SYMBOL || column == EXCHANGE;
  }

  private long write(Path file) throws IOException {
    Files.deleteIfExists(file);
    try (ColumnFileWriter writer = new ColumnFileWriter(file, SPECS, texts, Map.of())) {
      for (int row = 0; row < rows; row++) {
        for (int column = 0; column < COLUMNS; column++) {
          writer.set(column, values[column][row]);
        }
        writer.endRow();
      }
      writer.finish();
    }
    return 0;
  }

  private long writePeer(Path file) throws IOException {
    Files.deleteIfExists(file);
    ParquetConfiguration settings = new PlainParquetConfiguration();
    try (ParquetWriter<Integer> writer =
        new PeerBuilder(new LocalOutputFile(file))
            .withConf(settings)
            .withCompressionCodec(CompressionCodecName.ZSTD)
            .withWriterVersion(ParquetProperties.WriterVersion.PARQUET_2_0)
            .build()) {
      for (int row = 0; row < rows; row++) {
        writer.write(row);
      }
    }
    return 0;
  }

  private long read(Path file) throws IOException {
    long sum = 0;
    TextCodes read = new TextCodes();
    long[] numbers = new long[ColumnFileWriter.GROUP_ROWS];
    int[] codes = new int[ColumnFileWriter.GROUP_ROWS];
    try (ColumnFile in = ColumnFile.open(file)) {
      ColumnFile.Cursor cursor = in.cursor();
      for (int group = 0; group < in.groups(); group++) {
        int count = in.rows(group);
        for (int column = 0; column < COLUMNS; column++) {
          if (isText(column)) {
            cursor.read(group, column, codes, read);
            int[] hashes = new int[read.size()];
            Arrays.setAll(hashes, code -> Arrays.hashCode(read.bytes(code)));
            for (int i = 0; i < count; i++) {
              sum += hashes[codes[i]];
            }
          } else {
            cursor.read(group, column, numbers);
            for (int i = 0; i < count; i++) {
              sum += numbers[i];
            }
          }
        }
      }
    }
    return sum;
  }

  /** Column by column, without putting records together: the cheapest way there is. */
  private static long readPeer(Path file) throws IOException {
    Sums sums = new Sums();
    ParquetReadOptions.Builder options =
        ParquetReadOptions.builder(new PlainParquetConfiguration());
    FileKey.current()
        .map(key -> Base64.getDecoder().decode(key.text()))
        .map(key -> FileDecryptionProperties.builder().withFooterKey(key).build())
        .ifPresent(options::withDecryption);
    try (ParquetFileReader in = ParquetFileReader.open(new LocalInputFile(file), options.build())) {
      MessageType schema = in.getFileMetaData().getSchema();
      String by = in.getFileMetaData().getCreatedBy();
      for (PageReadStore pages = in.readNextRowGroup();
          pages != null;
          pages = in.readNextRowGroup()) {
        ColumnReadStoreImpl store = new ColumnReadStoreImpl(pages, sums, schema, by);
        for (ColumnDescriptor column : schema.getColumns()) {
          ColumnReader reader = store.getColumnReader(column);
          for (long i = pages.getRowCount(); i > 0; i--) {
            reader.writeCurrentValueToConverter();
            reader.consume();
          }
        }
      }
    }
    return sums.sum;
  }

  /** Makes writers of rows by their number. */
  private final class PeerBuilder extends ParquetWriter.Builder<Integer, PeerBuilder> {
    PeerBuilder(OutputFile file) {
      super(file);
    }

    @Override
    protected PeerBuilder self() {
      return this;
    }

    @Override
    @SuppressWarnings("deprecation") // abstract still
    protected WriteSupport<Integer> getWriteSupport(org.apache.hadoop.conf.Configuration conf) {
      return new PeerRows();
    }

    @Override
    protected WriteSupport<Integer> getWriteSupport(ParquetConfiguration conf) {
      return new PeerRows();
    }
  }

  /** Hands parquet-java the values of a row. */
  private final class PeerRows extends WriteSupport<Integer> {
    private final Binary[] binaries = new Binary[texts.size()];
    private RecordConsumer consumer;

    @Override
    @SuppressWarnings("deprecation") // abstract still
    public WriteContext init(org.apache.hadoop.conf.Configuration conf) {
      return context();
    }

    @Override
    public WriteContext init(ParquetConfiguration conf) {
      return context();
    }

    private WriteContext context() {
      Arrays.setAll(binaries, code -> Binary.fromConstantByteArray(texts.bytes(code)));
      return new WriteContext(SCHEMA, Map.of());
    }

    @Override
    public void prepareForWrite(RecordConsumer consumer) {
      this.consumer = consumer;
    }

    @Override
    public void write(Integer row) {
      consumer.startMessage();
      for (int column = 0; column < COLUMNS; column++) {
        String name = SPECS.get(column).name();
        consumer.startField(name, column);
        if (isText(column)) {
          consumer.addBinary(binaries[(int) values[column][row]]);
        } else {
          consumer.addLong(values[column][row]);
        }
        consumer.endField(name, column);
      }
      consumer.endMessage();
    }
  }

  /** Adds up what parquet-java reads. */
  private static final class Sums extends GroupConverter {
    private long sum;

    @Override
    public Converter getConverter(int column) {
      return new PrimitiveConverter() {
        private Dictionary dictionary;
        private int[] hashes;

        @Override
        public boolean hasDictionarySupport() {
          return true;
        }

        @Override
        public void setDictionary(Dictionary dictionary) {
          this.dictionary = dictionary;
          hashes = new int[dictionary.getMaxId() + 1];
          if (isText(column)) {
            Arrays.setAll(
                hashes, id -> Arrays.hashCode(dictionary.decodeToBinary(id).getBytesUnsafe()));
          }
        }

        @Override
        public void addValueFromDictionary(int id) {
          sum += isText(column) ? hashes[id] : dictionary.decodeToLong(id);
        }

        @Override
        public void addBinary(Binary value) {
          sum += Arrays.hashCode(value.getBytes());
        }

        @Override
        public void addLong(long value) {
          sum += value;
        }
      };
    }

    @Override
    public void start() {}

    @Override
    public void end() {}
  }
}
