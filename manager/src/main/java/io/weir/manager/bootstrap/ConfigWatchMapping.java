package io.weir.manager.bootstrap;

import io.weir.api.ApiObject;
import io.weir.api.ConditionTypes;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.api.bootstrap.SecretSource;
import io.weir.api.conditions.ConditionLists;
import io.weir.bootstrap.BootstrapDataException;
import io.weir.bootstrap.BootstrapMetadataKeys;
import io.weir.bootstrap.config.ConfigOwner;
import io.weir.kernel.cache.Change;
import io.weir.kernel.cache.ObjectCache;
import io.weir.manager.objects.ChangePredicates;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Which configs a change concerns, and which changes matter to them. */
public final class ConfigWatchMapping {

  private static final String BY_SECRET = "secret";
  private static final String BY_OWNER = "config-of-owner";
  private static final String BY_CLUSTER = "config-of-cluster";

  private final BootstrapKind kind;
  private final ObjectCache configs;
  private final Optional<ObjectCache> pools;
  private final ObjectCache machines;
  private final ObjectCache clusters;

  /** Of the configs of a kind. */
  public ConfigWatchMapping(
      BootstrapKind kind,
      ObjectCache configs,
      Optional<ObjectCache> pools,
      ObjectCache machines,
      ObjectCache clusters) {
    this.kind = kind;
    this.configs =
        configs.addIndex(BY_SECRET, this::secrets).addIndex(BY_OWNER, ConfigWatchMapping::owners);
    this.pools = pools.map(cache -> cache.addIndex(BY_CLUSTER, ConfigWatchMapping::clusters));
    this.machines = machines.addIndex(BY_CLUSTER, ConfigWatchMapping::clusters);
    this.clusters = clusters;
  }

  /** The config that a pool or a Machine names, by itself or by its Secret, or has named before. */
  public Set<ObjectKey> configsOfOwner(ApiObject owner) {
    var concerned = new HashSet<ObjectKey>();
    new ConfigOwner(owner).config(kind.kind()).ifPresent(concerned::add);
    new ConfigOwner(owner)
        .dataSecret()
        .filter(secret -> configs.get(secret).isPresent())
        .ifPresent(concerned::add);
    configs
        .byIndex(BY_OWNER, owner.groupKind() + " " + owner.key())
        .forEach(config -> concerned.add(config.key()));
    return concerned;
  }

  /** The configs of a cluster's pools and Machines. */
  public Set<ObjectKey> configsOfCluster(ObjectKey cluster) {
    return Stream.concat(pools.stream(), Stream.of(machines))
        .flatMap(owners -> owners.byIndex(BY_CLUSTER, cluster.toString()).stream())
        .flatMap(owner -> configsOfOwner(owner).stream())
        .collect(Collectors.toSet());
  }

  /** Whether any config is made from the Secret of that name. */
  public boolean isSecretNeeded(ObjectKey secret) {
    return !configs.byIndex(BY_SECRET, secret.toString()).isEmpty()
        || clusterOfItsSecret(secret)
            .filter(cluster -> clusters.get(cluster).isPresent())
            .isPresent();
  }

  /** By its name: one that somebody else provides may lack the label of its cluster. */
  private Optional<ObjectKey> clusterOfItsSecret(ObjectKey secret) {
    return kind.clusterSecretSuffixes().stream()
        .filter(secret.name()::endsWith)
        .findFirst()
        .map(
            suffix ->
                new ObjectKey(
                    secret.namespace(),
                    secret.name().substring(0, secret.name().length() - suffix.length())));
  }

  /** The configs that a Secret holds the data of, or that are made from it. */
  public Set<ObjectKey> configsOfSecret(ApiObject secret) {
    var concerned = new HashSet<ObjectKey>();
    configs.get(secret.key()).ifPresent(config -> concerned.add(config.key()));
    configs
        .byIndex(BY_SECRET, secret.key().toString())
        .forEach(config -> concerned.add(config.key()));
    clusterOfItsSecret(secret.key())
        .ifPresent(cluster -> concerned.addAll(configsOfCluster(cluster)));
    return concerned;
  }

