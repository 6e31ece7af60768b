package io.daisychain.watch;

import io.daisychain.model.access.Entitlement;
import io.daisychain.model.access.Entitlements;
import io.daisychain.model.reference.ValidityTable;
import io.daisychain.watch.session.FirmPace;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Who may send submissions over FIX: every participant under its MPID, or those that a list names.
 */
public final class FixSenders {
  private final Map<String, Known> listed = new HashMap<>();
  private final ValidityTable participants;
  private final String receiver;
  private final boolean isListed;
  private final Map<String, FirmPace> paces = new ConcurrentSkipListMap<>();
  private Entitlements entitlements;

  /**
   * A sender.
   *
   * @param sender SenderCompID (49) of its Logon
   * @param target TargetCompID (56) of its Logon
   * @param mpids SenderCompIDs of its messages
   */
  record Known(String sender, String target, Set<String> mpids) {}

  private FixSenders(ValidityTable participants, String receiver, boolean isListed) {
    this.participants = participants;
    this.receiver = receiver;
    this.isListed = isListed;
  }

  /** Every participant, to the receiver of submissions. */
  public static FixSenders participants(ValidityTable participants, String receiver) {
    return new FixSenders(participants, receiver, false);
  }

  /**
   * Those of a list, whose lines are {@code sender,target,mpids}: MPIDs for which the sender sends,
   * {@code |} between them; none means its own name.
   *
   * @throws IllegalArgumentException naming the line that says something else
   */
  public static FixSenders listed(List<String> lines) {
    FixSenders senders = new FixSenders(ValidityTable.absent(), "", true);
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (line.isEmpty() || line.startsWith("#") || line.equals("sender,target,mpids")) {
        continue;
      }
      String[] words = line.split(",", -1);
      if (words.length < 2 || words.length > 3 || words[0].isEmpty() || words[1].isEmpty()) {
        throw new IllegalArgumentException("line " + (i + 1) + " is not sender,target,mpids");
      }
      Set<String> mpids = new TreeSet<>();
      if (words.length == 3) {
        Arrays.stream(words[2].split("\\|", -1))
            .filter(name -> !name.isEmpty())
            .forEach(mpids::add);
      }
      if (mpids.isEmpty()) {
        mpids.add(words[0]);
      }
      senders.listed.put(words[0] + "\n" + words[1], new Known(words[0], words[1], mpids));
    }
    return senders;
  }

  /** The same, where each has to prove who it is. */
  public FixSenders provenBy(Entitlements who) {
    entitlements = who;
    return this;
  }

  /**
   * Who somebody is proven to be who may be whom its Logon says: by its certificate, or without one
   * by name and secret, Username (553) and Password (554) of FIX 4.3. Where everybody is believed,
   * a word that says so.
   *
   * @return empty for somebody who is not
   */
  Optional<String> proven(
      Known known, Optional<X509Certificate> certificate, String username, String password) {
    return entitlements == null
        ? Optional.of("believed")
        : entitlements
            .proven(certificate, username, password)
            .filter(who -> who.maySend(known.sender(), known.mpids()))
            .map(Entitlement::name);
  }

  /** How much the one may send who may open a sender's sessions. */
  FirmPace pace(String sender) {
    Entitlement who = entitlements == null ? null : entitlements.ofSender(sender).orElse(null);
    return who == null
        ? FirmPace.unbounded()
        : paces.computeIfAbsent(who.name(), name -> new FirmPace(name, who.rates()));
  }

  /** Of those who have sent anything, how much they have. */
  Collection<FirmPace> paces() {
    return paces.values();
  }

  /** The sender of a Logon; empty for one who is not known. */
  Optional<Known> of(String sender, String target) {
    if (isListed) {
      return Optional.ofNullable(listed.get(sender + "\n" + target));
    }
    return participants.has(sender) && target.equals(receiver)
        ? Optional.of(new Known(sender, target, Set.of(sender)))
        : Optional.empty();
  }
}
