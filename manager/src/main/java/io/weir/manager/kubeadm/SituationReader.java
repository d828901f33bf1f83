package io.weir.manager.kubeadm;

import io.weir.api.ApiObject;
import io.weir.api.ConditionTypes;
import io.weir.api.GroupKind;
import io.weir.api.Keys;
import io.weir.api.ObjectKey;
import io.weir.api.OwnerReference;
import io.weir.api.bootstrap.SecretSource;
import io.weir.api.core.Cluster;
import io.weir.api.core.MachinePool;
import io.weir.bootstrap.kubeadm.ClusterFacts;
import io.weir.bootstrap.render.FirstBoot;
import io.weir.manager.cluster.CaSecret;
import io.weir.manager.kubeadm.Problem.Kind;
import io.weir.manager.runtime.cache.ObjectCache;
import io.weir.manager.runtime.kube.KubeClient;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Reads what a config's data is made from: from memory, and by name what is not watched. */
final class SituationReader {

  private final ObjectCache pools;
  private final ObjectCache clusters;
  private final ObjectCache secrets;
  private final KubeClient kube;

  SituationReader(ObjectCache pools, ObjectCache clusters, ObjectCache secrets, KubeClient kube) {
    this.pools = pools;
    this.clusters = clusters;
    this.secrets = secrets;
    this.kube = kube;
  }

  Situation read(ApiObject config) {
    if (config.deleting()) {
      return new Situation.Foreign();
    }
    Optional<OwnerReference> owner = owner(config);
    if (owner.isEmpty()) {
      return config.ownerReferences().isEmpty() ? new Situation.Unowned() : new Situation.Foreign();
    }
    return pools
        .get(new ObjectKey(config.namespace(), owner.get().name()))
        .filter(pool -> pool.uid().equals(owner.get().uid()))
        .map(pool -> read(config, pool))
        .orElseGet(Situation.Unowned::new);
  }

  static Optional<OwnerReference> owner(ApiObject config) {
    return config.ownerReferences().stream()
        .filter(owner -> owner.groupKind().equals(GroupKind.MACHINE_POOL))
        .findFirst();
  }

  private Situation read(ApiObject config, ApiObject pool) {
    String name = pool.as(MachinePool.class).spec().clusterName();
    Optional<ApiObject> cluster = clusters.get(new ObjectKey(config.namespace(), name));
    if (cluster.isEmpty()) {
      return waiting(
          Optional.empty(),
          Kind.CLUSTER,
          "MachinePool %s names Cluster %s, which does not exist; create it"
              .formatted(pool.key(), name));
    }
    return paused(config, cluster.get())
        .<Situation>map(Situation.Paused::new)
        .orElseGet(() -> read(config, pool, cluster.get()));
  }

  private static Optional<String> paused(ApiObject config, ApiObject cluster) {
    if (cluster.as(Cluster.class).spec().paused()) {
      return Optional.of("Cluster spec.paused is set to true");
    }
    return config.annotation(Keys.PAUSED).isPresent()
        ? Optional.of("KubeadmConfig has the " + Keys.PAUSED + " annotation")
        : Optional.empty();
  }

  private Situation read(ApiObject config, ApiObject pool, ApiObject cluster) {
    Cluster view = cluster.as(Cluster.class);
    if (!view.status().initialization().infrastructureProvisioned()) {
      return waiting(
          Optional.of(cluster),
          Kind.CLUSTER,
          "Cluster %s: status.initialization.infrastructureProvisioned is not true yet"
              .formatted(cluster.key()));
    }
    if (!initialized(view)) {
      return waiting(
          Optional.of(cluster),
          Kind.CONTROL_PLANE,
          "Cluster %s: its control plane is not initialized yet".formatted(cluster.key()));
    }
    Optional<String> ca = ca(cluster);
    if (ca.isEmpty()) {
      return waiting(
          Optional.of(cluster),
          Kind.CERTIFICATES,
          "there is no Secret %s with the key %s; put the PEM of the cluster's CA there, its key is"
                  .formatted(CaSecret.of(cluster.key()), CaSecret.CERTIFICATES)
              + " not needed");
    }
    String version = pool.as(MachinePool.class).spec().template().spec().version();
    return new Situation.Complete(
        cluster,
        config.spec(),
        version == null ? "" : version,
        new ClusterFacts(endpoint(view), ca.get()),
        contents(config));
  }

  private static boolean initialized(Cluster cluster) {
    return cluster.status().initialization().controlPlaneInitialized()
        || cluster.status().conditions().stream()
            .anyMatch(
                condition ->
                    condition.type().equals(ConditionTypes.CONTROL_PLANE_INITIALIZED)
                        && condition.holds());
  }

  private static String endpoint(Cluster cluster) {
    Cluster.Endpoint endpoint = cluster.spec().controlPlaneEndpoint();
    if (!endpoint.known()) {
      return "";
    }
    boolean six = endpoint.host().contains(":") && !endpoint.host().startsWith("[");
    return (six ? "[" + endpoint.host() + "]" : endpoint.host()) + ":" + endpoint.port();
  }

  private Optional<String> ca(ApiObject cluster) {
    return secret(CaSecret.of(cluster.key()))
        .flatMap(secret -> bytes(secret, CaSecret.CERTIFICATES))
        .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
        .filter(pem -> !pem.isBlank());
  }

  private Map<SecretSource.Key, byte[]> contents(ApiObject config) {
    var contents = new HashMap<SecretSource.Key, byte[]>();
    for (SecretSource.Key key : FirstBoot.secretsNeeded(config.spec())) {
      secret(new ObjectKey(config.namespace(), key.name()))
          .flatMap(secret -> bytes(secret, key.key()))
          .ifPresent(bytes -> contents.put(key, bytes));
    }
    return contents;
  }

  /** One that carries no cluster label is in no cache. */
  private Optional<ApiObject> secret(ObjectKey key) {
    return secrets.get(key).or(() -> kube.get(GroupKind.SECRET, key));
  }

  private static Optional<byte[]> bytes(ApiObject secret, String key) {
    return secret.at("/data").has(key)
        ? Optional.of(Base64.getDecoder().decode(secret.at("/data").path(key).asText()))
        : Optional.empty();
  }

  private static Situation waiting(Optional<ApiObject> cluster, Kind kind, String message) {
    return new Situation.Waiting(new Problem(kind, message), cluster);
  }
}
