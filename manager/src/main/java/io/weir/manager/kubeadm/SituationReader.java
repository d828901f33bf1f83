package io.weir.manager.kubeadm;

import io.weir.api.ApiObject;
import io.weir.api.ConditionTypes;
import io.weir.api.ObjectKey;
import io.weir.api.OwnerReference;
import io.weir.api.bootstrap.SecretSource;
import io.weir.api.core.Cluster;
import io.weir.bootstrap.BootstrapKeys;
import io.weir.bootstrap.BootstrapProblem;
import io.weir.bootstrap.config.Owner;
import io.weir.bootstrap.config.Problem;
import io.weir.bootstrap.config.Problem.Kind;
import io.weir.bootstrap.config.Serving;
import io.weir.bootstrap.config.Situation;
import io.weir.bootstrap.ignition.IgnitionVersion;
import io.weir.bootstrap.kubeadm.CaSecret;
import io.weir.bootstrap.kubeadm.ClusterFacts;
import io.weir.bootstrap.render.FirstBoot;
import io.weir.bootstrap.render.RenderOptions;
import io.weir.engine.watch.Pause;
import io.weir.engine.watch.WatchFilter;
import io.weir.kernel.cache.ObjectCache;
import io.weir.manager.objects.NamedSecrets;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Reads what a config's data is made from. */
final class SituationReader {

  private final ObjectCache pools;
  private final ObjectCache machines;
  private final ObjectCache clusters;
  private final NamedSecrets secrets;
  private final ControlPlanes controlPlanes;
  private final Serving serving;

  SituationReader(
      ObjectCache pools,
      ObjectCache machines,
      ObjectCache clusters,
      NamedSecrets secrets,
      ControlPlanes controlPlanes,
      Serving serving) {
    this.pools = pools;
    this.machines = machines;
    this.clusters = clusters;
    this.secrets = secrets;
    this.controlPlanes = controlPlanes;
    this.serving = serving;
  }

  Situation read(ApiObject config) {
    if (config.deleting()) {
      return new Situation.Foreign();
    }
    Optional<OwnerReference> owner = Owner.reference(config);
    if (owner.isEmpty()) {
      return config.ownerReferences().isEmpty() ? new Situation.Unowned() : new Situation.Foreign();
    }
    return find(config, owner.get())
        .map(found -> read(config, found))
        .orElseGet(Situation.Unowned::new);
  }

  /** The owner itself, if the reference still means it. */
  private Optional<Owner> find(ApiObject config, OwnerReference reference) {
    ObjectCache cache = reference.groupKind().equals(Owner.MACHINE) ? machines : pools;
    return cache
        .get(new ObjectKey(config.namespace(), reference.name()))
        .filter(owner -> owner.uid().equals(reference.uid()))
        .map(Owner::new);
  }

  private Situation read(ApiObject config, Owner owner) {
    Optional<ApiObject> cluster = clusters.get(owner.cluster());
    if (cluster.isEmpty()) {
      return waiting(
          Optional.empty(),
          Kind.CLUSTER,
          "%s names Cluster %s, which does not exist; create it"
              .formatted(owner, owner.cluster().name()));
    }
    boolean attached = cluster.get().as(Cluster.class).spec().controlPlaneRef() == null;
    if (owner.isMachine() && !attached) {
      if (owner.isControlPlane()) {
        return new Situation.Foreign();
      }
      if (serving.machines() == Serving.Machines.ATTACHED) {
        return new Situation.Elsewhere(cluster.get());
      }
    }
    boolean used = used(config, owner);
    return Pause.of(config, cluster)
        .<Situation>map(why -> new Situation.Paused(why, cluster.get(), used))
        .orElseGet(
            () -> used ? read(config, owner, cluster.get()) : left(config, owner, cluster.get()));
  }

  /** A Secret may be named by pools that do not own the config. */
  private boolean used(ApiObject config, Owner owner) {
    return owner.uses(config)
        || pools.list(config.namespace()).stream().map(Owner::new).anyMatch(it -> it.uses(config));
  }

  private static Situation left(ApiObject config, Owner owner, ApiObject cluster) {
    return new Situation.Left(
        "%s uses %s, not %s".formatted(owner, owner.other(), config.name()),
        cluster,
        owner.settled());
  }

  private Situation read(ApiObject config, Owner owner, ApiObject cluster) {
    if (owner.isControlPlane()) {
      return new Situation.NotServed(
          new Problem(
              Kind.DATA,
              "%s is a control plane machine, but Weir serves only workers; use Cluster API's kubeadm bootstrap provider for it"
                  .formatted(owner)));
    }
    if (owner.hasJoined()) {
      return new Situation.Joined();
    }
    Cluster view = cluster.as(Cluster.class);
    if (!view.status().initialization().infrastructureProvisioned()) {
      return waiting(
          Optional.of(cluster),
          Kind.CLUSTER,
          WatchFilter.forgotten(cluster, config)
              .orElseGet(
                  () ->
                      "Cluster %s: status.initialization.infrastructureProvisioned is not true yet; its conditions say what it is waiting for"
                          .formatted(cluster.key())));
    }
    if (!initialized(view)) {
      return waiting(
          Optional.of(cluster),
          Kind.CONTROL_PLANE,
          "Cluster %s: its control plane is not initialized yet; its conditions say what it is waiting for"
              .formatted(cluster.key()));
    }
    Optional<String> ca = ca(cluster);
    if (ca.isEmpty()) {
      return waiting(
          Optional.of(cluster),
          Kind.CERTIFICATES,
          "there is no Secret %s with the key %s; put the cluster's CA certificate there in PEM form; the CA's private key is"
                  .formatted(CaSecret.of(cluster.key()), CaSecret.CERTIFICATES)
              + " not needed");
    }
    try {
      serving.gates().check(config.spec());
      return new Situation.Complete(
          cluster,
          config.spec(),
          owner.version(),
          new ClusterFacts(endpoint(view), ca.get()),
          contents(config),
          options(config, cluster));
    } catch (BootstrapProblem problem) {
      return new Situation.Waiting(Problem.of(problem), Optional.of(cluster));
    }
  }

  private RenderOptions options(ApiObject config, ApiObject cluster) {
    return new RenderOptions(
        FirstBoot.hasTemplates(config.spec())
            ? controlPlanes.version(cluster)
            : Optional.<String>empty(),
        config
            .annotation(BootstrapKeys.IGNITION_VERSION)
            .map(IgnitionVersion::of)
            .orElse(IgnitionVersion.V2_3));
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
    return secrets
        .find(CaSecret.of(cluster.key()))
        .flatMap(secret -> bytes(secret, CaSecret.CERTIFICATES))
        .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
        .filter(pem -> !pem.isBlank());
  }

  private Map<SecretSource.Key, byte[]> contents(ApiObject config) {
    var contents = new HashMap<SecretSource.Key, byte[]>();
    for (SecretSource.Key key : FirstBoot.secretsNeeded(config.spec())) {
      secrets
          .find(new ObjectKey(config.namespace(), key.name()))
          .flatMap(secret -> bytes(secret, key.key()))
          .ifPresent(bytes -> contents.put(key, bytes));
    }
    return contents;
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
