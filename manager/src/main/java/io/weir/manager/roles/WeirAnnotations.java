package io.weir.manager.roles;

import io.weir.api.MetadataKeys;
import io.weir.api.admission.KnownAnnotations;
import io.weir.bootstrap.BootstrapMetadataKeys;
import io.weir.provider.AppliedObject;
import io.weir.provider.CallGate;
import io.weir.provider.CreationStep;
import io.weir.provider.Ownership;
import io.weir.provider.PoolMarks;
import io.weir.provider.PoolProviderFactory;
import io.weir.provider.PoolProviderFactory.ProviderContext;
import java.time.Clock;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All keys with Weir's prefix that mean something on an object, whoever writes them. */
final class WeirAnnotations {

  /** What people tell Weir by. */
  private static final Set<String> SET_BY_PEOPLE =
      Set.of(
          MetadataKeys.ROLL_ON_BOOTSTRAP_CHANGE,
          MetadataKeys.MAX_SURGE,
          MetadataKeys.MAX_UNAVAILABLE,
          MetadataKeys.DELETE_POLICY,
          MetadataKeys.ROLLOUT,
          MetadataKeys.ROLLOUT_ENGINE,
          MetadataKeys.SKIP_MODEL_RECONCILIATION,
          MetadataKeys.CLOUD_TERMINATIONS,
          BootstrapMetadataKeys.IGNITION_VERSION,
          Ownership.ADOPT);

  /** What Weir itself notes, whatever the cloud. */
  private static final Set<String> OF_ALL_CLOUDS =
      Set.of(
          MetadataKeys.WEBHOOK,
          MetadataKeys.AUTHORITY_DIGEST,
          MetadataKeys.SERVICE_CIDR,
          MetadataKeys.REPLICAS_MARK,
          MetadataKeys.OBJECT_KINDS,
          MetadataKeys.TAKEN_OVER,
          MetadataKeys.RETIREMENTS,
          MetadataKeys.INSTALLED,
          MetadataKeys.LEFT_NODES,
          MetadataKeys.MACHINES_LEFT,
          MetadataKeys.PLACE,
          MetadataKeys.UP_TO_DATE_REPLICAS,
          MetadataKeys.LEAVING,
          MetadataKeys.SETTLED,
          MetadataKeys.NODE_LEAVING,
          BootstrapMetadataKeys.TOKEN_CLUSTER_UID,
          BootstrapMetadataKeys.TOKEN_OWNER_NAMESPACE,
          BootstrapMetadataKeys.TOKEN_OWNER_NAME,
          BootstrapMetadataKeys.INPUTS_DIGEST,
          BootstrapMetadataKeys.INPUTS_AND_TOKEN_DIGEST,
          BootstrapMetadataKeys.KUBERNETES_VERSION,
          BootstrapMetadataKeys.TOKEN_ISSUED_AT,
          BootstrapMetadataKeys.DATA_DIGEST,
          BootstrapMetadataKeys.DATA_SIZE,
          BootstrapMetadataKeys.DATA_GZIP_SIZE,
          BootstrapMetadataKeys.TAKEN_OVER,
          BootstrapMetadataKeys.UNUSED_SINCE,
          BootstrapMetadataKeys.TOKEN_LEFT_AT,
          CreationStep.CREATING_SINCE,
          PoolMarks.MANAGEMENT_CLUSTER_KEY,
          PoolMarks.POOL_KEY,
          AppliedObject.DIGEST);

  private WeirAnnotations() {}

  /** Those, and what the providers of these clouds remember. */
  static KnownAnnotations known(Collection<PoolProviderFactory> clouds) {
    var context = new ProviderContext(Map.of(), CallGate.CLOSED, Clock.systemUTC());
    Stream<String> ofClouds =
        clouds.stream()
            .flatMap(cloud -> cloud.createProviders(context).stream())
            .flatMap(provider -> provider.annotationKeys().stream());
    return new KnownAnnotations(
        Stream.of(SET_BY_PEOPLE.stream(), OF_ALL_CLOUDS.stream(), ofClouds)
            .flatMap(Function.identity())
            .collect(Collectors.toSet()),
        SET_BY_PEOPLE);
  }
}
