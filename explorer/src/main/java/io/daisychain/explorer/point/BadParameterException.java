package io.daisychain.explorer.point;

/** A parameter that makes no sense: told in plain words to who sent it. */
public final class BadParameterException extends IllegalArgumentException {
  public BadParameterException(String message) {
    super(message);
  }
}
