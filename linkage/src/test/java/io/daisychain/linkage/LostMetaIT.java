package io.daisychain.linkage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.linkage.plan.LinkRun;
import io.daisychain.store.MetaTable;
import io.daisychain.store.StoreTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table whose meta table was lost, or is older than the table. */
class LostMetaIT {
  @TempDir Path rejects;

  @Test
  void isNoticedBeforeAnythingIsWrittenAndCountedOnFromWhatTheTableHas() throws Exception {
    List<byte[]> first = Messages.of(Messages.tagged("P", 1, "11=p"));
    List<byte[]> late =
        Messages.of(
            Messages.tagged("C", 2, "11=c|10003=" + Messages.id("P")),
            Messages.tagged("D", 3, "11=d|10003=" + Messages.id("C")));
    try (EmulatedStore store = EmulatedStore.start()) {
      store.create("once");
      store.report("once", first);
      store.report("once", late);
      store.link("once", 0, rejects);
      store.create("restored");
      store.report("restored", first);
      for (int run = 0; run < 5; run++) {
        store.link("restored", 0, rejects);
      }
      store.report("restored", List.of(late.get(0)));
      store.link("restored", 0, rejects); // the sixth, with the timestamp 7
      store.report("restored", List.of(late.get(1)));
      try (MetaTable meta = store.meta("restored")) {
        meta.delete("link", "generation");
      }
      Map<String, String> before = store.cells("restored");

      Exception e = assertThrows(RuntimeException.class, () -> store.link("restored", 0, rejects));

      String words = e.getCause().getMessage();
      assertTrue(
          words.matches(
              "the tables of restored have rows of link run [27] and restored_meta counts.*"),
          words);
      assertEquals(before, store.cells("restored"));
      try (MetaTable meta = store.meta("restored")) {
        assertTrue(LinkRun.isBehind(meta));
        long newest = NewestRun.of(new StoreTable(store.connector(), "restored"));
        assertEquals(7, newest);
        LinkRun.countFrom(meta, newest);
        assertFalse(LinkRun.isBehind(meta));
      }

      store.link("restored", 0, rejects);
      CellText.assertSame(store.cells("once"), store.cells("restored"), "restored");
      assertEquals(0, store.link("restored", 0, rejects).get("written").asInt());
    }
  }

  @Test
  void damagedCountersAreNamed() throws Exception {
    try (EmulatedStore store = EmulatedStore.start()) {
      store.create("t");
      try (MetaTable meta = store.meta("t")) {
        meta.write("linkRuns", "x", new byte[] {'1'});

        IOException e = assertThrows(IOException.class, () -> LinkRun.begin(meta));

        assertTrue(
            e.getMessage().startsWith("table t_meta, row 'linkRuns', column x is damaged: "),
            e.getMessage());
      }
    }
  }
}
