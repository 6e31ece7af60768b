package io.daisychain.cli.option;

import io.daisychain.cli.terminal.Environment;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.watch.subscribe.Asker;

/** Who a command is to a watch that asks for it, where no certificate says so. */
public final class ProofOption {
  /** Variable of the environment: a name, a colon and its secret. */
  public static final String VARIABLE = "DAISYCHAIN_SECRET";

  private ProofOption() {}

  /** Bad usage where the variable is something else. */
  public static Asker asker(String as) {
    String value = Environment.get(VARIABLE);
    if (value == null || value.isEmpty()) {
      return new Asker("", "", as);
    }
    int colon = value.indexOf(':');
    if (colon < 1) {
      throw new UsageException(VARIABLE + " is not NAME:SECRET");
    }
    return new Asker(value.substring(0, colon), value.substring(colon + 1), as);
  }
}
