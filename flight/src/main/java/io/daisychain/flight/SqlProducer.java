package io.daisychain.flight;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.daisychain.model.access.Entitlement;
import io.daisychain.warehouse.duckdb.LockedWarehouse;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.arrow.flight.BackpressureStrategy.CallbackBackpressureStrategy;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.PutResult;
import org.apache.arrow.flight.Result;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.flight.sql.BasicFlightSqlProducer;
import org.apache.arrow.flight.sql.impl.FlightSql;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;
import org.duckdb.DuckDBResultSet;

/** Answers the calls of Flight SQL from the published tables, to users who may see all of them. */
final class SqlProducer extends BasicFlightSqlProducer {
  /** Rows that are sent at once: of events some 5 MB, as clients of Go take 16 and no more. */
  private static final long SENT_ROWS = 1 << 13;

  /** DuckDB ends the process where a statement is deeper than the stack: 1 MB is too small. */
  private static final long STACK_BYTES = 64 << 20;

  private static final long IDLE_SECONDS = 60;
  private static final String WITHOUT_WORDS = "Invalid result set";

  /**
   * Types by which values of parameters are asked for: of those that are not known text, and of
   * times what the JDBC driver sends, whatever it is asked for.
   */
  private static final Map<String, String> TAKEN_AS =
      Map.of("INVALID", "VARCHAR", "TIMESTAMP_NS", "TIMESTAMP_MS");

  private static final String SQL = "type.googleapis.com/arrow.flight.protocol.sql.";
  private static final int ANY = 0x0A;

  private final Optional<ServedWarehouse> served;
  private final Function<CallContext, Entitlement> caller;
  private final Function<Entitlement, UserAnswers> answers;
  private final BufferAllocator memory;
  private final Map<String, UserWarehouse> warehouses = new ConcurrentHashMap<>();
  private final Set<SqlWork> running = ConcurrentHashMap.newKeySet();
  private final ExecutorService threads = Executors.newCachedThreadPool(SqlProducer::thread);
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(SqlProducer::thread);

  SqlProducer(
      Optional<ServedWarehouse> served,
      Function<CallContext, Entitlement> caller,
      Function<Entitlement, UserAnswers> answers,
      BufferAllocator memory) {
    this.served = served;
    this.caller = caller;
    this.answers = answers;
    this.memory = memory;
    ScheduledFuture<?> unused = clock.scheduleWithFixedDelay(this::look, 1, 1, TimeUnit.SECONDS);
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(null, work, "flight-sql", STACK_BYTES);
    thread.setDaemon(true);
    return thread;
  }

  private void look() {
    running.forEach(work -> work.check(served.orElseThrow().longest()));
    warehouses.values().forEach(each -> each.closeIdle(TimeUnit.SECONDS.toNanos(IDLE_SECONDS)));
  }

  /** Whether a command or ticket is one of Flight SQL; other ones are JSON. */
  static boolean isSql(byte[] command) {
    try {
      return command.length > 0
          && command[0] == ANY
          && Any.parseFrom(command).getTypeUrl().startsWith(SQL);
    } catch (InvalidProtocolBufferException e) {
      return false;
    }
  }

  /** Who asks, and may: rights that are narrower are for whole tables of nothing here. */
  private Entitlement allowed(CallContext context) throws RefusedRequestException {
    Entitlement who = caller.apply(context);
    if (served.isEmpty()) {
      throw RefusedRequestException.malformed("there is no warehouse to ask by SQL", null);
    }
    if (!who.seesAllEvents() || !who.tables().all() || !who.dates().all()) {
      answers.apply(who).times().refused();
      throw RefusedRequestException.denied(
          who
              + " may not ask by SQL: it shows all rows, and is for who has * in reporters, symbols,"
              + " tables and dates; market data that one may see come by tickets of JSON");
    }
    return who;
  }

  /** What may be refused. */
  private interface Call<T> {
    T answer() throws RefusedRequestException;
  }

  private static <T> T orRefused(Call<T> call) {
    try {
      return call.answer();
    } catch (RefusedRequestException e) {
      throw e.forClient();
    }
  }

