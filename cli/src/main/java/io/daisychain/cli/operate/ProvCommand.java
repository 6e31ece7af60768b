package io.daisychain.cli.operate;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import io.daisychain.audit.AuditLog;
import io.daisychain.cli.job.AuditTrail;
import io.daisychain.cli.operate.HandedInFiles.HandedIn;
import io.daisychain.cli.option.StoreOptions;
import io.daisychain.cli.option.WarehouseOption;
import io.daisychain.cli.provenance.LifecycleOcel;
import io.daisychain.cli.provenance.LifecycleProv;
import io.daisychain.cli.provenance.Origins;
import io.daisychain.cli.provenance.Origins.RunKind;
import io.daisychain.cli.provenance.PublishedLifecycle;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.model.RowKey;
import io.daisychain.publish.row.RowView;
import io.daisychain.store.StoreSession;
import io.daisychain.store.StoreTable;
import io.daisychain.store.dates.Dates;
import io.daisychain.store.dates.StoredDate;
import java.io.IOException;
import java.time.LocalDate;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes where a lifecycle came from. */
@Command(
    name = "prov",
    description = {
      "Writes where a lifecycle came from: files and lines that were handed in, contents, events,"
          + " published rows, the runs that made them, firms and users.",
      "As W3C PROV, or its events and objects as OCEL 2.0 for process mining. What the store and the"
          + " audit log do not know it names as unknown.",
      ""
    },
    footer = {
      "",
      "  ./daisychain prov 6b0e5c8e-8e54-4b0f-9c6b-2b64f7a3a8f4 > lifecycle.json",
      "  ./daisychain prov 6b0e5c8e-8e54-4b0f-9c6b-2b64f7a3a8f4 --format=ocel > lifecycle.jsonocel",
      "docs/evidence.md has more."
    })
public final class ProvCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "ID",
      description = "The id of the lifecycle, or of any event of it: a UUID.")
  private String id;

  @Option(
      names = "--format",
      paramLabel = "prov-json|prov-n|ocel",
      defaultValue = "prov-json",
      description = "Default: ${DEFAULT-VALUE}")
  private String format;

  @Mixin private StoreOptions store;
  @Mixin private WarehouseOption warehouse;

  @Override
  public Integer call() throws IOException {
    if (!Set.of("prov-json", "prov-n", "ocel").contains(format)) {
      throw new UsageException("--format=" + format + ": must be prov-json, prov-n or ocel");
    }
    RowKey wanted = UsageException.checked(() -> RowKey.parse(id));
    FileSystems.setDefaultPipelineOptions(PipelineOptionsFactory.create());
    PublishedLifecycle lifecycle = PublishedLifecycle.read(warehouse.orDemos().query(), wanted);
    if (lifecycle.events().isEmpty()) {
      Terminal.error("no event " + id + " in " + warehouse.shown());
      return 1;
    }
    Origins origins = origins(lifecycle);
    origins.unknown().forEach(what -> Terminal.note("unknown: " + what));
    ObjectWriter json = new ObjectMapper().writerWithDefaultPrettyPrinter();
    Terminal.result(
        switch (format) {
          case "ocel" -> json.writeValueAsString(LifecycleOcel.of(lifecycle, origins));
          case "prov-n" -> LifecycleProv.of(lifecycle, origins).notation().stripTrailing();
          default -> json.writeValueAsString(LifecycleProv.of(lifecycle, origins).json());
        });
    return 0;
  }

  private Origins origins(PublishedLifecycle lifecycle) throws IOException {
    Origins origins = new Origins();
    warehouse
        .published()
        .forEach(
            (day, of) -> origins.ran(RunKind.PUBLISH, LocalDate.ofEpochDay(day) + "", of.run()));
    HandedInFiles files = new HandedInFiles();
    Optional<AuditLog> log = AuditTrail.find();
    if (log.isPresent()) {
      log.get()
          .entries(
              entry -> {
                origins.note(entry);
                files.note(entry);
              });
    } else {
      origins.unknown("files handed in, and who gave which command: there is no audit log");
    }
    if (!store.exists()) {
      origins.unknown("contents, and runs of link: there is no store at " + store.address());
      return origins;
    }
    Set<RowKey> ids = new TreeSet<>();
    for (Map<String, String> event : lifecycle.events()) {
      ids.add(RowKey.parse(event.get("id")));
    }
    try (StoreSession session = store.openExisting()) {
      store.requireTable(session);
      StoreTable table = session.table(store.table());
      for (StoredDate date : Dates.list(table)) {
        if (!date.linkedRun().isEmpty()) {
          origins.ran(
              RunKind.LINK, LocalDate.ofEpochDay(date.epochDay()).toString(), date.linkedRun());
        }
      }
      for (RowKey each : ids) {
        for (String content : RowView.contents(table, each)) {
          origins.stored(each.toString(), content);
        }
      }
      find(table, ids, files, origins);
    }
    return origins;
  }

  /** Finds the contents in the files that were handed in to a table. */
  private static void find(StoreTable table, Set<RowKey> ids, HandedInFiles files, Origins origins)
      throws IOException {
    KeptReading reading = KeptReading.of(table);
    for (HandedIn file : files.of(table.toString())) {
      String fault = files.fault(file);
      if (!fault.isEmpty()) {
        origins.unknown("what came of " + file.path() + ", which " + fault);
        continue;
      }
      reading.scan(
          file.path(),
          ids,
          (id, line, content) -> origins.found(id.toString(), content, file.entry(), line));
    }
  }
}
