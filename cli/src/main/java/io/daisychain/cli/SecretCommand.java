package io.daisychain.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.daisychain.cli.terminal.Terminal;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.model.access.SecretHash;
import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

@Command(
    name = "secret",
    description = {
      "Reads a secret, from the keyboard or the first line of standard input, and prints what "
          + "--entitlements keeps of it.",
      ""
    },
    footer = {"", "  ./daisychain secret"})
final class SecretCommand implements Callable<Integer> {
  @Override
  public Integer call() throws IOException {
    String secret = read();
    if (secret == null) {
      throw new UsageException("there is no secret on standard input");
    }
    Terminal.result(UsageException.checked(() -> SecretHash.of(secret)).toString());
    return 0;
  }

  /** Without an echo where a keyboard is there; later Javas have a console without one too. */
  @SuppressWarnings("SystemConsoleNull")
  private static String read() throws IOException {
    Console console = System.console();
    if (console == null) {
      return new BufferedReader(new InputStreamReader(System.in, UTF_8)).readLine();
    }
    char[] typed = console.readPassword("secret: ");
    return typed == null ? null : new String(typed);
  }
}
