package io.daisychain.marketdata;

import com.github.luben.zstd.ZstdInputStream;
import io.daisychain.marketdata.feed.FeedException;
import io.daisychain.marketdata.feed.FeedFormat;
import io.daisychain.marketdata.feed.RecordSink;
import io.daisychain.model.CalendarDates;
import io.daisychain.model.TradeDates;
import io.daisychain.warehouse.column.ColumnSpec;
import io.daisychain.warehouse.column.TextCodes;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.io.fs.MatchResult;
import org.apache.beam.sdk.io.fs.ResourceId;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;

/**
 * Reads files of quotes and trades and replaces the trade dates that they bring, whole or not at
 * all: quotes together with the best bid and offer that they make, and trades.
 */
public final class MarketLoad {
  /** Rows in memory take some 70 bytes each, and quotes and trades are held apart. */
  private static final int LEAST_ROWS = 1 << 17;

  private static final int MOST_ROWS = 1 << 22;
  private static final List<MarketKind> SHOWN =
      List.of(MarketKind.QUOTE, MarketKind.NBBO, MarketKind.TRADE);

  /**
   * What is to be loaded.
   *
   * @param files to be read, as {@link #files} lists them
   * @param format of the files
   * @param date of files that do not say it; else null
   * @param dates gives records their trade dates
   * @param market where data are kept
   * @param rejects file that is made for records that are wrong
   * @param rowsInMemory most rows of quotes, and of trades, that are held in memory
   */
  public record Settings(
      List<InputName> files,
      FeedFormat format,
      LocalDate date,
      TradeDates dates,
      Path market,
      Path rejects,
      int rowsInMemory) {

    /** As many rows as fit a quarter of the heap. */
    public static int rowsForThisHeap() {
      long fitting = Runtime.getRuntime().maxMemory() / 4 / 140;
      return (int) Math.max(LEAST_ROWS, Math.min(MOST_ROWS, fitting));
    }
  }

  /**
   * A file.
   *
   * @param name without the folders above the pattern's first wildcard
   * @param resource where it is; null for standard input
   */
  public record InputName(String name, ResourceId resource) {}

  /**
   * What a load has done.
   *
   * @param counts of records: {@code read}, {@code stored}, {@code skipped}, {@code rejected}
   * @param skippedByKind of those that were skipped
   * @param rejectedByKind of those that were rejected
   * @param rows that were written, by kind
   * @param days number of rows by date, then by kind
   */
  public record Summary(
      Map<String, Long> counts,
      Map<String, Long> skippedByKind,
      Map<String, Long> rejectedByKind,
      Map<String, Long> rows,
      Map<String, Map<String, Long>> days) {}

  private final Settings settings;
  private final AtomicLong progress;

  private MarketLoad(Settings settings, AtomicLong progress) {
    this.settings = settings;
    this.progress = progress;
  }

  /**
   * The files of a pattern, by name.
   *
   * @param pattern absolute, or {@code -} for standard input
   * @throws FileNotFoundException if there is none
   */
  public static List<InputName> files(String pattern) throws IOException {
    List<InputName> files = new ArrayList<>();
    if (pattern.equals("-")) {
      files.add(new InputName("-", null));
      return files;
    }
    String folder = pattern.replaceFirst("[*?\\[{].*", "").replaceFirst("[^/]*$", "");
    MatchResult match = FileSystems.match(pattern);
    if (match.status() == MatchResult.Status.OK) {
      for (MatchResult.Metadata found : match.metadata()) {
        String path = found.resourceId().toString();
        String name = path.startsWith(folder) ? path.substring(folder.length()) : path;
        if (!found.resourceId().isDirectory() && !Effects.FILE.equals(fileName(path))) {
          files.add(new InputName(name, found.resourceId()));
        }
      }
    }
    if (files.isEmpty()) {
      throw new FileNotFoundException("no file matches " + pattern);
    }
    files.sort(
        Comparator.comparing(
            file -> file.name().getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned));
    return files;
  }

