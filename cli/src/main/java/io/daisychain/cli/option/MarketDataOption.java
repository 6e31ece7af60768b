package io.daisychain.cli.option;

import io.daisychain.cli.terminal.UsageException;
import io.daisychain.marketdata.MarketFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Where market data are kept. */
public final class MarketDataOption {
  private static final String DEFAULT = "daisychain-data/marketdata";

  @Option(
      names = "--marketdata",
      paramLabel = "DIR",
      defaultValue = DEFAULT,
      description = "Folder of market data by trade date. Default: ${DEFAULT-VALUE}")
  private String directory = DEFAULT;

  public static MarketDataOption of(String directory) {
    MarketDataOption option = new MarketDataOption();
    option.directory = directory;
    return option;
  }

  /** The folder, which need not be there. */
  public Path path() {
    if (Paths.isRemote(directory)) {
      throw new UsageException("--marketdata=" + directory + ": must be a folder of this machine");
    }
    return Path.of(Paths.absolute(directory));
  }

  /** The market data, of which there must be some. */
  public MarketFolder existing() throws IOException {
    MarketFolder market = MarketFolder.of(path());
    if (!Files.exists(path()) || market.days().isEmpty()) {
      throw new UsageException(
          "--marketdata=" + directory + " has no market data: run marketdata load");
    }
    return market;
  }

  /** The folder as the user wrote it. */
  public String shown() {
    return directory;
  }
}
