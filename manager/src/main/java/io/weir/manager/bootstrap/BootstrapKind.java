package io.weir.manager.bootstrap;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.bootstrap.SecretSource;
import java.util.Set;
import java.util.function.Function;

/**
 * A kind of bootstrap config, and which Secrets its data is made from.
 *
 * @param kind the kind
 * @param clusterSecretSuffixes what the names of the Cluster's Secrets that it needs have after
 *     that of the Cluster
 * @param secretKeys which keys of Secrets a config names; throws BootstrapDataException if it
 *     cannot be read
 */
public record BootstrapKind(
    GroupKind kind,
    Set<String> clusterSecretSuffixes,
    Function<ApiObject, Set<SecretSource.SecretKeyReference>> secretKeys) {

  public BootstrapKind {
    clusterSecretSuffixes = Set.copyOf(clusterSecretSuffixes);
  }
}
