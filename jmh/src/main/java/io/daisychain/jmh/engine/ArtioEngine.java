package io.daisychain.jmh.engine;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.daisychain.jmh.artio.decoder.ExecutionReportDecoder;
import io.daisychain.jmh.artio.decoder.NewOrderSingleDecoder;
import io.daisychain.jmh.artio.decoder.OrderCancelRejectDecoder;
import io.daisychain.jmh.artio.decoder.OrderCancelReplaceRequestDecoder;
import io.daisychain.jmh.artio.decoder.OrderCancelRequestDecoder;
import java.util.Arrays;
import uk.co.real_logic.artio.builder.Decoder;
import uk.co.real_logic.artio.util.MutableAsciiBuffer;

/**
 * Artio's codecs, generated from QuickFIX/J's FIX 4.2 dictionary with Artio's defaults.
 *
 * <p>A decoder checks neither BodyLength nor CheckSum; in Artio whoever cuts the stream into
 * messages does. So both are checked here before, with Artio's own means.
 */
final class ArtioEngine extends TypedEngine {
  private static final byte SOH = 1;
  private static final byte[] HEAD = "8=FIX.4.2\u00019=".getBytes(US_ASCII);
  private static final byte[] TYPE = "35=".getBytes(US_ASCII);
  private static final byte[] CHECK_SUM = "10=".getBytes(US_ASCII);
  private static final int TRAILER_LENGTH = 7;

  private final MutableAsciiBuffer buffer = new MutableAsciiBuffer();
  private final NewOrderSingleDecoder order = new NewOrderSingleDecoder();
  private final OrderCancelRequestDecoder cancel = new OrderCancelRequestDecoder();
  private final OrderCancelReplaceRequestDecoder replace = new OrderCancelReplaceRequestDecoder();
  private final ExecutionReportDecoder report = new ExecutionReportDecoder();
  private final OrderCancelRejectDecoder reject = new OrderCancelRejectDecoder();
  private final ArtioValues values = new ArtioValues();
  private byte[] wrapped;
  private int typeAt;

  @Override
  public boolean accepts(byte[] bytes, int from, int to) {
    if (bytes != wrapped) {
      wrapped = bytes;
      buffer.wrap(bytes);
    }
    try {
      if (!isFramed(from, to)) {
        return false;
      }
      Decoder decoder = decoder();
      if (decoder == null) {
        return false;
      }
      decoder.reset();
      decoder.decode(buffer, from, to - from);
      return decoder.validate();
    } catch (RuntimeException e) { // it throws because of what a message contains
      return false;
    }
  }

  /** Checks what comes before MsgType's value and after the last field but one. */
  private boolean isFramed(int from, int to) {
    int lengthAt = from + HEAD.length;
    if (to - from < HEAD.length + TYPE.length + TRAILER_LENGTH || !isAt(from, HEAD)) {
      return false;
    }
    int lengthEnd = buffer.scan(lengthAt, to, SOH);
    if (lengthEnd < 0 || lengthEnd == lengthAt) {
      return false;
    }
    int trailer = lengthEnd + 1 + buffer.getNatural(lengthAt, lengthEnd);
    if (trailer != to - TRAILER_LENGTH
        || !isAt(trailer, CHECK_SUM)
        || !isAt(lengthEnd + 1, TYPE)
        || buffer.getByte(to - 1) != SOH) {
      return false;
    }
    typeAt = lengthEnd + 1 + TYPE.length;
    int told = buffer.getNatural(trailer + CHECK_SUM.length, to - 1);
    return (buffer.computeChecksum(from, trailer) & 0xFF) == told;
  }

  private boolean isAt(int offset, byte[] expected) {
    return Arrays.equals(wrapped, offset, offset + expected.length, expected, 0, expected.length);
  }

  private Decoder decoder() {
    if (buffer.getByte(typeAt + 1) != SOH) {
      return null;
    }
    return switch (buffer.getByte(typeAt)) {
      case 'D' -> order;
      case 'F' -> cancel;
      case 'G' -> replace;
      case '8' -> report;
      case '9' -> reject;
      default -> null;
    };
  }

  @Override
  public long values() {
    return switch (buffer.getByte(typeAt)) {
      case 'D' -> values.of(order);
      case 'F' -> values.of(cancel);
      case 'G' -> values.of(replace);
      case '8' -> values.of(report);
      default -> values.of(reject);
    };
  }
}
