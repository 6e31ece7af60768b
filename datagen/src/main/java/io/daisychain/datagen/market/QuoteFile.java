package io.daisychain.datagen.market;

import io.daisychain.datagen.chain.TradingDay;
import io.daisychain.datagen.file.ByteSink;
import io.daisychain.datagen.lifecycle.Market;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Writes the quotes of a trade date, symbol by symbol, as lines of CSV. */
public final class QuoteFile {
  private static final byte[] HEADER =
      "symbol,time,exchange,bid,bidSize,ask,askSize\n".getBytes(StandardCharsets.US_ASCII);

  private final Market market;
  private final int epochDay;
  private final ByteSink sink;

  public QuoteFile(Market market, int epochDay, OutputStream out) {
    this.market = market;
    this.epochDay = epochDay;
    this.sink = new ByteSink(out);
    sink.put(HEADER);
  }

  /** Writes a quote of a symbol. */
  public void write(int symbol, long time, int exchange, SymbolQuotes.Quote quote)
      throws IOException {
    sink.makeRoom();
    sink.put(market.symbolNames[symbol]);
    sink.put(',');
    sink.number(epochDay * TradingDay.NANOS_PER_DAY + time);
    sink.put(',');
    sink.put(market.firmNames[market.brokers + exchange]);
    sink.put(',');
    cents(quote.bid, sink);
    sink.put(',');
    sink.number(quote.bidSize);
    sink.put(',');
    cents(quote.ask, sink);
    sink.put(',');
    sink.number(quote.askSize);
    sink.put('\n');
  }

  public void flush() throws IOException {
    sink.flush();
  }

  /** A price in dollars. */
  static void cents(long cents, ByteSink sink) {
    if (cents < 0) {
      sink.put('-');
    }
    sink.number(Math.abs(cents) / 100);
    sink.put('.');
    sink.pair((int) (Math.abs(cents) % 100));
  }
}
