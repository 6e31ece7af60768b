package io.daisychain.ingest.repair;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.daisychain.fix.DataFields;
import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixTag;
import io.daisychain.fix.FixValue;
import io.daisychain.fix.FixVersion;
import io.daisychain.fix.Legs;
import io.daisychain.fix.MessageDraft;
import io.daisychain.fix.MsgType;
import io.daisychain.fix.OrderList;
import io.daisychain.fix.validate.MessageChecker;
import io.daisychain.fix.validate.Reason;
import io.daisychain.fix.validate.ValidationResult;
import io.daisychain.ingest.DateVerdict;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.event.EventReader;
import io.daisychain.model.event.ReadResult;
import io.daisychain.reporting.FeedbackEntry;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Makes of one message, and of what feedback says about it, the messages that mend it: a
 * correction, the same as new where it was rejected, or a deletion and the same as new where what
 * is wrong is part of its identity. Values that the reporter has to find are open.
 *
 * <p>Reusable and not thread-safe.
 */
final class MessageRepair {
  private static final String CORRECTION = "C";
  private static final String DELETION = "D";
  private static final Set<String> ACTIONS = Set.of("N", CORRECTION, DELETION);

  /** By which a message says which instrument it is of, beside its Symbol. */
  private static final int[] INSTRUMENT_TAGS = {
    FixTag.SECURITY_ID,
    FixTag.MATURITY_MONTH_YEAR,
    FixTag.PUT_OR_CALL,
    FixTag.STRIKE_PRICE,
    FixTag.MATURITY_DAY,
    FixTag.MATURITY_DATE
  };

  /** Each round can bring out faults that others hid; those that stay are the reporter's. */
  private static final int MOST_ROUNDS = 20;

  private final FixMessage indexed = new FixMessage();
  private final Legs legs = new Legs();
  private final OrderList orders = new OrderList();
  private final MessageChecker checker = new MessageChecker();
  private final ValidationResult errors = new ValidationResult();
  private final EventReader reader;
  private final FixVersion applVer;
  private final String receiver;
  private final String correctionTime;
  private final boolean retime;

  private MessageDraft draft;
  private List<String> notes;
  private final Set<Integer> added = new HashSet<>();
  private boolean identityIsWrong;
  private boolean repairable;

  /**
   * What mends a message.
   *
   * @param messages in the order in which they are to be sent; none where nothing can be mended
   * @param notes what was done to the message without asking, and what cannot be mended
   */
  record Mended(List<MessageDraft> messages, List<String> notes) {}

  /**
   * Mends messages of a day.
   *
   * @param sendingTime 52 of corrections and deletions; it is put off where the message that they
   *     are about was sent later
   * @param retime true to give it to messages that are sent as new, too
   */
  MessageRepair(EventReader.Rules rules, String sendingTime, boolean retime) {
    this.reader = new EventReader(rules);
    this.applVer = rules.applVer();
    this.receiver = rules.receiver();
    this.correctionTime = sendingTime;
    this.retime = retime;
  }

  /** Mends a message, as far as some of its faults are about. */
  Mended mend(FaultyMessage message, List<FeedbackEntry> faults) {
    return mend(message.original(), message.isCut(), faults);
  }

  private Mended mend(MessageDraft original, boolean partial, List<FeedbackEntry> faults) {
    draft = original.copy();
    notes = new ArrayList<>();
    added.clear();
    identityIsWrong = false;
    repairable = false;
    if (partial) {
      openLast();
    }
    draft.frame();
    boolean rejected = faults.stream().anyMatch(FeedbackEntry::isRejected);
    if (!rejected && isWireLog(original)) {
      notes.add("it is of a wire log, in which 10004 says nothing");
      return new Mended(List.of(), notes);
    }
    for (FeedbackEntry fault : faults) {
      take(fault);
    }
    if (!repairable) {
      return new Mended(List.of(), notes);
    }
    if (rejected) {
      nameOrders();
    }
    mendStructure(rejected);
    if (rejected || faults.stream().allMatch(fault -> isSentAsNew(fault, original))) {
      return new Mended(List.of(asNew(original, rejected)), notes);
    }
    if (identityIsWrong) {
      MessageDraft deleted = original.copy();
      deleted.frame();
      act(deleted, DELETION, original);
      return new Mended(List.of(deleted, asNew(original, false)), notes);
    }
    act(draft, deletes(original) ? DELETION : CORRECTION, original);
    return new Mended(List.of(draft), notes);
  }

