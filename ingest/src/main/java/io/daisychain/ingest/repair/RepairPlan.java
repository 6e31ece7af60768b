package io.daisychain.ingest.repair;

import io.daisychain.fix.FixTag;
import io.daisychain.fix.MessageDraft;
import io.daisychain.ingest.DateVerdict;
import io.daisychain.model.OrderEvent;
import io.daisychain.model.event.EventReader;
import io.daisychain.reporting.FaultCauses;
import io.daisychain.reporting.FeedbackEntry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * What is to be sent so that all faults are clear: causes, and nothing for what goes with them
 * ({@link FaultCauses}).
 */
final class RepairPlan {
  private static final String OVERFILL = "OVERFILL";
  private static final String OUT_OF_SEQUENCE = "OUT_OF_SEQUENCE";
  private static final int MOST_NAMED = 5;

  private final HandedIn files;
  private final EventReader.Rules rules;
  private final MessageRepair repair;
  private final String sendingTime;
  private final Consumer<String> notes;
  private final MessageKeys keys;

  private final List<FaultyMessage> messages;
  private final List<String> eventOf = new ArrayList<>();
  private final List<List<String>> parentsOf = new ArrayList<>();
  private final List<Integer> messageOf = new ArrayList<>();
  private final List<FeedbackEntry> faultOf = new ArrayList<>();

  /** By message: what is to be mended of it. */
  private final Map<Integer, List<FeedbackEntry>> kept = new HashMap<>();

  /** By message: what is to be sent before it. */
  private final Map<Integer, List<Step>> before = new HashMap<>();

  /**
   * A message to mend, or to report for the first time.
   *
   * @param message one of those with faults, or one that is the cause of others' faults
   * @param faults what is to be mended of it; none where all go with others
   * @param missing the draft of what was never reported; else null
   */
  record Step(FaultyMessage message, List<FeedbackEntry> faults, MessageDraft missing) {}

  private RepairPlan(
      List<FaultyMessage> messages,
      HandedIn files,
      EventReader.Rules rules,
      MessageRepair repair,
      String sendingTime,
      Consumer<String> notes) {
    this.messages = messages;
    this.files = files;
    this.rules = rules;
    this.repair = repair;
    this.sendingTime = sendingTime;
    this.notes = notes;
    keys = new MessageKeys(rules);
  }

  /** Steps in the order of the messages, one a message and those for what is not among them. */
  static List<Step> of(
      List<FaultyMessage> messages,
      HandedIn files,
      EventReader.Rules rules,
      MessageRepair repair,
      String sendingTime,
      Consumer<String> notes)
      throws IOException {
    return new RepairPlan(messages, files, rules, repair, sendingTime, notes).make();
  }