  private void begin(
      CallContext context,
      SqlWork.Task task,
      Runnable done,
      Consumer<RuntimeException> failed,
      Consumer<SqlWork> begun)
      throws RefusedRequestException {
    Entitlement who = allowed(context);
    UserAnswers own = answers.apply(who);
    UserWarehouse warehouse =
        warehouses.computeIfAbsent(who.name(), name -> new UserWarehouse(served.orElseThrow()));
    SqlWork work = new SqlWork(who, own, warehouse, task, done, failed);
    begun.accept(work);
    own.begin(
        () ->
            threads.execute(
                () -> {
                  running.add(work);
                  try {
                    work.run();
                  } finally {
                    running.remove(work);
                  }
                }));
  }

  /** Makes a statement ready on a connection, behind some words of SQL. */
  private interface Question {
    PreparedStatement on(Connection connection, String before)
        throws SQLException, IOException, RefusedRequestException;
  }

  private void answer(
      CallContext context, ServerStreamListener client, Schema standard, Question question) {
    CallbackBackpressureStrategy[] pace = new CallbackBackpressureStrategy[1];
    try {
      begin(
          context,
          (work, connection) ->
              inItsWords(
                  work,
                  connection,
                  question,
                  statement -> stream(work, statement, standard, client, pace[0])),
          client::completed,
          client::error,
          work -> {
            pace[0] =
                new CallbackBackpressureStrategy() {
                  @Override
                  protected void cancelCallback() {
                    work.cancel();
                  }
                };
            pace[0].register(client);
          });
    } catch (RefusedRequestException e) {
      client.error(e.forClient());
    }
  }

  /** What is done with a statement. */
  private interface Use {
    void of(PreparedStatement statement) throws SQLException, IOException, RefusedRequestException;
  }

  /**
   * Uses a statement. DuckDB's driver has no words for what fails before the first rows of an
   * answer that streams; so what failed is computed once more, without its rows, for these.
   */
  private static void inItsWords(SqlWork work, Connection connection, Question question, Use use)
      throws SQLException, IOException, RefusedRequestException {
    try (PreparedStatement statement = question.on(connection, "")) {
      work.begin(statement);
      use.of(statement);
    } catch (SQLException e) {
      if (String.valueOf(e.getMessage()).contains(WITHOUT_WORDS)) {
        try (PreparedStatement again = question.on(connection, "EXPLAIN ANALYZE ")) {
          work.begin(again);
          again.execute();
        }
      }
      throw e;
    } finally {
      work.pause();
    }
  }

  /**
   * Sends the rows of a statement.
   *
   * @param standard columns by which Flight SQL has them; null for those of the statement
   */
  private void stream(
      SqlWork work,
      PreparedStatement statement,
      Schema standard,
      ServerStreamListener client,
      CallbackBackpressureStrategy pace)
      throws SQLException, IOException, RefusedRequestException {
    try (ResultSet result = statement.executeQuery();
        ArrowReader rows = rows(result)) {
      boolean hasMore = rows.loadNextBatch(); // before the start, which sends dictionaries
      VectorSchemaRoot read = rows.getVectorSchemaRoot();
      VectorSchemaRoot sent =
          standard == null
              ? read
              : new VectorSchemaRoot(standard, read.getFieldVectors(), read.getRowCount());
      client.start(sent, rows);
      while (hasMore) {
        work.pause();
        pace.waitForListener(0);
        sent.setRowCount(read.getRowCount());
        client.putNext();
        work.sent(read.getRowCount());
        work.begin(statement);
        hasMore = rows.loadNextBatch();
      }
    }
  }

  private ArrowReader rows(ResultSet result) throws SQLException {
    return (ArrowReader) result.unwrap(DuckDBResultSet.class).arrowExportStream(memory, SENT_ROWS);
  }

  private Schema schema(PreparedStatement statement) throws SQLException, IOException {
    try (ResultSet result = statement.executeQuery();
        ArrowReader rows = rows(result)) {
      return rows.getVectorSchemaRoot().getSchema();
    }
  }

  /** A statement of a client, ready to run. */
  private Question question(ByteString handle, String user) throws RefusedRequestException {
    BoundStatement bound = BoundStatement.parse(handle);
    return (connection, before) -> {
      String sql = LockedWarehouse.checked(connection, bound.sql());
      if (before.isEmpty()) {
        served.orElseThrow().questions().asked(user, sql);
      }
      PreparedStatement statement = connection.prepareStatement(before + sql);
      bound.bind(statement);
      return statement;
    };
  }

