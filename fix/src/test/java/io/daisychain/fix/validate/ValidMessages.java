package io.daisychain.fix.validate;

import io.daisychain.fix.DataFields;
import io.daisychain.fix.FixVersion;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Makes valid messages of the checked types, with any of the fields that the dictionary allows. */
public final class ValidMessages {
  private record Member(int tag, boolean required, List<Member> instance) {}

  private final Map<Integer, String[]> fields = new HashMap<>(); // field TAG NAME TYPE VALUE ...
  private final Map<String, List<Member>> members = new HashMap<>(); // of header, trailer, types
  private final List<String> types = new ArrayList<>();
  private final FixVersion version;

  /** Messages of FIX 4.2. */
  public ValidMessages() {
    this(FixVersion.FIX42);
  }

  ValidMessages(FixVersion version) {
    this.version = version;
    read(version.name());
    if (version.compareTo(FixVersion.FIX50) >= 0) {
      read("FIXT11");
    }
  }

  private void read(String dictionary) {
    for (String line : DictionaryFile.lines(dictionary).values()) {
      String[] words = line.replaceAll("=[A-Za-z0-9_]+", "").split(" "); // values without names
      if (words[0].equals("field")) {
        if (words.length > 3) { // else no member of a message
          fields.put(Integer.valueOf(words[1]), words);
        }
      } else {
        boolean message = words[0].equals("message");
        int from = message ? 3 : 1;
        Iterator<String> rest =
            List.of(
                    String.join(" ", List.of(words).subList(from, words.length))
                        .replace("(", "( ")
                        .replace(")", " )")
                        .trim()
                        .split(" "))
                .iterator();
        members.put(words[message ? 1 : 0], read(rest));
        if (message) {
          types.add(words[1]);
        }
      }
    }
  }

  private static List<Member> read(Iterator<String> words) {
    List<Member> list = new ArrayList<>();
    while (words.hasNext()) {
      String word = words.next();
      if (word.equals(")")) {
        return list;
      }
      String tag = word.replace("!", "").replace("(", "");
      if (!tag.isEmpty()) {
        List<Member> instance = word.endsWith("(") ? read(words) : null;
        list.add(new Member(Integer.parseInt(tag), word.contains("!"), instance));
      }
    }
    return list;
  }

  /** The fields of a message from MsgType up to the CheckSum. */
  public List<String> next(Random random) {
    String type = types.get(random.nextInt(types.size()));
    List<String> message = new ArrayList<>(List.of("35=" + type));
    add(message, members.get("header"), 3, random);
    add(message, members.get(type), random.nextInt(3) == 0 ? 3 : 30, random);
    if (type.equals("E") || type.equals("P")) {
      message.removeIf(field -> field.matches("201=.*|167=OPT|461=O.*"));
    }
    message.removeIf(field -> field.matches("609=OPT|608=O.*|1358=.*|623=0[.]25"));
    Set<String> legs = new HashSet<>();
    message.removeIf(field -> field.startsWith("654=") && !legs.add(field));
    boolean reference = message.contains("150=G") || message.contains("150=H");
    if (reference && message.stream().noneMatch(field -> field.startsWith("19="))) {
      message.add("19=E");
    }
    boolean fill = message.contains("150=1") || message.contains("150=2");
    fill |= message.contains("150=F");
    if (fill && message.stream().noneMatch(field -> field.startsWith("32="))) {
      message.add("32=100");
    }
    boolean isOption = message.stream().anyMatch(field -> field.matches("201=.*|167=OPT"));
    if (isOption) { // whose other half may not have been drawn
      message.removeIf(field -> field.startsWith("48="));
      message.add("48=IBM260619C00150000");
    }
    if (random.nextInt(4) == 0) {
      addLineage(message, random);
    }
    if (random.nextInt(4) == 0) {
      message.add("6005=" + random.nextInt(100));
    }
    if (random.nextInt(10) == 0) {
      message.add("93=3");
      message.add("89=x\1y");
    }
    return message;
  }

