package io.weir.manager.bootstrap;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.bootstrap.SecretSource;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * A kind of bootstrap config, and which Secrets its data is made from.
 *
 * @param kind the kind
 * @param clusterSecretSuffix what the name of the Cluster's Secret that it needs has after that of
 *     the Cluster; empty if it needs none
 * @param secretKeys which keys of Secrets a config names; throws BootstrapDataException if it
 *     cannot be read
 */
public record BootstrapKind(
    GroupKind kind,
    Optional<String> clusterSecretSuffix,
    Function<ApiObject, Set<SecretSource.SecretKeyReference>> secretKeys) {}
