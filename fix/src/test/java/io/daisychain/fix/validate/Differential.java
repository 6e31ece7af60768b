package io.daisychain.fix.validate;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixTag;
import io.daisychain.fix.FixVersion;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * Compares our verdict with QuickFIX/J's on damaged messages. {@link #main} does it for as many
 * millions as asked: arguments are the number of messages of each version and the seed.
 */
final class Differential {
  private final FixVersion version;
  private final Map<FixVersion, QuickFixOracle> oracles = new EnumMap<>(FixVersion.class);
  private final ValidMessages valid;
  private final FixMessage message = new FixMessage();
  private final ValidationResult result = new ValidationResult();
  private final MessageChecker checker = new MessageChecker();

  private final Map<Deliberate, Integer> onlyWe = new EnumMap<>(Deliberate.class);
  private int bothAccept;
  private int bothReject;
  private int weReject;
  private int onlyQuickFix;

  Differential(FixVersion version) throws Exception {
    this.version = version;
    boolean fixt = version.compareTo(FixVersion.FIX50) >= 0;
    for (FixVersion said : FixVersion.values()) {
      if (fixt || said == version) { // a damaged ApplVerID may be another one's
        oracles.put(said, new QuickFixOracle(said, fixt));
      }
    }
    valid = new ValidMessages(version);
  }

  public static void main(String[] args) throws Exception {
    for (FixVersion version : FixVersion.values()) {
      Differential differential = new Differential(version);
      differential.run(Integer.parseInt(args[0]), Long.parseLong(args[1]));
      System.out.println(version.label() + ": " + differential.summary());
    }
  }

  /**
   * Fails with the seed and the message where the verdicts differ and no deliberate kind covers it.
   */
  void run(int count, long seed) {
    for (int i = 0; i < count; i++) {
      Random random = new Random(seed + i);
      byte[] bytes = Mutation.mutate(valid.next(random), version, random);
      try {
        compare(bytes);
      } catch (RuntimeException | AssertionError e) {
        String text = new String(bytes, ISO_8859_1).replace('\1', '|');
        throw new AssertionError("seed " + (seed + i) + ": " + text, e);
      }
    }
  }

  /** Checks that the messages before their damage are accepted by both. */
  void runValid(int count, long seed) {
    for (int i = 0; i < count; i++) {
      byte[] bytes =
          Messages.framed(
              version, Messages.fix(String.join("|", valid.next(new Random(seed + i))) + "|"));
      message.index(bytes, 0, bytes.length);
      checker.check(message, FixVersion.of(message, version), result);
      String theirs = oracle().verdict(bytes, 0, bytes.length);
      if (result.count() > 0 || (theirs != null && !isParents(theirs))) {
        String ours = result.count() > 0 ? result.text(0, message) : "";
        String text = new String(bytes, ISO_8859_1).replace('\1', '|');
        throw new AssertionError("seed " + (seed + i) + ": " + ours + theirs + ": " + text);
      }
    }
  }

  /**
   * Compares the verdicts on one message.
   *
   * @return whether QuickFIX/J rejects it
   */
  boolean compare(byte[] bytes) {
    int end = message.index(bytes, 0, bytes.length);
    checker.check(message, FixVersion.of(message, version), result);
    // What follows a CheckSum is none of the message's.
    String theirs = oracle().verdict(bytes, 0, end);
    if (result.count() == 0 && theirs == null) {
      bothAccept++;
    } else if (result.count() == 0) {
      String others = isParents(theirs) ? verdictWithoutParents() : theirs;
      if (others != null) {
        throw new AssertionError("only QuickFIX/J rejects: " + others);
      }
      onlyQuickFix++;
    } else if (theirs != null) {
      bothReject++;
    } else {
      weReject++;
      classify();
    }
    return theirs != null;
  }

  private QuickFixOracle oracle() {
    QuickFixOracle own = oracles.get(FixVersion.of(message, version));
    return own == null ? oracles.get(version) : own;
  }

  private void classify() {
    Set<Deliberate> kinds = EnumSet.noneOf(Deliberate.class);
    String unclassified = null;
    for (int i = 0; i < result.count(); i++) {
      Deliberate kind = Deliberate.of(result, i, message);
      if (kind == null) {
        unclassified = result.text(i, message);
      } else {
        kinds.add(kind);
      }
    }
    // With these two QuickFIX/J's fields are not ours, and so are what it finds in them.
    boolean otherFields =
        kinds.contains(Deliberate.DATA_LENGTH) || kinds.contains(Deliberate.TAG_SPELLING);
    if (unclassified != null && !otherFields) {
      throw new AssertionError("only we reject: " + unclassified);
    }
    for (Deliberate kind : kinds) {
      onlyWe.merge(kind, 1, Integer::sum);
    }
  }

  /** The members of NoParents are repeated fields for QuickFIX/J, and rightly so for us. */
  private boolean isParents(String theirs) {
    return message.find(FixTag.NO_PARENTS) >= 0
        && theirs.matches(".*more than once.*field=(10887|10003|10835|10836|10889).*");
  }

  private String verdictWithoutParents() {
    byte[] bytes = message.buffer();
    StringBuilder body = new StringBuilder();
    for (int i = 2; i < message.fieldCount() - 1; i++) {
      if (!LineageTags.isGroupMember(message.tag(i))) {
        int from = message.tagOffset(i);
        body.append(new String(bytes, from, message.tagOffset(i + 1) - from, ISO_8859_1));
      }
    }
    byte[] rest = Messages.framed(version, body.toString().getBytes(ISO_8859_1));
    return oracle().verdict(rest, 0, rest.length);
  }

  int compared() {
    return bothAccept + bothReject + weReject + onlyQuickFix;
  }

  Map<Deliberate, Integer> onlyWe() {
    return onlyWe;
  }

  String summary() {
    return "compared "
        + compared()
        + ": both accept "
        + bothAccept
        + ", both reject "
        + bothReject
        + ", only we reject "
        + weReject
        + " for "
        + onlyWe
        + ", only QuickFIX/J rejects (10073) "
        + onlyQuickFix;
  }
}