  /** The last field of a message that was cut: nobody knows how much of it is there. */
  private void openLast() {
    int last = draft.size() - 1;
    if (draft.tag(last) > 0 && draft.tag(last) != FixTag.CHECK_SUM) {
      draft.set(last, MessageDraft.OPEN);
    }
  }

  private boolean isWireLog(MessageDraft message) {
    String target = message.valueOf(FixTag.TARGET_COMP_ID);
    return !target.isEmpty() && !target.equals(receiver);
  }

  private static boolean deletes(MessageDraft message) {
    return message.valueOf(FixTag.ACTION).equals(DELETION) || isAllocation(message, "2");
  }

  /** True of an allocation of that AllocTransType (71). */
  private static boolean isAllocation(MessageDraft message, String transType) {
    return message.valueOf(FixTag.MSG_TYPE).equals("J")
        && message.valueOf(FixTag.ALLOC_TRANS_TYPE).equals(transType);
  }

  /** True of faults that the same message clears when it is sent as new. */
  private static boolean isSentAsNew(FeedbackEntry fault, MessageDraft message) {
    return isOwnDuplicate(fault) || (is(fault, RepairTags.UNKNOWN_ORIGINAL) && !deletes(message));
  }

  /** Another content of the same reporter is published in its place. */
  private static boolean isOwnDuplicate(FeedbackEntry fault) {
    return is(fault, ErrorStatus.DUPLICATE_KEY.name())
        && fault.tag() != FixTag.ALLOC_ACCOUNT
        && fault.counterparty().isEmpty()
        && !fault.text().endsWith(FeedbackEntry.PUBLISHED);
  }

  private static boolean is(FeedbackEntry fault, String status) {
    return fault.status().equals(status);
  }

  private void take(FeedbackEntry fault) {
    switch (fault.status()) {
      case FeedbackEntry.REJECTED -> takeRejection(fault);
      case "STRUCTURE" -> repairable = true; // the checks say it again, field by field
      case "LATE" -> notes.add("LATE stays: an event is late by when it was first reported");
      case "SYMBOL_MISMATCH" -> open(FixTag.SYMBOL);
      case "INSTRUMENT_MISMATCH" -> openInstrument();
      case "SIDE_MISMATCH" -> open(FixTag.SIDE);
      case "OUT_OF_SEQUENCE" -> open(FixTag.TRANSACT_TIME);
      case "ORPHAN", "CYCLE" -> {
        if (fault.reason().equals(DateVerdict.DROPPED.kind())) {
          notes.add("its parent lies on a day that was dropped: there is nothing to mend");
        } else {
          openParent(fault);
        }
      }
      case "DUPLICATE_KEY" -> takeDuplicate(fault);
      case "OVERALLOCATION" -> openAll(FixTag.ALLOC_QTY);
      case RepairTags.UNKNOWN_ORIGINAL -> {
        repairable = true;
        if (deletes(draft)) {
          boolean isCanceled = isAllocation(draft, "2");
          int identity = isCanceled ? RepairTags.allocationId(draft) : FixTag.CL_ORD_ID;
          open(isCanceled || fault.tag() <= 0 ? identity : fault.tag());
          identityIsWrong =
              false; // what it was to delete is not there, so nothing is to be deleted
        }
      }
      default -> open(fault.tag());
    }
  }

  /** Opens whatever says which instrument it is; SecurityType of a message that says nothing. */
  private void openInstrument() {
    boolean isNamed = false;
    for (int tag : INSTRUMENT_TAGS) {
      if (draft.find(tag) >= 0) {
        isNamed = true;
        open(tag);
      }
    }
    if (!isNamed) {
      open(FixTag.SECURITY_TYPE);
    }
  }

