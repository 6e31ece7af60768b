package io.daisychain.marketdata.load;

import io.daisychain.marketdata.MarketFolder;
import io.daisychain.marketdata.MarketKind;
import io.daisychain.marketdata.TradeDateBounds;
import io.daisychain.marketdata.feed.Effects;
import io.daisychain.marketdata.feed.RecordSink;
import io.daisychain.model.CalendarDates;
import io.daisychain.warehouse.column.ColumnSpec;
import io.daisychain.warehouse.column.TextCodes;
import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToIntFunction;

/** The records of all files of a load: sorted by what they are, those that are wrong in a file. */
final class MarketRecords implements RecordSink, Closeable {
  private static final List<MarketKind> SHOWN =
      List.of(MarketKind.QUOTE, MarketKind.NBBO, MarketKind.TRADE);

  private final TextCodes texts = new TextCodes();
  private final RowSorter quotes;
  private final RowSorter trades;
  private final Writer rejects;
  private final Set<Long> broken = new HashSet<>();
  private final Map<String, Long> skipped = new TreeMap<>();
  private final Map<String, Long> rejected = new TreeMap<>();
  private final MarketLoad.Settings settings;
  private final AtomicLong progress;
  private String file = "";
  private int fileNumber = -1;
  private EffectsByCode quoteEffects;
  private EffectsByCode tradeEffects;
  private long stored;
  private int knownDay;
  private long knownStart = 1;
  private long knownEnd;

  /** What records of a condition do not count for, each condition looked up once. */
  private final class EffectsByCode {
    private static final int UNKNOWN = -1;

    private final ToIntFunction<String> effects;
    private int[] known = {};

    EffectsByCode(ToIntFunction<String> effects) {
      this.effects = effects;
    }

    /** The condition's code with its effects, as rows keep it. */
    int marked(int condition) {
      if (condition == ColumnSpec.NO_TEXT) {
        return MarketFiles.marked(condition, 0);
      }
      if (condition >= known.length) {
        int length = known.length;
        known = Arrays.copyOf(known, Math.max(condition + 1, 2 * length));
        Arrays.fill(known, length, known.length, UNKNOWN);
      }
      if (known[condition] == UNKNOWN) {
        known[condition] = effects.applyAsInt(texts.text(condition));
      }
      return MarketFiles.marked(condition, known[condition]);
    }
  }

  MarketRecords(MarketFolder.Load load, MarketLoad.Settings settings, AtomicLong progress)
      throws IOException {
    this.settings = settings;
    this.progress = progress;
    quotes = new RowSorter(load.scratch("quotes"), texts, settings.rowsInMemory());
    trades = new RowSorter(load.scratch("trades"), texts, settings.rowsInMemory());
    Files.createDirectories(settings.rejects().toAbsolutePath().getParent());
    rejects = Files.newBufferedWriter(settings.rejects());
    rejects.write("file,line,reason,text\n");
  }

  /** What comes now is of this file. */
  void begin(MarketFile input) throws IOException {
    file = input.name();
    fileNumber++;
    Effects effects = input.effects();
    quoteEffects = new EffectsByCode(effects::ofQuote);
    tradeEffects = new EffectsByCode(effects::ofTrade);
  }

  /** Writes what was read as the new dates of a load. */
  MarketLoad.Summary write(MarketFolder.Load load) throws IOException {
    rejects.close();
    MarketFiles files = new MarketFiles(load, texts, settings.dates());
    try (files) {
      files.writeQuotes(quotes);
      files.writeTrades(trades, this::isBroken);
    }
    return summary(files);
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
    quotes.add(
        day(time),
        symbol,
        time,
        bid,
        bidSize,
        ask,
        askSize,
        exchange,
        quoteEffects.marked(condition));
  }

  @Override
  public void trade(
      int symbol, long time, int exchange, long price, long size, int condition, long match)
      throws IOException {
    long number = match == NO_MATCH ? NO_MATCH : matchOf(match);
    trades.add(
        day(time), symbol, time, price, size, number, 0, exchange, tradeEffects.marked(condition));
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

  private MarketLoad.Summary summary(MarketFiles files) {
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
    return new MarketLoad.Summary(counts, skipped, rejected, rows, days);
  }

  @Override
  public void close() throws IOException {
    try (quotes;
        trades) {
      rejects.close();
    }
  }
}
