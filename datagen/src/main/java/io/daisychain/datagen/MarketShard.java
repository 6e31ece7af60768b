package io.daisychain.datagen;

import io.daisychain.datagen.file.ByteSink;
import io.daisychain.datagen.file.ShardStreams;
import io.daisychain.datagen.lifecycle.EventRecord;
import io.daisychain.datagen.lifecycle.Market;
import io.daisychain.datagen.lifecycle.TradingDay;
import io.daisychain.datagen.market.MarketTruth;
import io.daisychain.datagen.market.QuoteStream;
import io.daisychain.datagen.market.Tape;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.List;

/**
 * The market files of one shard: the quotes of its share of symbols, and its executions' trades.
 */
final class MarketShard {
  private static final byte[] HEADER =
      "symbol,time,exchange,bid,bidSize,ask,askSize\n".getBytes(StandardCharsets.US_ASCII);

  private final WorkloadPlan plan;
  private final int shard;
  private final Market market;
  private final QuoteStream quotes;
  private final ByteSink quoteSink;
  private final Tape tape;
  private final MarketTruth truth;

  MarketShard(WorkloadPlan plan, int shard, Market market, TradingDay day, ShardStreams streams)
      throws IOException {
    this.plan = plan;
    this.shard = shard;
    this.market = market;
    GeneratorSettings settings = plan.settings();
    int epochDay = plan.epochDay(shard);
    long events = settings.targetEvents() / settings.days().count();
    quotes = new QuoteStream(market, plan.chain().shape(), day, settings.seed(), events);
    quoteSink = new ByteSink(streams.open(plan.quotesFile(shard)));
    quoteSink.put(HEADER);
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

  /** Writes the quotes; nothing follows. */
  void finish() throws IOException {
    for (int symbol = 0; symbol < market.symbols; symbol++) {
      if (plan.quotes(shard, symbol)) {
        quotes.write(symbol, plan.epochDay(shard), quoteSink);
      }
    }
    quoteSink.flush();
    tape.flush();
    if (truth != null) {
      truth.flush();
    }
  }
}
