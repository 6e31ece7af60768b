package io.daisychain.cli.option;

import io.daisychain.store.MetaTable;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/**
 * What a table keeps of how its messages were read and linked, for another table that is to be made
 * of the same files.
 *
 * @param ingest rules of {@link RulesOptions}
 * @param link rules of {@link LinkOptions}
 * @param reference texts of the reference data that were given last, by file; empty for none
 */
public record KeptRules(
    Optional<byte[]> ingest, Optional<byte[]> link, Map<String, String> reference) {
  public static KeptRules read(MetaTable meta) throws IOException {
    return new KeptRules(
        meta.read(RulesOptions.ROW, RulesOptions.COLUMN),
        meta.read(LinkOptions.ROW, LinkOptions.COLUMN),
        ReferenceOption.keptTexts(meta));
  }

  /** Writes the rules; reference data are given with the files. */
  public void write(MetaTable meta) throws IOException {
    if (ingest.isPresent()) {
      meta.write(RulesOptions.ROW, RulesOptions.COLUMN, ingest.get());
    }
    if (link.isPresent()) {
      meta.write(LinkOptions.ROW, LinkOptions.COLUMN, link.get());
    }
  }
}
