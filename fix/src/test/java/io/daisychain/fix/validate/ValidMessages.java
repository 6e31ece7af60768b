package io.daisychain.fix.validate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Makes valid messages of the checked types, with any of the fields that the dictionary allows. */
public final class ValidMessages {
  private record Member(int tag, boolean required, List<Integer> instance) {}

  private final Map<Integer, String[]> fields = new HashMap<>(); // field TAG NAME TYPE VALUE ...
  private final Map<String, List<Member>> members = new HashMap<>(); // of header, trailer, types

  public ValidMessages() {
    for (String line : Dictionary.lines("fix42.dictionary")) {
      String[] words = line.replaceAll("=[A-Z0-9_]+", "").split(" "); // values without their names
      if (words[0].equals("field")) {
        fields.put(Integer.valueOf(words[1]), words);
      } else {
        boolean message = words[0].equals("message");
        members.put(words[message ? 1 : 0], read(line, words, message ? 3 : 1));
      }
    }
  }

  private static List<Member> read(String line, String[] words, int from) {
    List<Member> list = new ArrayList<>();
    List<Integer> instance = null;
    for (String word : Arrays.asList(words).subList(from, words.length)) {
      int open = word.indexOf('(');
      String first = open < 0 ? word : word.substring(0, open);
      if (instance == null) {
        instance = open < 0 ? null : new ArrayList<>();
        int tag = Integer.parseInt(first.replace("!", ""));
        list.add(new Member(tag, word.endsWith("!"), instance));
      }
      if (instance != null) {
        String rest = word.substring(open + 1);
        instance.add(Integer.valueOf(rest.replace(")", "")));
        instance = word.endsWith(")") ? null : instance;
      }
    }
    if (instance != null) {
      throw new IllegalStateException("open group in " + line);
    }
    return list;
  }

  /** The fields of a message from MsgType up to the CheckSum. */
  public List<String> next(Random random) {
    String type = String.valueOf("DFG89".charAt(random.nextInt(5)));
    List<String> message = new ArrayList<>(List.of("35=" + type));
    add(message, members.get("header"), 3, random);
    add(message, members.get(type), random.nextInt(3) == 0 ? 3 : 30, random);
    boolean fill = message.contains("150=1") || message.contains("150=2");
    if (fill && message.stream().noneMatch(field -> field.startsWith("32="))) {
      message.add("32=100");
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
      boolean data = isData(tag) || isData(tag + 1);
      boolean wanted = member.required() || random.nextInt(rarity) == 0;
      if (framing || !wanted || (data && !isData(tag + 1))) {
        continue;
      }
      if (member.instance() != null) {
        addGroup(message, member, random);
      } else if (isData(tag + 1)) {
        String value = random.nextBoolean() ? "ab\001c" : "abcde";
        message.add(tag + "=" + value.length());
        message.add((tag + 1) + "=" + value);
      } else {
        message.add(tag + "=" + value(tag, random));
      }
    }
  }

  private boolean isData(int tag) {
    return fields.containsKey(tag) && fields.get(tag)[3].equals("DATA");
  }

  private void addGroup(List<String> message, Member member, Random random) {
    int count = random.nextInt(3) + 1;
    message.add(member.tag() + "=" + count);
    for (int i = 0; i < count; i++) {
      for (int tag : member.instance()) {
        if (tag == member.instance().get(0) || random.nextBoolean()) {
          message.add(tag + "=" + value(tag, random));
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
    if (field.length > 4) {
      return field[4 + random.nextInt(field.length - 4)];
    }
    return switch (field[3]) {
      case "INT" -> "1";
      case "CHAR" -> "x";
      case "BOOLEAN" -> "Y";
      case "PRICE", "QTY", "AMT", "FLOAT", "PRICEOFFSET" -> random.nextInt(1000) + ".25";
      case "CURRENCY" -> "USD";
      case "LOCALMKTDATE" -> "20260316";
      case "UTCTIMESTAMP" -> "20260316-09:02:00" + (random.nextBoolean() ? "" : ".123");
      case "MONTHYEAR" -> "202603";
      case "DAYOFMONTH" -> "16";
      case "STRING", "EXCHANGE" -> "T" + random.nextInt(100);
      default -> throw new IllegalStateException("no value for " + field[3]);
    };
  }
}
