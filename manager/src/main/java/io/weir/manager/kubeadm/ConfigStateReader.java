package io.weir.manager.kubeadm;

import io.weir.api.ApiObject;
import io.weir.api.ConditionTypes;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.api.OwnerReference;
import io.weir.api.bootstrap.SecretSource;
import io.weir.api.core.Cluster;
import io.weir.bootstrap.BootstrapDataException;
import io.weir.bootstrap.BootstrapMetadataKeys;
import io.weir.bootstrap.IgnitionGate;
import io.weir.bootstrap.config.ConfigOwner;
import io.weir.bootstrap.config.ConfigProblem;
import io.weir.bootstrap.config.ConfigProblem.Kind;
import io.weir.bootstrap.config.ConfigState;
import io.weir.bootstrap.config.SecretDisclosure;
import io.weir.bootstrap.config.ServingPolicy;
import io.weir.bootstrap.ignition.IgnitionVersion;
import io.weir.bootstrap.kubeadm.CaSecret;
import io.weir.bootstrap.kubeadm.ClusterJoinInfo;
import io.weir.bootstrap.render.BootstrapDataRenderer;
import io.weir.bootstrap.render.RenderOptions;
import io.weir.engine.watch.PauseCheck;
import io.weir.engine.watch.WatchFilter;
import io.weir.kernel.cache.ObjectCache;
import io.weir.manager.objects.ReferencedSecrets;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Reads what a config's data is made from. */
final class ConfigStateReader {

  /** The API server takes 1 MiB in a Secret, and the data is to go into one. */
  private static final int LARGEST_CONTENTS = 1 << 20;

  private final Optional<ObjectCache> pools;
  private final ObjectCache machines;
  private final ObjectCache clusters;
  private final ReferencedSecrets secrets;
  private final ControlPlaneVersions controlPlaneVersions;
  private final ServingPolicy servingPolicy;

  ConfigStateReader(
      Optional<ObjectCache> pools,
      ObjectCache machines,
      ObjectCache clusters,
      ReferencedSecrets secrets,
      ControlPlaneVersions controlPlaneVersions,
      ServingPolicy servingPolicy) {
    this.pools = pools;
    this.machines = machines;
    this.clusters = clusters;
    this.secrets = secrets;
    this.controlPlaneVersions = controlPlaneVersions;
    this.servingPolicy = servingPolicy;
  }

  ConfigState read(ApiObject config) {
    if (config.isDeleting()) {
      return new ConfigState.NotOurs();
    }
    Optional<OwnerReference> owner = ConfigOwner.ownerReference(config);
    if (owner.isEmpty()) {
      return config.ownerReferences().isEmpty()
          ? new ConfigState.Unowned()
          : new ConfigState.NotOurs();
    }
    Optional<ObjectCache> owners = owners(owner.get());
    if (owners.isEmpty()) {
      return new ConfigState.NotOurs();
    }
    return find(config, owner.get(), owners.get())
        .map(found -> read(config, found))
        .orElseGet(ConfigState.Unowned::new);
  }

  /** The objects of the owner's kind; empty for pools that are switched off. */
  private Optional<ObjectCache> owners(OwnerReference reference) {
    return reference.groupKind().equals(GroupKind.MACHINE) ? Optional.of(machines) : pools;
  }

  /** The owner itself, if the reference still means it. */
  private static Optional<ConfigOwner> find(
      ApiObject config, OwnerReference reference, ObjectCache owners) {
    return owners
        .get(new ObjectKey(config.namespace(), reference.name()))
        .filter(owner -> owner.uid().equals(reference.uid()))
        .map(ConfigOwner::new);
  }

  private ConfigState read(ApiObject config, ConfigOwner configOwner) {
    Optional<ApiObject> cluster = clusters.get(configOwner.cluster());
    if (cluster.isEmpty()) {
      return waiting(
          Optional.empty(),
          Kind.CLUSTER,
          "%s names Cluster %s, which does not exist; create it"
              .formatted(configOwner, configOwner.cluster().name()));
    }
    boolean attached = cluster.get().as(Cluster.class).spec().controlPlaneRef() == null;
    if (configOwner.isMachine() && !attached) {
      if (configOwner.isControlPlane()) {
        return new ConfigState.NotOurs();
      }
      if (servingPolicy.machines() == ServingPolicy.ServedMachines.ATTACHED) {
        return new ConfigState.ServedByOtherProvider(cluster.get());
      }
    }
    boolean used = isUsed(config, configOwner);
    return PauseCheck.whyPaused(config, cluster)
        .<ConfigState>map(why -> new ConfigState.Paused(why, cluster.get(), used))
        .orElseGet(
            () ->
                used
                    ? read(config, configOwner, cluster.get())
                    : noLongerUsed(config, configOwner, cluster.get()));
  }

  /** A Secret may be named by pools that do not own the config. */
  private boolean isUsed(ApiObject config, ConfigOwner configOwner) {
    return configOwner.uses(config)
        || pools.stream()
            .flatMap(cache -> cache.list(config.namespace()).stream())
            .map(ConfigOwner::new)
            .anyMatch(it -> it.uses(config));
  }