  /** Adds the required members, and of the others one in {@code rarity}. */
  private void add(List<String> message, List<Member> list, int rarity, Random random) {
    for (Member member : list) {
      int tag = member.tag();
      boolean framing = tag == 8 || tag == 9 || tag == 35;
      boolean data = isData(tag) || isLength(tag);
      boolean wanted = member.required() || random.nextInt(rarity) == 0;
      if (framing || !wanted || (data && !isLength(tag))) {
        continue;
      }
      if (member.instance() != null) {
        addGroup(message, member, random);
      } else if (isLength(tag)) {
        String value = random.nextBoolean() ? "ab\001c" : "abcde";
        message.add(tag + "=" + value.length());
        message.add((tag + 1) + "=" + value);
      } else {
        message.add(tag + "=" + value(tag, random));
      }
    }
  }

  private boolean isData(int tag) {
    String[] field = fields.get(tag);
    return field != null && field[3].equals("DATA");
  }

  private boolean isLength(int tag) {
    return isData(tag + 1) && DataFields.lengthTag(tag + 1) == tag;
  }

  private void addGroup(List<String> message, Member member, Random random) {
    int count = random.nextInt(3) + 1;
    message.add(member.tag() + "=" + count);
    for (int i = 0; i < count; i++) {
      int first = member.instance().get(0).tag();
      for (Member inside : member.instance()) {
        boolean data = isData(inside.tag()) || isLength(inside.tag());
        boolean wanted = inside.required() || inside.tag() == first || random.nextInt(4) == 0;
        if (data || !wanted) {
          continue;
        }
        if (inside.instance() != null) {
          addGroup(message, inside, random);
        } else {
          message.add(inside.tag() + "=" + value(inside.tag(), random));
        }
      }
    }
  }

  private static void addLineage(List<String> message, Random random) {
    String uuid = "09bab95c-3cf9-4dcf-ab5d-1b100f5f8110";
    if (random.nextBoolean()) {
      message.add("10001=" + uuid);
    }
    if (random.nextBoolean()) {
      message.add("10887=P" + random.nextInt(9));
      message.add("10835=BRVO");
      message.add("10836=20260315");
      return;
    }
    int count = random.nextInt(3) + 1;
    message.add("10073=" + count);
    for (int i = 0; i < count; i++) {
      message.add(random.nextBoolean() ? "10887=P" + i : "10003=" + uuid);
      if (random.nextBoolean()) {
        message.add("10889=100");
      }
    }
  }

  /** A valid value that meets the rules between fields, too. */
  private String value(int tag, Random random) {
    String[] field = fields.get(tag);
    if (tag == 40) {
      return "1"; // needs no prices
    }
    if (tag == 59 || tag == 20 || tag == 151) {
      return "0"; // needs no date, no reference, no shares
    }
    if (tag == 1128) {
      return String.valueOf((char) version.applVerId());
    }
    if (tag == 139) {
      return "1"; // a character, of whose listed values some have two
    }
    if (field.length > 4) {
      return field[4 + random.nextInt(field.length - 4)];
    }
    return switch (field[3]) {
      case "INT", "NUMINGROUP", "LENGTH", "SEQNUM" -> "1";
      case "CHAR", "MULTIPLECHARVALUE" -> "x";
      case "BOOLEAN" -> "Y";
      case "PRICE", "QTY", "AMT", "FLOAT", "PRICEOFFSET", "PERCENTAGE" ->
          random.nextInt(1000) + ".25";
      case "CURRENCY" -> "USD";
      case "LOCALMKTDATE", "UTCDATE", "DATE" -> "20260316";
      case "UTCTIMESTAMP", "TIME" -> "20260316-09:02:00" + (random.nextBoolean() ? "" : ".123");
      case "UTCTIMEONLY" -> "09:02:00";
      case "MONTHYEAR", "MONTH-YEAR" -> "202603";
      case "DAYOFMONTH" -> "16";
      case "STRING", "EXCHANGE", "COUNTRY", "TZTIMEONLY", "XMLDATA" -> "T" + random.nextInt(100);
      default -> throw new IllegalStateException("no value for " + field[3]);
    };
  }
}
