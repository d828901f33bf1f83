package io.weir.provider;

import java.util.Optional;

/**
 * What the calls of a scope are made with, as it is now. Safe for concurrent use.
 *
 * @param <K> the cloud's credential type; its {@code toString} reveals no secret
 */
public interface CallCredentials<K> {

  /**
   * Those to use for a call.
   *
   * @throws ProviderException if there are none, classified
   */
  K current() throws ProviderException;

  /**
   * Others than these, which were refused; empty if there are none.
   *
   * @throws ProviderException if they cannot be had, classified
   */
  Optional<K> replacementFor(K refused) throws ProviderException;
}
