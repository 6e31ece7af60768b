package io.daisychain.datagen.fit;

import io.daisychain.datagen.chain.ChainReader;
import io.daisychain.datagen.chain.OrderChain;
import io.daisychain.datagen.chain.TradingDay;
import io.daisychain.datagen.lifecycle.EventRecord;
import io.daisychain.datagen.lifecycle.GtcOrders;
import io.daisychain.datagen.lifecycle.LifecycleSimulation;
import io.daisychain.datagen.lifecycle.Market;
import io.daisychain.datagen.lifecycle.RecordPool;
import io.daisychain.datagen.quote.Quotes;
import java.time.LocalDate;
import java.util.List;

/** Lifecycles that a model makes, as they would be published. */
final class GeneratedEvents {
  private GeneratedEvents() {}

  /** What is seen of at least so many events of a model in YAML. */
  static Observation of(String yaml, long events, long seed) {
    OrderChain chain = ChainReader.read("the fitted model", yaml);
    Market market = new Market(chain.shape(), seed);
    // Of this date times since its midnight are times since 1970.
    TradingDay day = new TradingDay(chain.day(), LocalDate.EPOCH, TradingDay.NIGHTS);
    Quotes quotes = new Quotes(chain.shape(), day, 0, seed, events);
    RecordPool pool = new RecordPool();
    LifecycleSimulation simulation =
        new LifecycleSimulation(
            chain, market, null, false, quotes, day, GtcOrders.ofModel(chain), pool, seed, 0);
    OrderChain.Day hours = chain.day();
    Observation seen = new Observation(new Hours(hours.zone(), hours.open(), hours.close()));
    LifecycleReader reader = new LifecycleReader(seen, market.brokers);
    while (seen.events < events) {
      long start = day.at((double) seen.events / events);
      simulation.begin(start);
      simulation.finishOldest();
      for (List<EventRecord> records; (records = simulation.takeEnded(true)) != null; ) {
        reader.read(records);
        records.forEach(pool::giveBack);
      }
    }
    return seen;
  }
}
