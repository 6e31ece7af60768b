package io.daisychain.warehouse.duckdb;

import io.daisychain.warehouse.WarehouseException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * A number that a publication was told and later ones keep to, in a file beside the trade dates.
 *
 * @param file that has it
 * @param otherwise where none was told
 * @param option of {@code publish} that tells it
 */
public record NotedNumber(Path file, int otherwise, String option) {
  public void write(int number) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, number + "\n");
  }

  public int read() throws IOException {
    try {
      return Integer.parseInt(Files.readString(file).strip());
    } catch (NoSuchFileException e) {
      return otherwise;
    } catch (NumberFormatException e) {
      throw new WarehouseException(file + " has no number: publish " + option, e);
    }
  }
}
