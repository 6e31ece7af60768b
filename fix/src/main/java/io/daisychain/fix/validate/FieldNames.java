package io.daisychain.fix.validate;

import io.daisychain.fix.FixVersion;
import java.util.List;

/** Names of fields: those of FIX's dictionaries, and the user-defined tags of lineage. */
public final class FieldNames {
  /** Where FIX 4.2 lacks a tag, the latest version that has it. */
  private static final List<FixVersion> ORDER =
      List.of(
          FixVersion.FIX42,
          FixVersion.FIX50SP2,
          FixVersion.FIX44,
          FixVersion.FIX43,
          FixVersion.FIX41,
          FixVersion.FIX40);

  private FieldNames() {}

  /** Name of a field; empty for a tag that nobody knows. */
  public static String nameOf(int tag) {
    for (FixVersion version : ORDER) {
      String name = tag > 0 ? Dictionary.of(version, false).name(tag) : null;
      if (name != null) {
        return name;
      }
    }
    return "";
  }
}
