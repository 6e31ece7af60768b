package io.daisychain.explorer.picture;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.daisychain.explorer.point.BadParameterException;
import io.daisychain.explorer.point.Decimals;
import java.math.BigDecimal;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.UUID;

/** The parameters of a request, or of a view's address: {@code name=value&name=value}. */
public final class Parameters {
  private static final int LONGEST = 16_384;
  private static final int MOST = 500;
  private static final int LONGEST_SHOWN = 60;

  private final Map<String, List<String>> values = new LinkedHashMap<>();

  private Parameters() {}

  /**
   * Reads them.
   *
   * @param text percent-encoded; null for none
   * @param known names that there are
   * @throws BadParameterException for a name that there is not, and for what cannot be decoded
   */
  public static Parameters parse(String text, Set<String> known) {
    Parameters parameters = new Parameters();
    if (text == null || text.isEmpty()) {
      return parameters;
    }
    if (text.length() > LONGEST) {
      throw new BadParameterException(
          "the address has " + text.length() + " characters; at most " + LONGEST + " are taken");
    }
    int count = 0;
    for (String part : text.split("&", -1)) {
      if (part.isEmpty()) {
        continue;
      }
      int equals = part.indexOf('=');
      String name = decoded(equals < 0 ? part : part.substring(0, equals));
      if (!known.contains(name)) {
        throw new BadParameterException("there is no parameter '" + shown(name) + "'");
      }
      if (++count > MOST) {
        throw new BadParameterException("more than " + MOST + " parameters");
      }
      String value = equals < 0 ? "" : decoded(part.substring(equals + 1));
      parameters.values.computeIfAbsent(name, key -> new ArrayList<>()).add(value);
    }
    return parameters;
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, UTF_8);
    } catch (IllegalArgumentException e) {
      throw new BadParameterException(
          "'" + shown(text) + "' is not percent-encoded as it should be");
    }
  }

  private static String shown(String text) {
    return text.length() <= LONGEST_SHOWN ? text : text.substring(0, LONGEST_SHOWN) + "…";
  }

  /** Those of some names, as they stand in an address. */
  public String query(Set<String> names) {
    StringJoiner query = new StringJoiner("&");
    values.forEach(
        (name, all) -> {
          if (names.contains(name)) {
            all.forEach(value -> query.add(name + '=' + URLEncoder.encode(value, UTF_8)));
          }
        });
    return query.toString();
  }

  /** All values of a name. */
  public List<String> all(String name) {
    return values.getOrDefault(name, List.of());
  }

  /** The value of a name that may be there once; an empty one is none. */
  public Optional<String> one(String name) {
    List<String> all = all(name);
    if (all.size() > 1) {
      throw new BadParameterException(name + " is there " + all.size() + " times, not once");
    }
    return all.stream().filter(value -> !value.isEmpty()).findFirst();
  }

  public String required(String name) {
    return one(name).orElseThrow(() -> new BadParameterException(name + " is missing"));
  }

  public int number(String name, int least, int most, int otherwise) {
    Optional<String> text = one(name);
    if (text.isEmpty()) {
      return otherwise;
    }
    try {
      int value = Integer.parseInt(text.get());
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      // told below
    }
    throw new BadParameterException(
        name + "=" + shown(text.get()) + ": must be a number from " + least + " to " + most);
  }

  /** A number of as many digits as published decimals have, or few, to its last digit. */
  public Optional<BigDecimal> decimal(String name) {
    return one(name)
        .map(
            text -> {
              try {
                if (text.length() <= LONGEST_SHOWN) {
                  BigDecimal value = new BigDecimal(text);
                  if (value.signum() == 0) {
                    return BigDecimal.ZERO;
                  }
                  long whole = (long) value.precision() - value.scale();
                  if (whole <= Decimals.MOST_WHOLE_DIGITS && whole >= -LONGEST_SHOWN) {
                    return value;
                  }
                }
              } catch (NumberFormatException e) {
                // told below
              }
              throw new BadParameterException(
                  "%s=%s: must be a number, of at most %s digits before the point"
                      .formatted(name, shown(text), Decimals.MOST_WHOLE_DIGITS));
            });
  }

  /** True if a parameter is given, which has but one value. */
  public boolean isGiven(String name, String value) {
    Optional<String> text = one(name);
    if (text.isPresent() && !text.get().equals(value)) {
      throw new BadParameterException(name + "=" + shown(text.get()) + ": can only be " + value);
    }
    return text.isPresent();
  }

  public UUID id(String name) {
    String text = required(name);
    try {
      if (text.length() == 36) {
        return UUID.fromString(text);
      }
    } catch (IllegalArgumentException e) {
      // told below
    }
    throw new BadParameterException(name + "=" + shown(text) + ": must be an id");
  }

  /** A moment, as ISO UTC or as nanoseconds since 1970, in these. */
  Optional<Long> moment(String name) {
    return one(name)
        .map(
            text -> {
              try {
                if (text.matches("-?[0-9]{1,19}")) {
                  return Long.parseLong(text);
                }
                Instant moment = Instant.parse(text);
                return Math.addExact(
                    Math.multiplyExact(moment.getEpochSecond(), 1_000_000_000L), moment.getNano());
              } catch (DateTimeException | ArithmeticException | NumberFormatException e) {
                throw new BadParameterException(
                    ("%s=%s: must be a time like 2026-03-16T13:30:00.123Z, or nanoseconds "
                            + "since 1970")
                        .formatted(name, shown(text)));
              }
            });
  }
}
