package io.weir.provider.kit;

import io.weir.provider.DesiredState;
import io.weir.provider.ObservedState;
import io.weir.provider.PoolProvider;
import io.weir.provider.PoolProviderFactory.ProviderContext;
import io.weir.provider.SecretReader;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;

/**
 * A provider and what it needs to run, but for a cloud.
 *
 * @param <D> the provider's desired state
 * @param <O> the provider's observed state
 */
interface ProviderUnderTest<D extends DesiredState, O extends ObservedState> {

  /** The provider without any memory: a new one for each call, as after a restart. */
  PoolProvider<D, O> provider(ProviderContext providerContext);

  /** The settings that point a provider at this cloud, for {@link ProviderContext#settings}. */
  Map<String, String> settings();

  /** Where the provider reads credentials; by default there are none. */
  default SecretReader secrets() {
    return _ -> Optional.empty();
  }

  /** The cloud's time. */
  Clock clock();
}
