package io.daisychain.cli.testing;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** One running store for all tests that ask for a {@link RunningStore}; each has its own tables. */
public final class SharedStore implements ParameterResolver {
  private static final SharedProcess<RunningStore> STORE =
      new SharedProcess<>("daisychain-shared-store", RunningStore::start);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == RunningStore.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return STORE.get();
  }
}