  private static ConfigState noLongerUsed(
      ApiObject config, ConfigOwner configOwner, ApiObject cluster) {
    return new ConfigState.NoLongerUsed(
        "%s uses %s, not %s".formatted(configOwner, configOwner.otherDataSource(), config.name()),
        cluster,
        configOwner.isSettled());
  }

  private ConfigState read(ApiObject config, ConfigOwner configOwner, ApiObject cluster) {
    if (configOwner.isControlPlane()) {
      return new ConfigState.NotServed(
          new ConfigProblem(
              Kind.DATA,
              "%s is a control plane machine, but Weir serves only workers; use Cluster API's kubeadm bootstrap provider for it"
                  .formatted(configOwner)));
    }
    if (configOwner.hasJoined()) {
      return new ConfigState.MachineJoined();
    }
    Cluster view = cluster.as(Cluster.class);
    if (!view.status().initialization().infrastructureProvisioned()) {
      return waiting(
          Optional.of(cluster),
          Kind.CLUSTER,
          WatchFilter.missingLabelMessage(cluster, config)
              .orElseGet(
                  () ->
                      "Cluster %s: status.initialization.infrastructureProvisioned is not true yet; its conditions say what it is waiting for"
                          .formatted(cluster.key())));
    }
    if (!isInitialized(view)) {
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
                  .formatted(CaSecret.key(cluster.key()), CaSecret.CERTIFICATES)
              + " not needed");
    }
    try {
      IgnitionGate.check(config.spec(), servingPolicy.gates());
      return new ConfigState.Complete(
          cluster,
          config.spec(),
          configOwner.version(),
          new ClusterJoinInfo(endpoint(view), ca.get()),
          contents(config),
          options(config, cluster));
    } catch (BootstrapDataException problem) {
      return new ConfigState.Waiting(ConfigProblem.of(problem), Optional.of(cluster));
    }
  }

  private RenderOptions options(ApiObject config, ApiObject cluster) {
    return new RenderOptions(
        BootstrapDataRenderer.hasTemplates(config.spec())
            ? controlPlaneVersions.version(cluster)
            : Optional.<String>empty(),
        config
            .annotation(BootstrapMetadataKeys.IGNITION_VERSION)
            .map(IgnitionVersion::parse)
            .orElse(IgnitionVersion.V2_3));
  }

  private static boolean isInitialized(Cluster cluster) {
    return cluster.status().initialization().controlPlaneInitialized()
        || cluster.status().conditions().stream()
            .anyMatch(
                condition ->
                    condition.type().equals(ConditionTypes.CONTROL_PLANE_INITIALIZED)
                        && condition.holds());
  }

  private static String endpoint(Cluster cluster) {
    Cluster.Endpoint endpoint = cluster.spec().controlPlaneEndpoint();
    if (!endpoint.isKnown()) {
      return "";
    }
    boolean six = endpoint.host().contains(":") && !endpoint.host().startsWith("[");
    return (six ? "[" + endpoint.host() + "]" : endpoint.host()) + ":" + endpoint.port();
  }

  private Optional<String> ca(ApiObject cluster) {
    return secrets
        .find(CaSecret.key(cluster.key()))
        .flatMap(secret -> bytes(secret, CaSecret.CERTIFICATES))
        .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
        .filter(pem -> !pem.isBlank());
  }

  private Map<SecretSource.SecretKeyReference, byte[]> contents(ApiObject config) {
    var contents = new HashMap<SecretSource.SecretKeyReference, byte[]>();
    for (SecretSource.SecretKeyReference secretKeyReference :
        BootstrapDataRenderer.requiredSecretKeys(config.spec())) {
      secrets
          .find(new ObjectKey(config.namespace(), secretKeyReference.name()))
          .flatMap(secret -> disclosed(config, secret, secretKeyReference))
          .ifPresent(bytes -> contents.put(secretKeyReference, bytes));
      if (contents.values().stream().mapToLong(bytes -> bytes.length).sum() > LARGEST_CONTENTS) {
        throw BootstrapDataException.invalid(
            BootstrapDataRenderer.fieldOf(config.spec(), secretKeyReference),
            "the Secrets up to here hold more than %d bytes together, which no Secret could hold; make them smaller, or have the machine fetch them"
                .formatted(LARGEST_CONTENTS));
      }
    }
    return contents;
  }

  private Optional<byte[]> disclosed(
      ApiObject config, ApiObject secret, SecretSource.SecretKeyReference reference) {
    Optional<String> refusal =
        SecretDisclosure.refusal(
            secret, reference.key(), cluster -> clusters.get(cluster).isPresent());
    if (refusal.isPresent()) {
      throw BootstrapDataException.invalid(
          BootstrapDataRenderer.fieldOf(config.spec(), reference), refusal.get());
    }
    return bytes(secret, reference.key());
  }

  private static Optional<byte[]> bytes(ApiObject secret, String key) {
    return secret.at("/data").has(key)
        ? Optional.of(Base64.getDecoder().decode(secret.at("/data").path(key).asText()))
        : Optional.empty();
  }

  private static ConfigState waiting(Optional<ApiObject> cluster, Kind kind, String message) {
    return new ConfigState.Waiting(new ConfigProblem(kind, message), cluster);
  }
}