  /** The config that hands out a token; none for a name too long for a label. */
  public Set<ObjectKey> configsOfToken(ApiObject token) {
    var key =
        new ObjectKey(
            token.label(BootstrapMetadataKeys.TOKEN_OWNER_NAMESPACE).orElse(""),
            token.label(BootstrapMetadataKeys.TOKEN_OWNER_NAME).orElse(""));
    return configs.get(key).isPresent() ? Set.of(key) : Set.of();
  }

  /** The Clusters whose tokens a config may have handed out. */
  public Set<ObjectKey> clustersOf(ApiObject config) {
    return config
        .label(MetadataKeys.CLUSTER_NAME)
        .map(name -> Set.of(new ObjectKey(config.namespace(), name)))
        .orElseGet(
            () ->
                clusters.list(config.namespace()).stream()
                    .map(ApiObject::key)
                    .collect(Collectors.toSet()));
  }

  /** Whether a pass over the config may end otherwise. */
  public static boolean isRelevantConfigChange(Change change) {
    return ChangePredicates.isSpecOrMetadataChange(change)
        || ChangePredicates.hasChanged(change, "/status/dataSecretName")
        || ChangePredicates.hasChanged(change, "/status/initialization");
  }

  /** Whether a pass over the pool's config may end otherwise. */
  public static boolean isRelevantPoolChange(Change change) {
    return ChangePredicates.hasChanged(change, "/metadata/uid")
        || ChangePredicates.hasChanged(change, "/spec/clusterName")
        || ChangePredicates.hasChanged(change, "/spec/template/spec/version")
        || ChangePredicates.hasChanged(change, "/spec/template/spec/bootstrap")
        || ChangePredicates.hasChanged(change, "/spec/template/spec/infrastructureRef");
  }

  /** Whether a pass over the Machine's config may end otherwise. */
  public static boolean isRelevantMachineChange(Change change) {
    return ChangePredicates.hasChanged(change, "/metadata/uid")
        || ChangePredicates.hasChanged(change, "/metadata/labels")
        || ChangePredicates.hasChanged(change, "/spec/clusterName")
        || ChangePredicates.hasChanged(change, "/spec/version")
        || ChangePredicates.hasChanged(change, "/spec/bootstrap/configRef")
        || ChangePredicates.hasChanged(change, "/spec/infrastructureRef")
        || ChangePredicates.hasChanged(change, "/status/nodeRef");
  }

  /** Whether passes over the configs of the Cluster may end otherwise. */
  public static boolean isRelevantClusterChange(Change change) {
    return ChangePredicates.hasChanged(change, "/metadata/uid")
        || ChangePredicates.hasChanged(change, "/spec")
        || ChangePredicates.hasChanged(change, "/status/initialization")
        || change.before().map(ConfigWatchMapping::initialized).orElse(false)
            != initialized(change.object());
  }

  /** Whether passes over the configs of the Secret may end otherwise. */
  public static boolean isRelevantSecretChange(Change change) {
    return ChangePredicates.hasChanged(change, "/data")
        || ChangePredicates.hasChanged(change, "/metadata/labels")
        || ChangePredicates.hasChanged(change, "/metadata/annotations")
        || ChangePredicates.hasChanged(change, "/metadata/ownerReferences");
  }

  private static boolean initialized(ApiObject cluster) {
    return ConditionLists.isTrue(
        cluster.at("/status/conditions"), ConditionTypes.CONTROL_PLANE_INITIALIZED);
  }

  private static Set<String> owners(ApiObject config) {
    return ConfigOwner.ownerReference(config)
        .map(
            owner ->
                Set.of(owner.groupKind() + " " + new ObjectKey(config.namespace(), owner.name())))
        .orElseGet(Set::of);
  }

  private static Set<String> clusters(ApiObject owner) {
    return Set.of(new ConfigOwner(owner).cluster().toString());
  }

  private Set<String> secrets(ApiObject config) {
    try {
      return kind.secretKeys().apply(config).stream()
          .map(SecretSource.SecretKeyReference::name)
          .map(name -> new ObjectKey(config.namespace(), name).toString())
          .collect(Collectors.toSet());
    } catch (BootstrapDataException _) {
      return Set.of(); // said in a condition when the config has its pass
    }
  }
}
