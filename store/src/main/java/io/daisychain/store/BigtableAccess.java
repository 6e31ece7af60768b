package io.daisychain.store;

import com.google.auth.oauth2.GoogleCredentials;
import java.io.IOException;

/** Finds out whether this machine has credentials for Bigtable. */
final class BigtableAccess {
  /** Settings of the client library by which an address brings credentials of its own. */
  private static final String OWN_CREDENTIALS = "google.bigtable.auth.";

  private BigtableAccess() {}

  /** Fails where there are none; the client would say that it has no constructor. */
  static void requireCredentials(StoreAddress.Bigtable address) throws IOException {
    if (!address.emulator().isEmpty()
        || address.settings().library().keySet().stream()
            .anyMatch(name -> name.startsWith(OWN_CREDENTIALS))) {
      return;
    }
    try {
      GoogleCredentials.getApplicationDefault();
    } catch (IOException e) {
      throw new IOException(
          address
              + ": no Google credentials: gcloud auth application-default login makes some, or name"
              + " a key file in GOOGLE_APPLICATION_CREDENTIALS; for an emulator set "
              + StoreAddress.EMULATOR_VARIABLE,
          e);
    }
  }
}
