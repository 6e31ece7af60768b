package io.daisychain.jmh.engine;

import io.daisychain.model.event.EventReader;

/** More than checks: of what ingest would store also type, row key and parents' keys. */
final class KeysEngine implements Engine {
  private final DaisychainEngine checks = new DaisychainEngine();
  private final EventReader reader = new EventReader(EventReader.Rules.DEFAULT);

  @Override
  public boolean accepts(byte[] bytes, int from, int to) {
    boolean accepted = checks.accepts(bytes, from, to);
    if (checks.isFramed()) {
      reader.read(checks.message());
    }
    return accepted;
  }
}
