package io.daisychain.flight;

import io.daisychain.marketdata.DayFiles;
import io.daisychain.marketdata.FoundSymbols;
import io.daisychain.marketdata.MarketFolder;
import io.daisychain.marketdata.MarketKind;
import io.daisychain.model.access.Entitlement;
import io.daisychain.warehouse.column.ColumnFile;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.arrow.flight.Action;
import org.apache.arrow.flight.ActionType;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.Criteria;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.NoOpFlightProducer;
import org.apache.arrow.flight.PutResult;
import org.apache.arrow.flight.Result;
import org.apache.arrow.flight.SchemaResult;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.memory.BufferAllocator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers the calls of Arrow Flight. */
final class MarketProducer extends NoOpFlightProducer {
  private static final Logger LOG = LoggerFactory.getLogger(MarketProducer.class);

  /** Symbols of files whose places are remembered: some 25 MB. */
  private static final int FOUND = 1 << 17;

  private final MarketFolder market;
  private final KnownUsers users;
  private final BufferAllocator memory;
  private final FoundSymbols found = new FoundSymbols(FOUND);
  private final HeldDates held;
  private final FairQueue queue;
  private final ServedLimits limits;
  private final Map<String, UserAnswers> answers = new TreeMap<>();
  private final SqlProducer sql;

  MarketProducer(
      MarketFolder market,
      KnownUsers users,
      BufferAllocator memory,
      FairQueue queue,
      ServedLimits limits,
      Optional<ServedWarehouse> warehouse) {
    this.market = market;
    this.users = users;
    this.memory = memory;
    this.held = new HeldDates(limits.dates(), memory);
    this.queue = queue;
    this.limits = limits;
    this.sql = new SqlProducer(warehouse, this::caller, this::answersOf, memory);
  }

  /** Those who have asked for something, by name. */
  List<UserAnswers> users() {
    synchronized (answers) {
      return List.copyOf(answers.values());
    }
  }

  long heldBytes() {
    return held.bytes();
  }

  private UserAnswers answersOf(Entitlement who) {
    synchronized (answers) {
      return answers.computeIfAbsent(
          who.name(), name -> new UserAnswers(name, limits.requests(), limits.waiting()));
    }
  }

  private Entitlement caller(CallContext context) {
    return users
        .named(context.peerIdentity())
        .orElseThrow(
            () ->
                CallStatus.UNAUTHENTICATED
                    .withDescription(context.peerIdentity() + " is not known any more")
                    .toRuntimeException());
  }

  @Override
  public void getStream(CallContext context, Ticket ticket, ServerStreamListener listener) {
    long asOf = System.nanoTime();
    if (SqlProducer.isSql(ticket.getBytes())) {
      sql.getStream(context, ticket, listener);
      return;
    }
    try {
      Entitlement who = caller(context);
      UserAnswers own = answersOf(who);
      AskedData asked = asked(who, own, ticket.getBytes());
      AnswerStream stream =
          new AnswerStream(who, asked, market, listener, memory, found, held, queue, own, asOf);
      listener.setOnCancelHandler(stream::cancel);
      listener.setOnReadyHandler(stream::wake);
      own.begin(stream::begin);
    } catch (RefusedRequestException e) {
      listener.error(e.forClient());
    } catch (FlightRuntimeException e) {
      listener.error(e);
    }
  }

  private static AskedData asked(Entitlement who, UserAnswers own, byte[] request)
      throws RefusedRequestException {
    try {
      AskedData asked = AskedData.parse(request);
      Rights.check(who, asked);
      return asked;
    } catch (RefusedRequestException e) {
      own.times().refused();
      throw e;
    }
  }

  @Override
  public FlightInfo getFlightInfo(CallContext context, FlightDescriptor descriptor) {
    if (isSql(descriptor)) {
      return sql.getFlightInfo(context, descriptor);
    }
    Entitlement who = caller(context);
    try {
      AskedData asked = asked(who, answersOf(who), command(descriptor));
      return new FlightInfo(
          ColumnBatch.schema(AnswerStream.columns(asked)),
          descriptor,
          List.of(new FlightEndpoint(new Ticket(descriptor.getCommand()))),
          -1,
          RowEstimate.of(who, asked, market));
    } catch (RefusedRequestException e) {
      throw e.forClient();
    } catch (IOException e) {
      throw failed(who, e);
    }
  }

  @Override
  public SchemaResult getSchema(CallContext context, FlightDescriptor descriptor) {
    if (isSql(descriptor)) {
      return sql.getSchema(context, descriptor);
    }
    Entitlement who = caller(context);
    try {
      return new SchemaResult(
          ColumnBatch.schema(
              AnswerStream.columns(asked(who, answersOf(who), command(descriptor)))));
    } catch (RefusedRequestException e) {
      throw e.forClient();
    } catch (IOException e) {
      throw failed(who, e);
    }
  }

  private static boolean isSql(FlightDescriptor descriptor) {
    return descriptor.isCommand() && SqlProducer.isSql(descriptor.getCommand());
  }

  @Override
  public Runnable acceptPut(
      CallContext context, FlightStream rows, StreamListener<PutResult> listener) {
    return isSql(rows.getDescriptor())
        ? sql.acceptPut(context, rows, listener)
        : super.acceptPut(context, rows, listener);
  }

  @Override
  public void doAction(CallContext context, Action action, StreamListener<Result> listener) {
    sql.doAction(context, action, listener);
  }

  @Override
  public void listActions(CallContext context, StreamListener<ActionType> listener) {
    sql.listActions(context, listener);
  }

  void close() {
    sql.close();
    held.close();
  }

  private static byte[] command(FlightDescriptor descriptor) throws RefusedRequestException {
    if (!descriptor.isCommand()) {
      throw RefusedRequestException.malformed(
          "a descriptor is a command, an object of JSON such as a ticket is", null);
    }
    return descriptor.getCommand();
  }

  @Override
  public void listFlights(
      CallContext context, Criteria criteria, StreamListener<FlightInfo> listener) {
    Entitlement who = caller(context);
    try {
      for (DayFiles day : market.days().values()) {
        for (MarketKind kind : MarketKind.values()) {
          if (who.dates().has(day.epochDay()) && Rights.sees(who, kind) && day.has(kind)) {
            listener.onNext(info(who, day, kind));
          }
        }
      }
      listener.onCompleted();
    } catch (IOException e) {
      listener.onError(failed(who, e));
    }
  }

  /** A date of a kind, with the request for all of it that who asks may see. */
  private static FlightInfo info(Entitlement who, DayFiles day, MarketKind kind)
      throws IOException {
    byte[] request = AskedData.wholeDate(kind, day.epochDay());
    try (ColumnFile file = day.open(kind)) {
      return new FlightInfo(
          ColumnBatch.schema(ColumnBatch.Column.of(kind.shownColumns())),
          FlightDescriptor.command(request),
          List.of(new FlightEndpoint(new Ticket(request))),
          -1,
          who.symbols().all() ? file.rows() : -1);
    }
  }

  private static FlightRuntimeException failed(Entitlement who, IOException e) {
    LOG.error("{}: a request has failed", who, e);
    return CallStatus.INTERNAL
        .withDescription("the request has failed; the server's log says why")
        .toRuntimeException();
  }
}
