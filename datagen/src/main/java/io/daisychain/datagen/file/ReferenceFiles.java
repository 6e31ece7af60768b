package io.daisychain.datagen.file;

import io.daisychain.datagen.lifecycle.Market;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Locale;

/**
 * Writes the reference data of a market: participants, customers and symbols.
 *
 * <p>It includes firms that are no longer or not yet valid, closed accounts and replaced symbols.
 */
public final class ReferenceFiles {
  public static final String PARTICIPANTS = "participants.csv";
  public static final String CUSTOMERS = "customers.csv";
  public static final String SYMBOLS = "symbols.csv";

  private static final LocalDate ALWAYS = LocalDate.of(1970, 1, 1);
  private static final int ABSENT_FIRMS = 4;

  private final Market market;
  private final LocalDate tradeDate;

  public ReferenceFiles(Market market, LocalDate tradeDate) {
    this.market = market;
    this.tradeDate = tradeDate;
  }

  /** Firms with the days on which they may report. */
  public void writeParticipants(OutputStream out) throws IOException {
    Lines lines = new Lines("mpid,name,valid_from,valid_to");
    for (int firm = 0; firm < market.firms(); firm++) {
      String mpid = text(market.firmNames[firm]);
      lines.add(mpid, mpid + (firm < market.brokers ? " Securities LLC" : " Exchange"), ALWAYS, "");
    }
    for (int i = 1;
        i <= ABSENT_FIRMS;
        i++) { // their names have digits, those of valid firms have none
      lines.add("LFT" + i, "Left " + i, ALWAYS, tradeDate.minusDays(7L * i));
      lines.add("YET" + i, "Yet to come " + i, tradeDate.plusDays(7L * i), "");
    }
    lines.writeTo(out);
  }

  /** Customers with the firm that takes their orders, and the days on which it does. */
  public void writeCustomers(OutputStream out) throws IOException {
    Lines lines = new Lines("customer_id,mpid,valid_from,valid_to");
    for (int broker = 0; broker < market.brokers; broker++) {
      String mpid = text(market.firmNames[broker]);
      for (int c = market.firstCustomer[broker]; c < market.firstCustomer[broker + 1]; c++) {
        LocalDate from = c % 25 == 24 ? tradeDate.minusDays(c % 900) : ALWAYS;
        lines.add(market.customerName(c), mpid, from, "");
      }
    }
    for (int i = 0; i < Market.CLOSED_ACCOUNTS; i++) {
      String mpid = text(market.firmNames[i % market.brokers]);
      String customer = market.customerName(market.firstCustomer[market.brokers] + i);
      lines.add(customer, mpid, ALWAYS, tradeDate.minusDays(1L + 5L * i));
    }
    lines.writeTo(out);
  }

  /** Symbols; of the deprecated ones with the symbol that took their place. */
  public void writeSymbols(OutputStream out) throws IOException {
    Lines lines = new Lines("symbol,name,valid_from,valid_to,successor");
    for (int i = 0; i < market.symbols; i++) {
      String symbol = text(market.symbolNames[i]);
      LocalDate from = i % 20 == 19 ? tradeDate.minusDays(i % 400) : ALWAYS;
      lines.add(symbol, name(symbol), from, "", "");
    }
    for (int i = 0; i < market.deprecated; i++) {
      String symbol = text(market.symbolNames[market.symbols + i]);
      String successor = text(market.symbolNames[i % market.symbols]);
      lines.add(symbol, name(symbol), ALWAYS, tradeDate.minusDays(1 + 3L * i), successor);
    }
    lines.writeTo(out);
  }

  private static String name(String symbol) {
    return symbol.charAt(0) + symbol.substring(1).toLowerCase(Locale.ROOT) + " Corp";
  }

  private static String text(byte[] name) {
    return new String(name, StandardCharsets.US_ASCII);
  }

  /** Lines of a CSV file in which nothing needs quotes. */
  private static final class Lines {
    private final StringBuilder text = new StringBuilder();

    Lines(String header) {
      text.append(header).append('\n');
    }

    void add(Object... values) {
      for (int i = 0; i < values.length; i++) {
        text.append(i == 0 ? "" : ",").append(values[i]);
      }
      text.append('\n');
    }

    void writeTo(OutputStream out) throws IOException {
      out.write(text.toString().getBytes(StandardCharsets.US_ASCII));
    }
  }
}
