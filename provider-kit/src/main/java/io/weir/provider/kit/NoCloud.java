package io.weir.provider.kit;

import io.weir.provider.DesiredState;
import io.weir.provider.ObservedState;
import io.weir.provider.PoolProvider;
import io.weir.provider.PoolProviderFactory.ProviderContext;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Supplier;

/** Where pools are made of API objects only. */
record NoCloud<D extends DesiredState, O extends ObservedState>(Supplier<PoolProvider<D, O>> open)
    implements CloudUnderTest<D, O> {

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

  @Override
  public PoolObjects pool(String name, int size) {
    throw none();
  }

  @Override
  public void createForeign(String name) {
    throw none();
  }

  @Override
  public int countScaleSets(String name) {
    throw none();
  }

  @Override
  public int poolsExceedingOnePage() {
    throw none();
  }

  @Override
  public void failReads(Fault fault, IntPredicate which) {
    throw none();
  }

  @Override
  public void failWrite(Fault fault) {
    throw none();
  }

  @Override
  public int writeCount() {
    throw none();
  }

  @Override
  public int callCount() {
    throw none();
  }

  @Override
  public void completePendingWork() {
    throw none();
  }

  @Override
  public Set<String> secretTexts() {
    return Set.of();
  }

  @Override
  public void close() {}

  private static UnsupportedOperationException none() {
    return new UnsupportedOperationException("there is no cloud");
  }
}
