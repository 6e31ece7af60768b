package io.daisychain.fix.validate;

/** Names of fields: those of FIX 4.2's dictionary, and the user-defined tags of lineage. */
public final class FieldNames {
  private FieldNames() {}

  /** Name of a field; empty for a tag that nobody knows. */
  public static String nameOf(int tag) {
    String name = tag > 0 ? Dictionary.FIX42.name(tag) : null;
    return name == null ? "" : name;
  }
}
