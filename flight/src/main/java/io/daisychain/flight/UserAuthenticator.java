package io.daisychain.flight;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.daisychain.model.access.Entitlement;
import java.net.SocketAddress;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.arrow.flight.CallHeaders;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.auth2.CallHeaderAuthenticator;

/**
 * Says who calls: by certificate, or by name and secret in the header {@code authorization}, {@code
 * Basic} as RFC 7617 has it. What a client shows as {@code Bearer} after a handshake is the same
 * text: the server keeps nothing of who has called.
 */
final class UserAuthenticator implements CallHeaderAuthenticator {
  private static final String HEADER = "authorization";
  private static final String BASIC = "Basic ";
  private static final String BEARER = "Bearer ";
  private static final int MOST_CHARACTERS = 1_024;

  private final KnownUsers users;
  private final OpenConnections connections;
  private final Supplier<Caller> caller;

  /** The other end of a call's connection. */
  record Caller(SocketAddress address, Optional<X509Certificate> certificate) {}

  /**
   * An authenticator.
   *
   * @param caller of the call that the thread is about
   */
  UserAuthenticator(KnownUsers users, OpenConnections connections, Supplier<Caller> caller) {
    this.users = users;
    this.connections = connections;
    this.caller = caller;
  }

  @Override
  public AuthResult authenticate(CallHeaders headers) {
    String proof = proof(headers.get(HEADER));
    String[] named = decoded(proof);
    Caller from = caller.get();
    Optional<String> who =
        connections.proven(
            from.address(),
            () -> users.proven(from.certificate(), named[0], named[1]).map(Entitlement::name));
    if (who.isEmpty()) {
      throw CallStatus.UNAUTHENTICATED
          .withDescription("nobody is known by this name and secret, or by this certificate")
          .toRuntimeException();
    }
    String name = who.get();
    return new AuthResult() {
      @Override
      public String getPeerIdentity() {
        return name;
      }

      @Override
      public void appendToOutgoingHeaders(CallHeaders outgoing) {
        if (!proof.isEmpty()) {
          outgoing.insert(HEADER, BEARER + proof);
        }
      }
    };
  }

  private static String proof(String header) {
    if (header == null || header.length() > MOST_CHARACTERS) {
      return "";
    }
    for (String scheme : new String[] {BASIC, BEARER}) {
      if (header.regionMatches(true, 0, scheme, 0, scheme.length())) {
        return header.substring(scheme.length()).strip();
      }
    }
    return "";
  }

  /** Name and secret; two empty texts for none. */
  private static String[] decoded(String proof) {
    try {
      String text = new String(Base64.getDecoder().decode(proof), UTF_8);
      int colon = text.indexOf(':');
      if (colon > 0) {
        return new String[] {text.substring(0, colon), text.substring(colon + 1)};
      }
    } catch (IllegalArgumentException e) {
      return new String[] {"", ""};
    }
    return new String[] {"", ""};
  }
}
