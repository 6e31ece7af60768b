package io.daisychain.flight;

import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.FlightRuntimeException;

/** A request that is not answered, with what is refused and why, for who asked. */
final class RefusedRequestException extends Exception {
  private static final long serialVersionUID = 1;

  private final transient CallStatus status;

  private RefusedRequestException(CallStatus status, String message, Throwable cause) {
    super(message, cause);
    this.status = status;
  }

  /** It is no request. */
  static RefusedRequestException malformed(String message, Throwable cause) {
    return new RefusedRequestException(CallStatus.INVALID_ARGUMENT, message, cause);
  }

  /** Who asks may not see it. */
  static RefusedRequestException denied(String message) {
    return new RefusedRequestException(CallStatus.UNAUTHORIZED, message, null);
  }

  /** Who asks has asked for too much at once. */
  static RefusedRequestException tooMuch(String message) {
    return new RefusedRequestException(CallStatus.RESOURCE_EXHAUSTED, message, null);
  }

  FlightRuntimeException forClient() {
    return status.withDescription(getMessage()).toRuntimeException();
  }
}
