package io.daisychain.explorer;

import com.sun.net.httpserver.Headers;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Who may ask. A page of another site that makes this machine's browser ask is told by its name
 * ({@code Host}, {@code Origin}, {@code Sec-Fetch-Site}), another user of this machine by having
 * neither token nor secret.
 *
 * <p>The token is given for two things. The cookie opens the files of the page, which say nothing
 * of the market: a browser sends it to every port of this host (RFC 6265, 8.5), so that others may
 * learn it. The secret opens the market: the page keeps it where only pages of this port can read
 * it, and sends it in a header of its own.
 */
public final class Gate {
  /** The header in which the page sends its secret. */
  static final String HEADER = "X-Daisychain";

  private static final int SECRET_BYTES = 24;

  private final int port;
  private final String token = random();
  private final String cookie = random();
  private final String secret = random();

  /** Of the page at a port of 127.0.0.1. */
  public Gate(int port) {
    this.port = port;
  }

  private static String random() {
    byte[] bytes = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /** The token of the first address, which a cookie and the secret are given for. */
  public String token() {
    return token;
  }

  private String cookieName() {
    return "daisychain-" + port;
  }

  /** What the page sends with each question. */
  public String secret() {
    return secret;
  }

  /** The header that gives the cookie. */
  public String cookieHeader() {
    return cookieName() + "=" + cookie + "; Path=/; HttpOnly; SameSite=Strict";
  }

  /**
   * Why a request is refused before anything is looked at; empty if it is not.
   *
   * @param address which may name a host of its own: that one counts beside the header
   * @param entering whether it is for the address that has the token
   */
  public Optional<Answer> refusal(String method, URI address, Headers headers, boolean entering) {
    if (!method.equals("GET") && !method.equals("HEAD")) {
      return Optional.of(Answer.text(405, "only GET and HEAD are answered"));
    }
    List<String> hosts = headers.getOrDefault("Host", List.of());
    String named = address.getRawAuthority();
    if (hosts.size() != 1 || !isOurs(hosts.get(0)) || (named != null && !isOurs(named))) {
      return Optional.of(Answer.text(421, "this is not the host that was asked for"));
    }
    for (String origin : headers.getOrDefault("Origin", List.of())) {
      if (!origin.equals("http://" + hosts.get(0))) {
        return Optional.of(Answer.text(403, "pages of other sites get no answer"));
      }
    }
    for (String site : headers.getOrDefault("Sec-Fetch-Site", List.of())) {
      if (!entering && !site.equals("same-origin") && !site.equals("none")) {
        return Optional.of(Answer.text(403, "pages of other sites get no answer"));
      }
    }
    return Optional.empty();
  }

  private boolean isOurs(String host) {
    return host.equals("127.0.0.1:" + port) || host.equals("localhost:" + port);
  }

  /** Whether an address has the token and nothing else. */
  public boolean isToken(URI address) {
    String query = address.getRawQuery();
    return "/".equals(address.getRawPath())
        && query != null
        && query.startsWith("token=")
        && isEqual(query.substring("token=".length()), token);
  }

  /** Whether a request has the secret. */
  public boolean hasSecret(Headers headers) {
    List<String> given = headers.getOrDefault(HEADER, List.of());
    return given.size() == 1 && isEqual(given.get(0), secret);
  }

  /** Whether a request has the cookie. */
  public boolean hasCookie(Headers headers) {
    boolean found = false;
    for (String header : headers.getOrDefault("Cookie", List.of())) {
      for (String part : header.split(";", -1)) {
        String text = part.strip();
        if (text.startsWith(cookieName() + "=")) {
          found |= isEqual(text.substring(cookieName().length() + 1), cookie);
        }
      }
    }
    return found;
  }

  /** Compares in the same time wherever the first difference is. */
  private static boolean isEqual(String given, String secret) {
    return MessageDigest.isEqual(
        given.getBytes(StandardCharsets.UTF_8), secret.getBytes(StandardCharsets.UTF_8));
  }
}