  private void takeRejection(FeedbackEntry fault) {
    repairable = true;
    if (fault.reason().equals(DateVerdict.DROPPED.kind())) {
      notes.add("its day was dropped: it is rejected again until that is reopened");
    } else if (fault.reason().equals(DateVerdict.TOO_MANY.kind())) {
      open(fault.tag());
    }
  }

  private void takeDuplicate(FeedbackEntry fault) {
    if (fault.tag() == FixTag.ALLOC_ACCOUNT) {
      openRepeated(FixTag.ALLOC_ACCOUNT);
    } else if (fault.text().endsWith(FeedbackEntry.PUBLISHED)) {
      if (fault.counterparty().isEmpty()) {
        repairable = true; // a correction settles the other contents of the same reporter
      } else {
        notes.add("its id was used by " + fault.counterparty() + " too, who has to give it up");
      }
    } else {
      open(fault.tag());
    }
  }

  /** Opens the field that names the parent: of several with that tag the one that is told. */
  private void openParent(FeedbackEntry fault) {
    for (int i = 0; i < draft.size(); i++) {
      String term = draft.tag(i) + "=" + FeedbackEntry.shown(draft.value(i));
      if (draft.tag(i) == fault.tag() && fault.text().startsWith(term + " ")) {
        repairable = true;
        openAt(i);
        return;
      }
    }
    open(fault.tag());
  }

  private void openAll(int tag) {
    open(tag);
    for (int i = 0; i < draft.size(); i++) {
      if (draft.tag(i) == tag) {
        openAt(i);
      }
    }
  }

  /** Opens what a field of that tag before it says already. */
  private void openRepeated(int tag) {
    Set<String> said = new HashSet<>();
    for (int i = 0; i < draft.size(); i++) {
      if (draft.tag(i) == tag && !said.add(draft.value(i))) {
        repairable = true;
        openAt(i);
      }
    }
  }

  private void open(int tag) {
    if (tag <= 0) {
      return;
    }
    repairable = true;
    int at = draft.find(tag);
    if (at < 0) {
      draft.put(tag, MessageDraft.OPEN);
      added.add(tag);
      at = draft.find(tag);
    }
    openAt(at);
  }

  private void openAt(int index) {
    draft.set(index, MessageDraft.OPEN);
    identityIsWrong |= RepairTags.isIdentity(draft, draft.tag(index));
  }

  /** Opens, or puts right where there is one right way, what the checks of one message find. */
  private void mendStructure(boolean rejected) {
    for (int round = 0; round < MOST_ROUNDS; round++) {
      MessageDraft checked = draft.copy();
      checked.seal();
      byte[] bytes = checked.toBytes();
      if (indexed.index(bytes, 0, bytes.length) < bytes.length
          || indexed.fieldCount() != draft.size()) {
        return; // an open value hides where data ends
      }
      errors.clear();
      check(FixVersion.of(indexed, applVer));
      boolean changed = false;
      for (int i = 0; i < errors.count() && !changed; i++) {
        changed = mend(i);
      }
      if (!changed && rejected) {
        changed = openIdentity();
      }
      if (!changed) {
        return;
      }
    }
  }

  /** A list that was stored is mended by order, one that was rejected as a whole. */
  private void check(FixVersion version) {
    boolean isOrder =
        MsgType.of(indexed) == MsgType.ORDER_LIST && orders.read(indexed).count() == 1;
    if (isOrder) {
      checker.checkOrder(indexed, orders, version, errors);
    } else {
      checker.check(indexed, version, errors);
    }
  }

  /** Opens the ClOrdID of each order of a list that has none. */
  private void nameOrders() {
    byte[] bytes = draft.toBytes();
    indexed.index(bytes, 0, bytes.length);
    if (MsgType.of(indexed) != MsgType.ORDER_LIST || indexed.fieldCount() != draft.size()) {
      return;
    }
    int[] unnamed = orders.read(indexed).unnamed();
    for (int i = unnamed.length - 1; i >= 0; i--) {
      draft.insert(unnamed[i], FixTag.CL_ORD_ID, MessageDraft.OPEN);
    }
  }