  private static String fileName(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /**
   * Loads.
   *
   * @param progress counts records while they are read
   * @throws FeedException naming a file that cannot be read; nothing has changed then
   */
  public static Summary run(Settings settings, AtomicLong progress) throws IOException {
    return new MarketLoad(settings, progress).run();
  }

  private Summary run() throws IOException {
    try (MarketFolder.Load load = MarketFolder.of(settings.market()).begin();
        Records records = new Records(load)) {
      for (InputName file : settings.files()) {
        records.begin(file);
        read(file, records);
      }
      records.rejects.close();
      MarketFiles files = new MarketFiles(load, records.texts, settings.dates());
      try (files) {
        files.writeQuotes(records.quotes);
        files.writeTrades(records.trades, records::isBroken);
      }
      load.commit();
      return records.summary(files);
    }
  }

  private void read(InputName file, Records records) throws IOException {
    try (InputStream in = uncompressed(open(file))) {
      settings.format().read(in, file.name(), settings.date(), records);
    } catch (FeedException e) {
      throw e;
    } catch (IOException e) {
      throw new FeedException(file.name() + " cannot be read: " + e.getMessage(), e);
    }
  }

  /** What a file has. */
  static InputStream open(InputName file) throws IOException {
    return file.resource() == null
        ? System.in
        : Channels.newInputStream(FileSystems.open(file.resource()));
  }

  /** By what the bytes say, not by the name. */
  static InputStream uncompressed(InputStream stored) throws IOException {
    BufferedInputStream in = new BufferedInputStream(stored, 1 << 17);
    in.mark(4);
    byte[] start = in.readNBytes(4);
    in.reset();
    int mark = 0;
    for (int i = start.length - 1; i >= 0; i--) {
      mark = mark << 8 | (start[i] & 0xFF);
    }
    if (start.length == 4 && mark == 0xFD2FB528) {
      return new BufferedInputStream(new ZstdInputStream(in), 1 << 17);
    }
    return start.length > 1 && (mark & 0xFFFF) == 0x8B1F
        ? new BufferedInputStream(new GzipCompressorInputStream(in, true), 1 << 17)
        : in;
  }

  /** The records of all files on their way to be sorted. */
  private final class Records implements RecordSink, Closeable {
    private final TextCodes texts = new TextCodes();
    private final RowSorter quotes;
    private final RowSorter trades;
    private final Writer rejects;
    private final Set<Long> broken = new HashSet<>();
    private final Map<String, Long> skipped = new TreeMap<>();
    private final Map<String, Long> rejected = new TreeMap<>();
    private final Map<Path, Effects> effectsByFolder = new TreeMap<>();
    private String file = "";
    private int fileNumber = -1;
    private Effects effects = Effects.none();

    /** Effects of quotes and trades by the condition's code; -1 for one not looked up. */
    private int[] quoteEffects = new int[0];

    private int[] tradeEffects = new int[0];
    private long stored;
    private int knownDay;
    private long knownStart = 1;
    private long knownEnd;

    Records(MarketFolder.Load load) throws IOException {
      quotes = new RowSorter(load.scratch("quotes"), texts, settings.rowsInMemory());
      trades = new RowSorter(load.scratch("trades"), texts, settings.rowsInMemory());
      Files.createDirectories(settings.rejects().toAbsolutePath().getParent());
      rejects = Files.newBufferedWriter(settings.rejects());
      rejects.write("file,line,reason,text\n");
    }

    void begin(InputName input) throws IOException {
      file = input.name();
      fileNumber++;
      quoteEffects = new int[0];
      tradeEffects = new int[0];
      effects = Effects.none();
      if (input.resource() != null && input.resource().getScheme().equals("file")) {
        Path folder = Path.of(input.resource().toString()).getParent();
        if (!effectsByFolder.containsKey(folder)) {
          effectsByFolder.put(folder, Effects.read(folder.resolve(Effects.FILE)));
        }
        effects = effectsByFolder.get(folder);
      }
    }

    @Override
    public TextCodes texts() {
      return texts;
    }

    private int day(long time) {
      if (time < knownStart || time >= knownEnd) {
        knownDay = settings.dates().epochDay(time);
        TradeDateBounds bounds = TradeDateBounds.of(knownDay, settings.dates());
        knownStart = bounds.start();
        knownEnd = bounds.end();
      }
      return knownDay;
    }

    private static int[] grown(int[] known, int code) {
      int[] grown = Arrays.copyOf(known, Math.max(code + 1, 2 * known.length));
      Arrays.fill(grown, known.length, grown.length, -1);
      return grown;
    }

    @Override
    public void quote(
        int symbol,
        long time,
        int exchange,
        long bid,
        long bidSize,
        long ask,
        long askSize,
        int condition)
        throws IOException {
      int mask = 0;
      if (condition != ColumnSpec.NO_TEXT) {
        if (condition >= quoteEffects.length) {
          quoteEffects = grown(quoteEffects, condition);
        }
        if (quoteEffects[condition] < 0) {
          quoteEffects[condition] = effects.ofQuote(texts.text(condition));
        }
        mask = quoteEffects[condition];
      }
      int marked = MarketFiles.marked(condition, mask);
      quotes.add(day(time), symbol, time, bid, bidSize, ask, askSize, exchange, marked);
    }

    @Override
    public void trade(
        int symbol, long time, int exchange, long price, long size, int condition, long match)
        throws IOException {
      int mask = 0;
      if (condition != ColumnSpec.NO_TEXT) {
        if (condition >= tradeEffects.length) {
          tradeEffects = grown(tradeEffects, condition);
        }
        if (tradeEffects[condition] < 0) {
          tradeEffects[condition] = effects.ofTrade(texts.text(condition));
        }
        mask = tradeEffects[condition];
      }
      long number = match == NO_MATCH ? NO_MATCH : matchOf(match);
      trades.add(
          day(time),
          symbol,
          time,
          price,
          size,
          number,
          0,
          exchange,
          MarketFiles.marked(condition, mask));
    }

    /** Match numbers are an exchange's of one day: files are told apart. */
    private long matchOf(long match) {
      return (match & 0xFFFF_FFFF_FFFFL) | (long) fileNumber << 48;
    }

    @Override
    public void broken(long match) {
      broken.add(matchOf(match));
    }

    private boolean isBroken(long match) {
      return !broken.isEmpty() && broken.contains(match);
    }

    @Override
    public void stored() {
      stored++;
      tick();
    }

    private void tick() {
      progress.setPlain(progress.getPlain() + 1);
    }

    @Override
    public void skipped(String kind) {
      skipped.merge(kind, 1L, Long::sum);
      tick();
    }

    @Override
    public void rejected(long line, String reason, String text) throws IOException {
      rejected.merge(reason, 1L, Long::sum);
      tick();
      rejects.write(quoted(file) + "," + line + "," + quoted(reason) + "," + quoted(text) + "\n");
    }

    private static String quoted(String text) {
      for (int i = 0; i < text.length(); i++) {
        if (",\"\r\n".indexOf(text.charAt(i)) >= 0) {
          return '"' + text.replace("\"", "\"\"") + '"';
        }
      }
      return text;
    }

    Summary summary(MarketFiles files) {
      long skippedSum = skipped.values().stream().mapToLong(Long::longValue).sum();
      long rejectedSum = rejected.values().stream().mapToLong(Long::longValue).sum();
      Map<String, Long> counts = new LinkedHashMap<>();
      counts.put("read", stored + skippedSum + rejectedSum);
      counts.put("stored", stored);
      counts.put("skipped", skippedSum);
      counts.put("rejected", rejectedSum);
      Map<String, Long> rows = new LinkedHashMap<>();
      for (MarketKind kind : SHOWN) {
        rows.put(kind.view(), 0L);
      }
      Map<String, Map<String, Long>> days = new LinkedHashMap<>();
      for (Map.Entry<Integer, Map<MarketKind, Long>> day : files.rows().entrySet()) {
        Map<String, Long> ofDay = new LinkedHashMap<>();
        for (MarketKind kind : SHOWN) {
          long count = day.getValue().getOrDefault(kind, 0L);
          ofDay.put(kind.view(), count);
          rows.merge(kind.view(), count, Long::sum);
        }
        days.put(CalendarDates.text(day.getKey()), ofDay);
      }
      return new Summary(counts, skipped, rejected, rows, days);
    }

    @Override
    public void close() throws IOException {
      try (quotes;
          trades) {
        rejects.close();
      }
    }
  }
}
