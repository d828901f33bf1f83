package io.weir.provider;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import java.util.Optional;

/**
 * Reads Secrets that hold credentials, by name and at the moment of the call: they are in no cache.
 * Whether a pool may use one is decided by {@link Scope#identityNamespace}.
 */
@FunctionalInterface
public interface Secrets {

  /**
   * The Secret, if it exists.
   *
   * @throws ProviderException.Transient if the API server could not be asked
   */
  Optional<ApiObject> find(ObjectKey key) throws ProviderException.Transient;
}
