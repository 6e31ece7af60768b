package io.daisychain.store;

import java.nio.file.Path;

/** A command that opens a session and keeps it until it is killed. */
final class HeldSession {
  private HeldSession() {}

  public static void main(String[] args) throws Exception {
    EmbeddedStores.open(Path.of(args[0]));
    System.out.println("open");
    // Ends when the test does, should the test not get so far as to kill it.
    while (System.in.read() >= 0) {}
    System.exit(0);
  }
}
