package io.daisychain.datagen;

import io.daisychain.datagen.TransitionCounts.Verdict;
import io.daisychain.datagen.chain.BuiltInModels;
import java.util.Locale;

/** Chi-square of the transitions of every built-in model: {@code EVENTS SEED}. */
final class TransitionCampaign {
  private TransitionCampaign() {}

  public static void main(String[] arguments) {
    long events = Long.parseLong(arguments[0]);
    long seed = Long.parseLong(arguments[1]);
    boolean fits = true;
    for (String model : BuiltInModels.NAMES) {
      TransitionCounts counts =
          TransitionCounts.walk(model, BuiltInModels.yaml(model), events, seed);
      Verdict verdict = counts.against(counts.chain());
      fits &= verdict.fits() && counts.unseen().isEmpty();
      System.out.printf(
          Locale.ROOT,
          "%-14s seed %d, %,d events: chi-square %.1f of %d degrees, %+.2f deviations; worst row %s"
              + " %+.2f; %s%n",
          model,
          seed,
          counts.events(),
          verdict.chiSquare(),
          verdict.degrees(),
          verdict.deviations(),
          verdict.worstState(),
          verdict.worstDeviations(),
          verdict.fits() ? "fits" : "DOES NOT FIT");
    }
    if (!fits) {
      throw new AssertionError("the walks do not follow the chain");
    }
  }
}
