package io.weir.provider.kit;

import io.weir.provider.DesiredState;
import io.weir.provider.ObservedState;
import io.weir.provider.PoolProvider;
import io.weir.provider.PoolProviderFactory.ProviderContext;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.function.Supplier;

/** Where pools are made of API objects only. */
record NoCloud<D extends DesiredState, O extends ObservedState>(Supplier<PoolProvider<D, O>> open)
    implements ProviderUnderTest<D, O> {

  @Override
  public PoolProvider<D, O> provider(ProviderContext providerContext) {
    return open.get();
  }

  @Override
  public Map<String, String> settings() {
    return Map.of();
  }

  @Override
  public Clock clock() {
    return Clock.fixed(Instant.parse("2026-03-01T12:00:00Z"), ZoneOffset.UTC);
  }
}
