package io.daisychain.cli.option;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.daisychain.cli.terminal.UsageException;
import io.daisychain.model.access.Entitlements;
import io.daisychain.publish.entitled.EntitledRows;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The file in which an operator says who is who. */
public final class EntitlementsOption {
  @Option(
      names = "--entitlements",
      paramLabel = "FILE",
      description =
          "Who is who, a CSV line each:"
              + " name,senders,mpids,reporters,symbols,tables,dates,certificates,secret. See"
              + " docs/entitlements.md.")
  private Path file;

  boolean isGiven() {
    return file != null;
  }

  /** Where it is; null where none was given. */
  public Path path() {
    return file;
  }

  /** The file; bad usage, with the line, where it is wrong. */
  public Optional<Entitlements> read() throws IOException {
    if (file == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          Entitlements.parse(
              file.toString(), Files.readString(file, UTF_8), EntitledRows.tables()));
    } catch (IllegalArgumentException e) {
      throw new UsageException("--entitlements: " + e.getMessage(), e);
    } catch (NoSuchFileException e) {
      throw new UsageException("--entitlements=" + file + ": there is no such file", e);
    } catch (CharacterCodingException e) {
      throw new UsageException("--entitlements=" + file + " is no text in UTF-8", e);
    }
  }
}
