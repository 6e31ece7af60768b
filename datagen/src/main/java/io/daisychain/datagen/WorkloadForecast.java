package io.daisychain.datagen;

import io.daisychain.model.EventType;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What a workload must come to, without the errors put in: computed from the chain, but for the
 * length of a message of each type, which is measured on a small sample of another seed.
 *
 * @param model name of the model
 * @param lifecycles in the whole workload
 * @param events a lifecycle
 * @param byType events of each type a lifecycle
 * @param ordersByDepth orders a lifecycle, by the number of firms and desks above them
 * @param bytes a lifecycle, before compression
 */
public record WorkloadForecast(
    String model,
    double lifecycles,
    double events,
    Map<EventType, Double> byType,
    List<Double> ordersByDepth,
    double bytes) {
  private static final long SAMPLE_EVENTS = 20_000;
  private static final double NEGLIGIBLE = 1e-6;

  /** Makes the map and the list immutable. */
  public WorkloadForecast {
    byType = Collections.unmodifiableMap(new EnumMap<>(byType));
    ordersByDepth = List.copyOf(ordersByDepth);
  }

  /** Forecasts what {@code settings} generate. */
  public static WorkloadForecast of(GeneratorSettings settings) throws IOException {
    WorkloadPlan plan = WorkloadPlan.of(settings);
    OrderForecast forecast = ChainForecast.lifecycle(plan.chain());
    double[] length = lengths(settings);
    Map<EventType, Double> byType = new EnumMap<>(EventType.class);
    double events = 0;
    double bytes = 0;
    for (EventType type : EventType.values()) {
      double expected = forecast.events[type.code()];
      if (expected > 0) {
        byType.put(type, expected);
        events += expected;
        bytes += expected * length[type.code()];
      }
    }
    List<Double> byDepth = new ArrayList<>();
    for (double orders : forecast.ordersByDepth) {
      if (orders > NEGLIGIBLE) {
        byDepth.add(orders);
      }
    }
    double lifecycles = settings.targetEvents() / events;
    return new WorkloadForecast(plan.modelName(), lifecycles, events, byType, byDepth, bytes);
  }

  /** Mean bytes of a message of each type, by its code. */
  private static double[] lengths(GeneratorSettings settings) throws IOException {
    GeneratorSettings sample =
        settings
            .withWorkload(100, SAMPLE_EVENTS)
            .withSeed(~settings.seed())
            .withErrors(ErrorRates.NONE)
            .withShards(1);
    OutputStream nowhere = OutputStream.nullOutputStream();
    ShardGenerator generator =
        new ShardGenerator(
            WorkloadPlan.of(sample), 0, new ShardStreams(nowhere, nowhere, nowhere, nowhere));
    generator.run();
    return generator.meanLengths();
  }
}