  private List<Step> make() throws IOException {
    List<FaultCauses.Cause> causes = FaultCauses.of(faults());
    Map<String, FaultyMessage> parents = parents(causes);
    for (FaultCauses.Cause cause : causes) {
      take(cause, parents);
    }
    lookIntoOverfills();
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < messages.size(); i++) {
      steps.addAll(before.getOrDefault(i, List.of()));
      steps.add(new Step(messages.get(i), kept.getOrDefault(i, List.of()), null));
    }
    return steps;
  }

  private List<FaultCauses.Fault> faults() {
    List<FaultCauses.Fault> faults = new ArrayList<>();
    for (int i = 0; i < messages.size(); i++) {
      FaultyMessage message = messages.get(i);
      Optional<OrderEvent> event = read(message);
      eventOf.add(event.map(read -> read.key().toString()).orElse("at " + message.where()));
      parentsOf.add(event.map(MessageKeys::parents).orElse(List.of()));
      for (FeedbackEntry fault : message.faults()) {
        faults.add(
            new FaultCauses.Fault(eventOf.get(i), fault.status(), parentsOf.get(i), !isOwn(fault)));
        faultOf.add(fault);
        messageOf.add(i);
      }
    }
    return faults;
  }

  /** What it is, and of a rejected message, what it will be once it is mended. */
  private Optional<OrderEvent> read(FaultyMessage message) {
    if (!message.isRejected()) {
      return keys.read(message.original());
    }
    List<MessageDraft> mended = repair.mend(message, message.faults()).messages();
    if (mended.isEmpty()) {
      return Optional.empty();
    }
    MessageDraft sealed = mended.get(0).copy();
    sealed.seal();
    return keys.read(sealed);
  }

  /** False where a firm's own new report or time would not clear it. */
  private static boolean isOwn(FeedbackEntry fault) {
    return fault.counterparty().isEmpty()
        && !fault.text().endsWith(" was deleted")
        && !fault.reason().equals(DateVerdict.DROPPED.kind());
  }

  /**
   * By key: the events whose time is the cause of others' faults, as far as the files have them.
   */
  private Map<String, FaultyMessage> parents(List<FaultCauses.Cause> causes) throws IOException {
    Set<String> wanted = new HashSet<>();
    causes.stream().filter(this::isOfParent).forEach(cause -> wanted.add(cause.event()));
    Map<String, FaultyMessage> found = new LinkedHashMap<>();
    if (!wanted.isEmpty()) {
      files.forEach(
          (where, in) ->
              keys.read(in)
                  .map(event -> event.key().toString())
                  .filter(wanted::contains)
                  .ifPresent(
                      key -> found.putIfAbsent(key, FaultyMessage.of(where, in, List.of()))));
    }
    return found;
  }

  private boolean isOfParent(FaultCauses.Cause cause) {
    return !cause.isMissing()
        && cause.status().equals(OUT_OF_SEQUENCE)
        && cause.faults().stream().noneMatch(i -> eventOfFault(i).equals(cause.event()));
  }

  private String eventOfFault(int fault) {
    return eventOf.get(messageOf.get(fault));
  }

  private void take(FaultCauses.Cause cause, Map<String, FaultyMessage> parents) {
    int first = cause.faults().stream().mapToInt(messageOf::get).min().orElseThrow();
    Step step = null;
    if (cause.isMissing()) {
      FaultyMessage child = messages.get(first);
      step =
          keys.read(child.original())
              .flatMap(event -> MissingParent.of(child.original(), event, sendingTime))
              .map(draft -> new Step(child, List.of(), draft))
              .orElse(null);
    } else if (isOfParent(cause)) {
      FaultyMessage parent = parents.get(cause.event());
      FeedbackEntry fault = faultOf.get(cause.faults().get(0));
      int at = eventOf.indexOf(cause.event());
      if (at >= 0) {
        keep(at, about(fault, FixTag.TRANSACT_TIME, "its children are earlier"));
        tell(cause, messages.get(at).where());
        return;
      }
      if (parent != null) {
        step =
            new Step(
                parent,
                List.of(about(fault, FixTag.TRANSACT_TIME, "its children are earlier")),
                null);
      }
    } else {
      for (int i : cause.faults()) {
        if (eventOfFault(i).equals(cause.event())) {
          keep(messageOf.get(i), faultOf.get(i));
        }
      }
      int own = eventOf.indexOf(cause.event());
      tell(cause, messages.get(own).where());
      return;
    }
    if (step == null) {
      cause.faults().forEach(i -> keep(messageOf.get(i), faultOf.get(i)));
      return;
    }
    before.computeIfAbsent(first, none -> new ArrayList<>()).add(step);
    tell(
        cause,
        step.missing() == null
            ? step.message().where()
            : "the order " + step.missing().valueOf(FixTag.CL_ORD_ID) + ", never reported,");
  }

  private void keep(int message, FeedbackEntry fault) {
    kept.computeIfAbsent(message, none -> new ArrayList<>()).add(fault);
  }

  /** Says which messages need nothing, since another is mended. */
  private void tell(FaultCauses.Cause cause, String what) {
    Set<String> others =
        cause.faults().stream()
            .filter(i -> !eventOfFault(i).equals(cause.event()))
            .map(i -> messages.get(messageOf.get(i)).where())
            .collect(Collectors.toCollection(java.util.LinkedHashSet::new));
    if (!others.isEmpty()) {
      String named = others.stream().limit(MOST_NAMED).collect(Collectors.joining(", "));
      String more = others.size() > MOST_NAMED ? ", ..." : "";
      notes.accept(what + " clears what is told of " + others.size() + " more: " + named + more);
    }
  }

  /** The same fault of another message, at another tag. */
  private static FeedbackEntry about(FeedbackEntry fault, int tag, String text) {
    return new FeedbackEntry(
        fault.place(),
        "",
        0,
        -1,
        fault.reporter(),
        "",
        "",
        "",
        fault.status(),
        "",
        tag,
        "",
        text,
        fault.role(),
        "");
  }

  /** An order with more fills than shares: the fill is mended where that is what is wrong. */
  private void lookIntoOverfills() throws IOException {
    Map<String, Integer> orders = new LinkedHashMap<>();
    kept.forEach(
        (message, faults) -> {
          if (faults.stream().anyMatch(fault -> fault.status().equals(OVERFILL))) {
            orders.put(eventOf.get(message), message);
          }
        });
    if (orders.isEmpty()) {
      return;
    }
    OverfilledOrder.find(files, rules, orders.keySet())
        .forEach((order, suspect) -> take(orders.get(order), suspect));
  }

  private void take(int order, OverfilledOrder.Suspect suspect) {
    List<FeedbackEntry> faults = kept.get(order);
    FeedbackEntry told =
        faults.stream().filter(fault -> fault.status().equals(OVERFILL)).findFirst().orElseThrow();
    faults.remove(told);
    if (suspect.message() == null) {
      faults.add(about(told, FixTag.ORDER_QTY, said(FixTag.ORDER_QTY, suspect)));
      return;
    }
    FeedbackEntry fault = about(told, FixTag.LAST_SHARES, said(FixTag.LAST_SHARES, suspect));
    String where = suspect.message().where();
    notes.accept(
        "%s: %s: 32 of the fill %s is asked for"
            .formatted(messages.get(order).where(), suspect.text(), where));
    for (int i = 0; i < messages.size(); i++) {
      if (messages.get(i).where().equals(where)) {
        keep(i, fault);
        return;
      }
    }
    before
        .computeIfAbsent(order, none -> new ArrayList<>())
        .add(new Step(suspect.message(), List.of(fault), null));
  }

  private static String said(int tag, OverfilledOrder.Suspect suspect) {
    return suspect.text()
        + (suspect.value().isEmpty() ? "" : DraftTable.MAY_BE + tag + "=" + suspect.value());
  }
}
