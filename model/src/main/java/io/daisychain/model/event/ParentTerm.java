package io.daisychain.model.event;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixTag;
import io.daisychain.fix.FixValue;
import io.daisychain.model.CalendarDates;
import io.daisychain.model.EventType;
import io.daisychain.model.TradeDates;
import io.daisychain.model.cell.EventCell;

/**
 * How a message names a parent, in the reporter's own terms: {@code 10887=O17 of ALFA on 20260316}.
 *
 * @param tag the tag that names it: 10003, 10887, 41, 19, 11, 37 or 70
 * @param value that tag's value
 * @param firm who has to report the parent; empty for tag 10003, which does not say it
 * @param words all of it, with the firm that the order came from or is routed to, and the day
 * @param kind what the parent is: event, order, route, execution or allocation
 */
public record ParentTerm(int tag, String value, String firm, String words, String kind) {

  /**
   * The term for a parent.
   *
   * @param event the message's cell
   * @param reporter its reporter
   * @param parent which of the parents, from 0, in the message's order, repetitions counted
   * @param dates name the day of a moment
   * @return null where the message names no such parent, and of a record of CAT
   */
  public static ParentTerm of(EventCell event, String reporter, int parent, TradeDates dates) {
    return event.isCat() ? null : new Finder(event, reporter, dates).find(parent);
  }

  private record Finder(EventCell event, FixMessage message, String reporter, TradeDates dates) {
    Finder(EventCell event, String reporter, TradeDates dates) {
      this(event, event.content(), reporter, dates);
    }

    ParentTerm find(int parent) {
      if (event.type() == EventType.AGGREGATE) {
        return ofInstance(parent);
      }
      if (event.type() == EventType.ALLOCATION) {
        return ofAllocated(parent);
      }
      if (parent > 0) {
        return null;
      }
      if (!value(FixTag.EVENT_ID).isEmpty()) {
        return ofEvent(value(FixTag.PARENT_EVENT_ID));
      }
      ParentTerm term = ofFields();
      return term == null ? ofEvent(value(FixTag.PARENT_EVENT_ID)) : term;
    }

    private ParentTerm ofFields() {
      String date = value(FixTag.PARENT_TRADE_DATE);
      String from = party(FixTag.ON_BEHALF_OF_COMP_ID);
      String to = party(FixTag.DELIVER_TO_COMP_ID);
      return switch (event.type()) {
        case NEW, AGGREGATE, ALLOCATION -> null;
        case ALLOCATION_STATUS -> term(FixTag.ALLOC_ID, reporter, "", "", date, "allocation");
        case INTERNAL, ROUTE ->
            term(FixTag.PARENT_CL_ORD_ID, reporter, value(FixTag.PARENT_FIRM), "", date, "order");
        case ACCEPT -> term(FixTag.CL_ORD_ID, from, "", reporter, date, "route");
        case REPLACE, CANCEL -> ofOrder(FixTag.ORIG_CL_ORD_ID, from, to, date);
        case BUST, CORRECT ->
            value(FixTag.EXEC_REF_ID).isEmpty()
                ? ofOrder(FixTag.CL_ORD_ID, from, to, date)
                : term(FixTag.EXEC_REF_ID, reporter, "", "", date, "execution");
        default -> ofOrder(FixTag.CL_ORD_ID, from, to, date);
      };
    }

    private ParentTerm ofAllocated(int parent) {
      AllocatedOrders orders = new AllocatedOrders().of(message);
      boolean isTagged = !value(FixTag.EVENT_ID).isEmpty();
      int at = isTagged ? FixMessage.NOT_FOUND : orders.next();
      if (at < 0) {
        return ofNamedEvent(parent);
      }
      for (int number = 0; number < parent && at >= 0; number++) {
        at = orders.next();
      }
      if (at < 0) {
        return null;
      }
      String from = party(FixTag.ON_BEHALF_OF_COMP_ID);
      String to = party(FixTag.DELIVER_TO_COMP_ID);
      return term(
          message.tag(at),
          message.valueOf(at),
          reporter,
          to.isEmpty() ? from : "",
          to,
          value(FixTag.PARENT_TRADE_DATE),
          to.isEmpty() ? "order" : "route");
    }

    /** The parent that one of several 10003 names. */
    private ParentTerm ofNamedEvent(int parent) {
      int number = 0;
      for (int i = 0; i < message.fieldCount(); i++) {
        if (message.tag(i) == FixTag.PARENT_EVENT_ID
            && isUuid(message.valueOf(i))
            && number++ == parent) {
          return ofEvent(message.valueOf(i));
        }
      }
      return null;
    }

    private ParentTerm ofOrder(int tag, String from, String to, String date) {
      return to.isEmpty()
          ? term(tag, reporter, from, "", date, "order")
          : term(tag, reporter, "", to, date, "route");
    }

    private ParentTerm term(
        int tag, String firm, String from, String to, String date, String kind) {
      String value = value(tag);
      return value.isEmpty() ? null : term(tag, value, firm, from, to, date, kind);
    }

    private ParentTerm term(
        int tag, String value, String firm, String from, String to, String date, String kind) {
      String day =
          date.isEmpty()
              ? new String(CalendarDates.digits(dates.epochDay(event.eventTime())), ISO_8859_1)
              : date;
      String words =
          tag
              + "="
              + value
              + " of "
              + firm
              + (from.isEmpty() ? "" : " from " + from)
              + (to.isEmpty() ? "" : " to " + to)
              + " on "
              + day;
      return new ParentTerm(tag, value, firm, words, kind);
    }

    private static ParentTerm ofEvent(String id) {
      return id.isEmpty()
          ? null
          : new ParentTerm(
              FixTag.PARENT_EVENT_ID, id, "", FixTag.PARENT_EVENT_ID + "=" + id, "event");
    }

    /**
     * Instances of 10073 that name nobody are not counted, as {@link EventReader} leaves them out.
     */
    private ParentTerm ofInstance(int parent) {
      int first = message.find(FixTag.NO_PARENTS) + 1;
      int delimiter = first > 0 && first < message.fieldCount() ? message.tag(first) : 0;
      int number = 0;
      for (int at = first; at < message.fieldCount() && message.tag(at) == delimiter; ) {
        String value = message.valueOf(at);
        String firm = "";
        String date = "";
        for (at++;
            at < message.fieldCount() && ParentReader.isParentMember(message.tag(at), delimiter);
            at++) {
          if (message.tag(at) == FixTag.PARENT_FIRM) {
            firm = message.valueOf(at);
          } else if (message.tag(at) == FixTag.PARENT_TRADE_DATE) {
            date = message.valueOf(at);
          }
        }
        boolean tagged = delimiter == FixTag.PARENT_EVENT_ID;
        boolean names = tagged ? isUuid(value) : !value.isEmpty() && isDate(date);
        if (names && number++ == parent) {
          return tagged
              ? ofEvent(value)
              : term(delimiter, value, reporter, firm, "", date, "order");
        }
      }
      return null;
    }

    private static boolean isUuid(String value) {
      return FixValue.isUuid(value.getBytes(ISO_8859_1), 0, value.length());
    }

    private static boolean isDate(String value) {
      return value.isEmpty()
          || FixValue.date(value.getBytes(ISO_8859_1), 0, value.length()) != FixValue.INVALID;
    }

    /** In a wire log 115 and 128 name desks, not parties. */
    private String party(int tag) {
      return event.isWireLog() ? "" : value(tag);
    }

    private String value(int tag) {
      return message.value(tag);
    }
  }
}
