package io.weir.clouds.azure.seed;

import java.util.Set;

/**
 * Somebody who may ask for tokens.
 *
 * @param clientId by which it calls itself
 * @param secret its client secret; empty for one that has none
 * @param objectId by which role assignments call it
 * @param subjects of the assertions that it is taken for, as its federated credentials list them
 */
public record ServicePrincipal(
    String clientId, String secret, String objectId, Set<String> subjects) {
  public ServicePrincipal {
    subjects = Set.copyOf(subjects);
  }

  // It holds a secret.
  @Override
  public String toString() {
    return "ServicePrincipal[" + clientId + "]";
  }
}
