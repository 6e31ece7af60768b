package io.daisychain.jmh.engine;

/** The engines that are held beside each other. */
public enum EngineKind {
  SOH_COUNT("SOH counted"),
  FIELD_SCAN("plain scan, field ends noted"),
  INDEX("Daisychain, index only"),
  DAISYCHAIN("Daisychain"),
  KEYS("Daisychain, and row keys"),
  PHILADELPHIA("Philadelphia 2.0.0"),
  ARTIO("Artio 0.175"),
  QUICKFIX_J("QuickFIX/J 2.3.2");

  private final String label;

  EngineKind(String label) {
    this.label = label;
  }

  String label() {
    return label;
  }

  public Engine make() {
    return switch (this) {
      case SOH_COUNT -> new SohCount();
      case FIELD_SCAN -> new FieldScan();
      case INDEX -> new IndexEngine();
      case DAISYCHAIN -> new DaisychainEngine();
      case KEYS -> new KeysEngine();
      case PHILADELPHIA -> new PhiladelphiaEngine();
      case ARTIO -> new ArtioEngine();
      case QUICKFIX_J -> new QuickFixEngine();
    };
  }
}
