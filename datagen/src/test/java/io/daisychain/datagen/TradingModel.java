package io.daisychain.datagen;

import io.daisychain.datagen.chain.BuiltInModels;

/** The default model in a market that trades in another way. */
final class TradingModel {
  private TradingModel() {}

  /** YAML, with these keys of {@code trading}; it has the others as usual. */
  static String with(String keys) {
    String yaml = BuiltInModels.yaml(BuiltInModels.DEFAULT);
    String trading = yaml.lines().filter(line -> line.startsWith("  trading:")).findFirst().get();
    return yaml.replace(trading, "  trading: {" + keys + "}");
  }
}