  private boolean openIdentity() {
    if (reader.read(indexed) != ReadResult.UNREADABLE) {
      return false;
    }
    int tag = reader.unreadableTag();
    int at = draft.find(tag);
    if (at >= 0 && draft.isOpen(at)) {
      return false;
    }
    open(tag);
    return true;
  }

  /** Mends what an error of the checks is about; false where it is open already. */
  private boolean mend(int error) {
    int tag = errors.tag(error);
    int field = errors.field(error);
    Reason reason = errors.reason(error);
    if (field == ValidationResult.NO_FIELD) {
      return mendMissing(reason, tag);
    }
    if (draft.isOpen(field)) {
      return false;
    }
    switch (reason) {
      case INVALID_TAG_NUMBER, TAG_NOT_DEFINED -> {
        notes.add("taken out: " + shown(field) + ", " + reason.meaning());
        draft.remove(field);
      }
      case ORDER -> {
        notes.add("put in order: " + shown(field));
        draft.order();
      }
      case REPEATED -> {
        int first = draft.find(tag);
        if (!draft.value(first).equals(draft.value(field))) {
          openAt(first);
        }
        notes.add("taken out: " + shown(field) + ", " + reason.meaning());
        draft.remove(field);
      }
      default -> {
        if (tag == FixTag.ACTION) {
          draft.set(field, CORRECTION);
        } else {
          openAt(field);
        }
      }
    }
    return true;
  }

  private boolean mendMissing(Reason reason, int tag) {
    if (reason != Reason.REQUIRED_TAG_MISSING || openInLeg(tag)) {
      return reason == Reason.REQUIRED_TAG_MISSING;
    }
    if (!added.add(tag)) {
      return false;
    }
    for (int i = 0; i < draft.size(); i++) {
      if (DataFields.lengthTag(draft.tag(i)) == tag) {
        draft.insert(i, tag, Integer.toString(draft.value(i).length()));
        return true;
      }
    }
    open(tag);
    return true;
  }

  /** Opens what a leg lacks in that leg; false where none does. */
  private boolean openInLeg(int tag) {
    legs.read(indexed);
    for (int leg = 0; leg < legs.count(); leg++) {
      if (legs.lacks(leg, tag)) {
        draft.insert(legs.place(leg, tag), tag, MessageDraft.OPEN);
        repairable = true;
        return true;
      }
    }
    return false;
  }

  private String shown(int field) {
    String value = FeedbackEntry.shown(draft.value(field));
    return draft.tag(field) > 0 ? draft.tag(field) + "=" + value : value;
  }

  /** The message as new: with the action that it had where it was rejected, else without one. */
  private MessageDraft asNew(MessageDraft original, boolean rejected) {
    int action = draft.find(FixTag.ACTION);
    if (action >= 0 && !(rejected && ACTIONS.contains(draft.value(action)))) {
      draft.remove(action);
    }
    if (isAllocation(draft, "1")) { // what it replaces was not reported
      draft.put(FixTag.ALLOC_TRANS_TYPE, "0");
    }
    if (retime) {
      draft.put(FixTag.SENDING_TIME, correctionTime);
    }
    keepTime(draft, original);
    return draft;
  }

  private void act(MessageDraft message, String action, MessageDraft original) {
    message.put(FixTag.ACTION, action);
    message.put(FixTag.SENDING_TIME, SendingTimes.after(sent(original), correctionTime));
    keepTime(message, original);
  }

  /** An event without 60 has the time of its 52, which changes: 60 says it from now on. */
  private static void keepTime(MessageDraft message, MessageDraft original) {
    boolean has = message.find(FixTag.TRANSACT_TIME) >= 0;
    if (!has && !sent(original).isEmpty()) {
      message.put(FixTag.TRANSACT_TIME, sent(original));
    }
  }

  /** 52 of a message; empty where it cannot be read. */
  private static String sent(MessageDraft message) {
    String value = message.valueOf(FixTag.SENDING_TIME);
    byte[] bytes = value.getBytes(US_ASCII);
    return FixValue.timestamp(bytes, 0, bytes.length) == FixValue.INVALID ? "" : value;
  }
}