  @Override
  protected <T extends Message> List<FlightEndpoint> determineEndpoints(
      T request, FlightDescriptor descriptor, Schema schema) {
    return List.of(new FlightEndpoint(new Ticket(Any.pack(request).toByteArray())));
  }

  @Override
  public FlightInfo getFlightInfoStatement(
      FlightSql.CommandStatementQuery command, CallContext context, FlightDescriptor descriptor) {
    return orRefused(
        () -> {
          allowed(context);
          return generateFlightInfo(
              FlightSql.TicketStatementQuery.newBuilder()
                  .setStatementHandle(BoundStatement.of(command.getQuery()).handle())
                  .build(),
              descriptor,
              null);
        });
  }

  @Override
  public FlightInfo getFlightInfoPreparedStatement(
      FlightSql.CommandPreparedStatementQuery command,
      CallContext context,
      FlightDescriptor descriptor) {
    return orRefused(
        () -> {
          allowed(context);
          return generateFlightInfo(command, descriptor, null);
        });
  }

  @Override
  public void getStreamStatement(
      FlightSql.TicketStatementQuery ticket, CallContext context, ServerStreamListener client) {
    answerHandle(ticket.getStatementHandle(), context, client);
  }

  @Override
  public void getStreamPreparedStatement(
      FlightSql.CommandPreparedStatementQuery command,
      CallContext context,
      ServerStreamListener client) {
    answerHandle(command.getPreparedStatementHandle(), context, client);
  }

  private void answerHandle(ByteString handle, CallContext context, ServerStreamListener client) {
    try {
      answer(context, client, null, question(handle, context.peerIdentity()));
    } catch (RefusedRequestException e) {
      client.error(e.forClient());
    }
  }

  @Override
  public void createPreparedStatement(
      FlightSql.ActionCreatePreparedStatementRequest request,
      CallContext context,
      StreamListener<Result> client) {
    try {
      BoundStatement statement = BoundStatement.of(request.getQuery());
      begin(
          context,
          (work, connection) ->
              client.onNext(
                  new Result(Any.pack(prepared(work, connection, statement)).toByteArray())),
          client::onCompleted,
          client::onError,
          work -> {});
    } catch (RefusedRequestException e) {
      client.onError(e.forClient());
    }
  }

  private FlightSql.ActionCreatePreparedStatementResult prepared(
      SqlWork work, Connection connection, BoundStatement bound)
      throws SQLException, IOException, RefusedRequestException {
    String sql = LockedWarehouse.checked(connection, bound.sql());
    List<String> types = new ArrayList<>();
    Schema[] columns = new Schema[1];
    inItsWords(
        work,
        connection,
        (on, before) -> {
          PreparedStatement none =
              on.prepareStatement(before + "SELECT * FROM (" + sql + "\n) LIMIT 0");
          for (int i = 1; i <= none.getParameterMetaData().getParameterCount(); i++) {
            none.setObject(i, null);
          }
          return none;
        },
        none -> {
          for (int i = 1; i <= none.getParameterMetaData().getParameterCount(); i++) {
            String type = none.getParameterMetaData().getParameterTypeName(i);
            types.add("NULL::" + TAKEN_AS.getOrDefault(type, type) + " AS \"parameter" + i + '"');
          }
          columns[0] = schema(none);
        });
    FlightSql.ActionCreatePreparedStatementResult.Builder result =
        FlightSql.ActionCreatePreparedStatementResult.newBuilder()
            .setPreparedStatementHandle(bound.handle())
            .setDatasetSchema(ByteString.copyFrom(columns[0].serializeAsMessage()));
    if (!types.isEmpty()) {
      try (PreparedStatement of =
          connection.prepareStatement("SELECT " + String.join(", ", types))) {
        result.setParameterSchema(ByteString.copyFrom(schema(of).serializeAsMessage()));
      }
    }
    return result.build();
  }

  @Override
  public void closePreparedStatement(
      FlightSql.ActionClosePreparedStatementRequest request,
      CallContext context,
      StreamListener<Result> client) {
    client.onCompleted(); // nothing was kept
  }

