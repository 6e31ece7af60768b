package io.daisychain.cli.option;

import io.daisychain.cli.terminal.UsageException;
import io.daisychain.model.access.Entitlement;
import io.daisychain.model.access.Entitlements;
import io.daisychain.publish.entitled.EntitledRows;
import io.daisychain.warehouse.duckdb.Restriction;
import java.io.IOException;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** For whom a command that shows published rows is run. */
public final class AsOption {
  @Option(
      names = "--as",
      paramLabel = "NAME",
      description =
          "Shows what this one of --entitlements may see, and holds nothing else in memory. It"
              + " protects where the operator runs the command: who can read the warehouse's files"
              + " needs no command.")
  private String name;

  @Mixin private EntitlementsOption entitlements;

  /** Its name; empty where it is the operator. */
  public String name() {
    return name == null ? "" : name;
  }

  /** Whoever it is; empty where it is the operator, who sees everything. */
  Optional<Entitlement> who() throws IOException {
    if (name == null) {
      if (entitlements.isGiven()) {
        throw new UsageException("--entitlements says who may see what: --as=NAME says who asks");
      }
      return Optional.empty();
    }
    Entitlements all =
        entitlements
            .read()
            .orElseThrow(() -> new UsageException("--as=" + name + " needs --entitlements=FILE"));
    return Optional.of(
        all.named(name)
            .orElseThrow(
                () -> new UsageException("--as=" + name + " is not in --entitlements: " + all)));
  }

  /** What may be seen of a warehouse; empty for everything. */
  public Optional<Restriction> restriction() throws IOException {
    return who().map(EntitledRows::new);
  }
}
