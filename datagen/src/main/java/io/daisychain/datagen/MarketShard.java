package io.daisychain.datagen;

import io.daisychain.datagen.file.ShardStreams;
import io.daisychain.datagen.lifecycle.EventRecord;
import io.daisychain.datagen.lifecycle.Market;
import io.daisychain.datagen.market.MarketTruth;
import io.daisychain.datagen.market.QuoteFile;
import io.daisychain.datagen.market.SymbolQuotes;
import io.daisychain.datagen.market.Tape;
import io.daisychain.datagen.quote.BackgroundTrades;
import io.daisychain.datagen.quote.Quotes;
import io.daisychain.datagen.quote.ShownOrders.Change;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;

/**
 * The market files of one shard: quotes and background trades of its share of symbols, and its
 * executions' trades.
 */
final class MarketShard {
  private final IntPredicate isQuoted;
  private final Market market;
  private final QuoteFile quoteFile;
  private final BackgroundTrades background;
  private final Tape tape;
  private final MarketTruth truth;
  private final SymbolQuotes quotes;

  MarketShard(WorkloadPlan plan, int shard, Market market, Quotes quotes, ShardStreams streams)
      throws IOException {
    isQuoted = plan.quotedSymbols(shard);
    this.market = market;
    int epochDay = plan.epochDay(shard);
    this.quotes = new SymbolQuotes(quotes);
    quoteFile = new QuoteFile(market, epochDay, streams.open(plan.quotesFile(shard)));
    background = plan.backgroundTrades(shard, quotes);
    tape = new Tape(market, epochDay, plan::hasDate, streams.open(plan.tradesFile(shard)));
    truth =
        plan.hasMarketTruth()
            ? new MarketTruth(
                quotes, market, epochDay, plan::hasDate, streams.open(plan.marketTruthFile(shard)))
            : null;
  }

  /** Takes the events of a lifecycle, which have their keys. */
  void add(List<EventRecord> records) throws IOException {
    BitSet ownFills = Tape.ownFills(records);
    tape.write(records, ownFills);
    if (truth != null) {
      truth.write(records, ownFills);
    }
  }

  /**
   * Writes the quotes, and what others trade; nothing follows.
   *
   * @param shown what orders of a symbol have shown at exchanges
   */
  void finish(IntFunction<List<Change>> shown) throws IOException {
    Set<Integer> asked = truth == null ? Set.of() : truth.symbols();
    for (int symbol = 0; symbol < market.symbols; symbol++) {
      if (isQuoted.test(symbol)) {
        int written = symbol;
        quotes.forEach(
            symbol,
            shown.apply(symbol),
            (time, exchange, quote) -> quoteFile.write(written, time, exchange, quote));
        tape.write(symbol, background, quotes);
      } else if (asked.contains(symbol)) {
        quotes.forEach(symbol, List.of(), (time, exchange, quote) -> {});
      }
      if (asked.contains(symbol)) {
        truth.answer(symbol, quotes);
      }
    }
    quoteFile.flush();
    tape.flush();
    if (truth != null) {
      truth.flush();
    }
  }
}