  @Override
  public Runnable acceptPutPreparedStatementQuery(
      FlightSql.CommandPreparedStatementQuery command,
      CallContext context,
      FlightStream rows,
      StreamListener<PutResult> client) {
    return () -> {
      try {
        allowed(context);
        BoundStatement bound = BoundStatement.parse(command.getPreparedStatementHandle());
        if (!rows.next() || rows.getRoot().getRowCount() != 1) {
          throw RefusedRequestException.malformed("parameters are one row", null);
        }
        bound = bound.with(rows.getRoot());
        if (rows.next()) {
          throw RefusedRequestException.malformed("parameters are one row", null);
        }
        byte[] result =
            FlightSql.DoPutPreparedStatementResult.newBuilder()
                .setPreparedStatementHandle(bound.handle())
                .build()
                .toByteArray();
        try (ArrowBuf buffer = memory.buffer(result.length)) {
          buffer.writeBytes(result);
          client.onNext(PutResult.metadata(buffer));
        }
        client.onCompleted();
      } catch (RefusedRequestException e) {
        client.onError(e.forClient());
      }
    };
  }

  private static Question plain(String sql, String... parameters) {
    return (connection, before) -> {
      PreparedStatement statement = connection.prepareStatement(before + sql);
      for (int i = 0; i < parameters.length; i++) {
        statement.setString(i + 1, parameters[i]);
      }
      return statement;
    };
  }

  @Override
  public void getStreamCatalogs(CallContext context, ServerStreamListener client) {
    answer(context, client, Schemas.GET_CATALOGS_SCHEMA, plain(SqlTables.CATALOGS));
  }

  @Override
  public void getStreamSchemas(
      FlightSql.CommandGetDbSchemas command, CallContext context, ServerStreamListener client) {
    String pattern = command.hasDbSchemaFilterPattern() ? command.getDbSchemaFilterPattern() : "%";
    answer(context, client, Schemas.GET_SCHEMAS_SCHEMA, plain(SqlTables.SCHEMAS, pattern));
  }

  @Override
  public void getStreamTables(
      FlightSql.CommandGetTables command, CallContext context, ServerStreamListener client) {
    answer(
        context,
        client,
        command.getIncludeSchema()
            ? Schemas.GET_TABLES_SCHEMA
            : Schemas.GET_TABLES_SCHEMA_NO_SCHEMA,
        (connection, before) -> SqlTables.list(connection, command, this::schema));
  }

  @Override
  public void getStreamTableTypes(CallContext context, ServerStreamListener client) {
    answer(context, client, Schemas.GET_TABLE_TYPES_SCHEMA, plain(SqlTables.TYPES));
  }

  @Override
  public void getStreamSqlInfo(
      FlightSql.CommandGetSqlInfo command, CallContext context, ServerStreamListener client) {
    SqlTables.info().send(SqlTables.known(command.getInfoList()), client);
  }

  @Override
  public void getStreamTypeInfo(
      FlightSql.CommandGetXdbcTypeInfo command, CallContext context, ServerStreamListener client) {
    none(Schemas.GET_TYPE_INFO_SCHEMA, client);
  }

  @Override
  public void getStreamPrimaryKeys(
      FlightSql.CommandGetPrimaryKeys command, CallContext context, ServerStreamListener client) {
    none(Schemas.GET_PRIMARY_KEYS_SCHEMA, client);
  }

  @Override
  public void getStreamExportedKeys(
      FlightSql.CommandGetExportedKeys command, CallContext context, ServerStreamListener client) {
    none(Schemas.GET_EXPORTED_KEYS_SCHEMA, client);
  }

  @Override
  public void getStreamImportedKeys(
      FlightSql.CommandGetImportedKeys command, CallContext context, ServerStreamListener client) {
    none(Schemas.GET_IMPORTED_KEYS_SCHEMA, client);
  }

  @Override
  public void getStreamCrossReference(
      FlightSql.CommandGetCrossReference command,
      CallContext context,
      ServerStreamListener client) {
    none(Schemas.GET_CROSS_REFERENCE_SCHEMA, client);
  }

  /** No rows: the tables have no keys that anybody declared. */
  private void none(Schema schema, ServerStreamListener client) {
    try (VectorSchemaRoot root = VectorSchemaRoot.create(schema, memory)) {
      client.start(root);
      client.completed();
    }
  }

  @Override
  public void close() {
    clock.shutdownNow();
    running.forEach(SqlWork::cancel);
    threads.shutdown();
    try {
      threads.awaitTermination(IDLE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    warehouses.values().forEach(each -> each.closeIdle(0));
  }
}
