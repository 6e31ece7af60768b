package io.daisychain.datagen.chain;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The built-in models, each a YAML resource. */
public final class BuiltInModels {
  /** The default: a day of US equities with brokers, desks and venues. */
  public static final String DEFAULT = "equities";

  /** Names of those that have a chain of their own, the default first. */
  public static final List<String> NAMES =
      List.of(DEFAULT, "market-maker", "institutional", "stress");

  /** As the default, with all that is traded and reported besides shares, a little of each. */
  public static final String MIXED = "mixed";

  private BuiltInModels() {}

  /** Names of all. */
  public static List<String> all() {
    List<String> all = new ArrayList<>(NAMES);
    all.add(MIXED);
    return all;
  }

  /** True if a name is that of a built-in model. */
  public static boolean has(String name) {
    return all().contains(name);
  }

  /** YAML of a model. */
  public static String yaml(String name) {
    try (InputStream resource = BuiltInModels.class.getResourceAsStream(source(name))) {
      return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Name of a model's resource in error messages. */
  public static String source(String name) {
    return name + ".yaml";
  }
}
