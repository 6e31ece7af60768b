package io.daisychain.datagen.fit;

import io.daisychain.datagen.CustomerFlow;
import io.daisychain.datagen.chain.ChainReader;
import io.daisychain.datagen.chain.OrderChain;
import io.daisychain.datagen.chain.TradingDay;
import io.daisychain.datagen.lifecycle.EventRecord;
import io.daisychain.datagen.lifecycle.GtcOrders;
import io.daisychain.datagen.lifecycle.LifecycleSimulation;
import io.daisychain.datagen.lifecycle.Market;
import io.daisychain.datagen.lifecycle.RecordPool;
import io.daisychain.datagen.lifecycle.SymbolRange;
import io.daisychain.datagen.quote.Quotes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.LocalDate;
import java.util.List;

/** Lifecycles that a model makes, as they would be published. */
final class GeneratedEvents {
  private GeneratedEvents() {}

  /** What is seen of so many events of a model in YAML, about. */
  static Observation of(String yaml, long events, long seed) {
    OrderChain chain = ChainReader.read("the fitted model", yaml);
    Market market = new Market(chain.shape(), seed);
    // Of this date times since its midnight are times since 1970.
    TradingDay day = new TradingDay(chain.day(), LocalDate.EPOCH, TradingDay.NIGHTS);
    Quotes quotes = new Quotes(chain.shape(), day, 0, seed, events);
    SymbolRange symbols = SymbolRange.of(chain.shape(), 0, 1);
    GtcOrders gtc = GtcOrders.ofModel(chain);
    RecordPool pool = new RecordPool();
    CustomerFlow flow =
        new CustomerFlow(
            salted ->
                new LifecycleSimulation(
                    chain, market, symbols, true, quotes, day, gtc, pool, salted, 0),
            day,
            seed,
            0,
            events,
            true,
            pool,
            (time, begins) -> {});
    OrderChain.Day hours = chain.day();
    Observation seen = new Observation(new Hours(hours.zone(), hours.open(), hours.close()));
    LifecycleReader reader =
        new LifecycleReader(
            seen, market.brokers, event -> market.ownerOf(event.customer) != EventRecord.NONE);
    try {
      for (List<EventRecord> records; (records = flow.next(0)) != null; ) {
        reader.read(records);
        records.forEach(pool::giveBack);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return seen;
  }
}
