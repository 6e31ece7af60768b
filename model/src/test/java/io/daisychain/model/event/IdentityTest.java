package io.daisychain.model.event;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.model.RowKey;
import io.daisychain.model.Uuids;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Row keys must be the same on every machine and in every version. */
class IdentityTest {
  private static final int DAY = (int) LocalDate.of(2026, 3, 16).toEpochDay();
  private static final int NEW_YEARS_EVE = (int) LocalDate.of(2025, 12, 31).toEpochDay();

  private final Identity identity = new Identity();

  @Test
  void keysOfTablesThatExistNeverChange() {
    assertEquals("e34f39c1-0fdf-5f6e-bbff-240cad50efa9", order(DAY, "ALFA", "", "A1").toString());
    identity.route(DAY);
    assertEquals("ce65df3f-d70e-56bd-afae-d08c106af9de", with("ALFA", "BRVO", "R-7").toString());
    identity.execution(NEW_YEARS_EVE);
    assertEquals("2a342268-bb1f-5dfd-bbeb-6bb85f0eb3df", with("XVNA", "E\u00e9 9").toString());
    identity.reject(DAY);
    assertEquals("93415365-9249-51b5-9d74-a8a59faf3eda", with("ALFA", "A3", "XVNA").toString());
  }

  @Test
  void keysAreNameBasedUuidsOfVersion5() {
    assertEquals(Uuids.of('O', "20260316", "ALFA", "", "A1"), order(DAY, "ALFA", "", "A1"));
    identity.route(DAY);
    assertEquals(Uuids.of('R', "20260316", "ALFA", "BRVO", "R-7"), with("ALFA", "BRVO", "R-7"));
    identity.execution(NEW_YEARS_EVE);
    assertEquals(Uuids.of('X', "20251231", "XVNA", "E\u00e9 9"), with("XVNA", "E\u00e9 9"));
    RowKey key = order(DAY, "A".repeat(1000), "", "\0\u00ff");
    assertEquals(Uuids.of('O', "20260316", "A".repeat(1000), "", "\0\u00ff"), key);
    assertEquals(5, (int) (key.high() >>> 12) & 0xf);
    assertEquals(2, (int) (key.low() >>> 62));
  }

  @Test
  void onlyDerivedKeysAreOfTheFormThatReportersMayNotGive() {
    RowKey derived = order(DAY, "ALFA", "", "A1");
    assertTrue(Identity.isDerived(derived.high(), derived.low()));
    for (String given :
        new String[] {
          "e34f39c1-0fdf-4f6e-bbff-240cad50efa9", // random
          "019cf1c1-0fdf-7f6e-bbff-240cad50efa9", // of time
          "e34f39c1-0fdf-3f6e-bbff-240cad50efa9", // of a name, by MD5
          "e34f39c1-0fdf-5f6e-cbff-240cad50efa9", // of another variant, where 5 is no version
          "00000000-0000-0000-0000-000000000000",
          "ffffffff-ffff-ffff-ffff-ffffffffffff"
        }) {
      RowKey key = RowKey.parse(given);
      assertFalse(Identity.isDerived(key.high(), key.low()), given);
    }
  }

  @Test
  void randomIdentitiesEqualTheIndependentComputation() {
    long seed = Long.getLong("daisychain.seed", System.nanoTime());
    Random random = new Random(seed);
    for (int i = 0; i < 2_000; i++) {
      int day = random.nextInt(40_000);
      String[] components = new String[1 + random.nextInt(4)];
      for (int c = 0; c < components.length; c++) {
        byte[] bytes = new byte[random.nextInt(20) == 0 ? 300 : random.nextInt(12)];
        random.nextBytes(bytes);
        components[c] = new String(bytes, ISO_8859_1);
      }
      String date = LocalDate.ofEpochDay(day).toString().replace("-", "");
      identity.order(day);
      assertEquals(Uuids.of('O', date, components), with(components), "seed " + seed);
    }
  }

  @Test
  void noTwoIdentitiesRunTogether() {
    Set<RowKey> keys = new HashSet<>();
    keys.add(order(DAY, "AB", "", "C"));
    keys.add(order(DAY, "A", "B", "C"));
    keys.add(order(DAY, "AB", "C", ""));
    keys.add(order(DAY, "", "AB", "C"));
    keys.add(order(DAY, "ABC", "", ""));
    keys.add(order(DAY + 1, "AB", "", "C"));
    identity.route(DAY);
    keys.add(with("AB", "", "C"));
    identity.execution(DAY);
    keys.add(with("AB", "", "C"));
    identity.reject(DAY);
    keys.add(with("AB", "", "C"));
    assertEquals(9, keys.size());
  }

  @Test
  void spreadsEvenlyOverTheKeySpace() {
    int[] counts = new int[64];
    for (int i = 0; i < 64_000; i++) {
      counts[(int) (order(DAY, "ALFA", "", "A" + i).high() >>> 58)]++;
    }
    for (int count : counts) {
      assertTrue(count > 800 && count < 1200, "of a 64th: " + count);
    }
  }

  @Test
  void ordersKeysAsUnsignedBytes() {
    RowKey[] ascending = {
      new RowKey(0, 0),
      new RowKey(0, 1),
      new RowKey(0, -1),
      new RowKey(1, 0),
      new RowKey(Long.MAX_VALUE, -1),
      new RowKey(Long.MIN_VALUE, 0),
      new RowKey(-1, -1)
    };
    for (int a = 0; a < ascending.length; a++) {
      for (int b = 0; b < ascending.length; b++) {
        assertEquals(
            Integer.signum(Integer.compare(a, b)),
            Integer.signum(ascending[a].compareTo(ascending[b])));
      }
    }
  }

  @Test
  void readsAndWritesKeysAsText() {
    RowKey key = RowKey.parse("E34F39C1-0FDF-5F6E-BBFF-240CAD50EFA9");
    assertEquals("e34f39c1-0fdf-5f6e-bbff-240cad50efa9", key.toString());
    byte[] bytes = new byte[20];
    RowKey.write(key.high(), key.low(), bytes, 3);
    assertEquals(key, RowKey.read(bytes, 3));
    assertEquals(key, RowKey.read(key.toBytes(), 0));
    assertNotEquals(key, RowKey.read(bytes, 2));
  }

  private RowKey order(int day, String... components) {
    identity.order(day);
    return with(components);
  }

  private RowKey with(String... components) {
    for (String component : components) {
      byte[] bytes = component.getBytes(ISO_8859_1);
      if (bytes.length == 0) {
        identity.without();
      } else {
        identity.with(bytes, 0, bytes.length);
      }
    }
    return identity.key();
  }
}
