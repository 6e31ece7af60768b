package io.daisychain.fix;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class OrderListTest {
  private static final String HEAD = "35=E|49=A|56=MRP|115=Q|34=1|52=20260316-10:00:00|66=L|394=3|";

  private final FixMessage message = new FixMessage();
  private final OrderList orders = new OrderList();

  @Test
  void eachOrderIsTheListThatHasItAlone() {
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      List<String> own = new ArrayList<>();
      for (int i = 0; i < 2 + random.nextInt(5); i++) {
        String account = random.nextBoolean() ? "78=2|79=X|80=1|79=Y|80=2|" : "";
        String text = random.nextBoolean() ? "354=3|355=a\1b|" : "";
        String tagged = random.nextBoolean() ? "10001=" + i + "|9000=q|" : "";
        own.add("11=c" + i + "|67=" + i + "|" + account + "55=IBM|54=1|" + text + tagged);
      }
      String common = HEAD + (random.nextBoolean() ? "7000=all|" : "");
      String list = common + "73=" + own.size() + "|" + String.join("", own) + "89=s|";
      read("FIX.4.4", list);
      assertEquals(own.size(), orders.count());
      assertFalse(orders.isMiscounted());
      assertEquals(0, orders.unnamed().length);
      for (int i = 0; i < own.size(); i++) {
        assertEquals(framed("FIX.4.4", common + "73=1|" + own.get(i) + "89=s|"), text(i));
      }
    }
  }

  @Test
  void whatIsOfTheListIsSoWhereverItStands() {
    read("FIX.4.2", HEAD + "73=2|11=a|67=1|55=IBM|433=1|11=b|67=2|55=MSFT|68=2|");
    assertEquals(framed("FIX.4.2", HEAD + "73=1|11=a|67=1|55=IBM|433=1|68=2|"), text(0));
    assertEquals(framed("FIX.4.2", HEAD + "73=1|433=1|11=b|67=2|55=MSFT|68=2|"), text(1));
  }

  @Test
  void anOrderWithoutAnIdIsNotThatBeforeIt() {
    read("FIX.4.2", HEAD + "73=3|11=a|67=1|55=IBM|67=2|55=IBM|11=c|67=3|");
    assertEquals(3, orders.count());
    assertFalse(orders.isMiscounted());
    assertEquals(1, orders.unnamed().length);
    assertEquals(67, message.tag(orders.unnamed()[0]));
    assertEquals(framed("FIX.4.2", HEAD + "73=1|67=2|55=IBM|"), text(1));

    read("FIX.4.2", HEAD + "73=2|67=1|55=IBM|11=b|67=2|");
    assertEquals(2, orders.count());
    assertEquals(framed("FIX.4.2", HEAD + "73=1|67=1|55=IBM|"), text(0));
  }

  @Test
  void aWrongNumberStays() {
    read("FIX.4.2", HEAD + "73=1|11=a|67=1|11=b|67=2|");
    assertEquals(2, orders.count());
    assertTrue(orders.isMiscounted());
    assertEquals(framed("FIX.4.2", HEAD + "73=1|11=b|67=2|"), text(1));
    read("FIX.4.2", HEAD + "73=|11=a|67=1|11=b|67=2|");
    assertTrue(orders.isMiscounted());
    read("FIX.4.2", HEAD + "11=a|67=1|11=b|67=2|");
    assertEquals(2, orders.count());
    assertFalse(orders.isMiscounted());
    assertEquals(framed("FIX.4.2", HEAD + "11=b|67=2|"), text(1));
  }

  @Test
  void oneOrderIsTheMessageAndSoItIsBeforeFix42() {
    for (String begin : List.of("FIX.4.0", "FIX.4.1")) {
      read(begin, HEAD + "67=1|68=2|11=a|11=b|");
      assertEquals(1, orders.count());
      assertSame(message, orders.order(0));
    }
    read("FIX.4.2", HEAD + "73=2|11=a|67=1|");
    assertEquals(1, orders.count());
    assertSame(message, orders.order(0));
  }

  @Test
  void readsEachFieldOnceHoweverManyOrdersThereAre() {
    int count = 100_000; // 100,000 times all fields would take minutes
    read("FIX.4.2", HEAD.substring(0, 40) + "|73=" + count + "|" + "11=a|67=1|".repeat(count));
    assertEquals(count, orders.count());
    int fields = 0;
    for (int i = 0; i < count; i++) {
      fields += orders.order(i).fieldCount();
    }
    assertEquals(count * orders.order(0).fieldCount(), fields);
  }

  @Test
  void whatAllHaveInCommonIsBounded() {
    String orders2000 = "11=a|67=1|".repeat(2_000);
    read("FIX.4.2", HEAD + "58=" + "x".repeat(9_000) + "|73=2000|" + orders2000);
    assertTrue(orders.isTooLarge());
    read("FIX.4.2", HEAD + "58=" + "x".repeat(8_000) + "|73=2000|" + orders2000);
    assertFalse(orders.isTooLarge());
  }

  private void read(String begin, String body) {
    byte[] bytes = framed(begin, body).getBytes(ISO_8859_1);
    message.index(bytes, 0, bytes.length);
    orders.read(message);
  }

  private String text(int order) {
    FixMessage alone = orders.order(order);
    return new String(alone.buffer(), alone.from(), alone.length(), ISO_8859_1);
  }

  private static String framed(String begin, String body) {
    String fields = body.replace('|', '\1');
    String framed = "8=" + begin + "\0019=" + fields.length() + "\1" + fields;
    int sum = 0;
    for (byte octet : framed.getBytes(ISO_8859_1)) {
      sum += octet & 0xff;
    }
    return framed + String.format("10=%03d\1", sum % 256);
  }
}
