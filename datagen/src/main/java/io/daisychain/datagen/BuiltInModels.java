package io.daisychain.datagen;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The models that need no file: each a YAML beside this class. */
public final class BuiltInModels {
  /** A day of US equities: brokers, desks, venues, of everything a little. */
  public static final String DEFAULT = "equities";

  /** All names, the default first. */
  public static final List<String> NAMES =
      List.of(DEFAULT, "market-maker", "institutional", "stress");

  private BuiltInModels() {}

  /** True where no file needs to be read. */
  public static boolean has(String name) {
    return NAMES.contains(name);
  }

  /** YAML of a model. */
  static String yaml(String name) {
    try (InputStream resource = BuiltInModels.class.getResourceAsStream(source(name))) {
      return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What messages call a model's file. */
  static String source(String name) {
    return name + ".yaml";
  }
}
