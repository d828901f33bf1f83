package io.weir.manager.kubeadm;

import io.weir.api.ApiObject;
import io.weir.api.ConditionTypes;
import io.weir.api.Keys;
import io.weir.api.ObjectKey;
import io.weir.api.bootstrap.SecretSource;
import io.weir.api.conditions.Conditions;
import io.weir.bootstrap.BootstrapKeys;
import io.weir.bootstrap.BootstrapProblem;
import io.weir.bootstrap.config.Owner;
import io.weir.bootstrap.kubeadm.CaSecret;
import io.weir.bootstrap.render.FirstBoot;
import io.weir.kernel.cache.Change;
import io.weir.kernel.cache.ObjectCache;
import io.weir.manager.objects.Changes;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Which configs a change concerns, and which changes matter to them. */
final class Wakes {

  private static final String BY_SECRET = "secret";
  private static final String BY_OWNER = "config-of-owner";
  private static final String BY_CLUSTER = "config-of-cluster";

  private final ObjectCache configs;
  private final ObjectCache pools;
  private final ObjectCache machines;
  private final ObjectCache clusters;

  Wakes(ObjectCache configs, ObjectCache pools, ObjectCache machines, ObjectCache clusters) {
    this.configs = configs.index(BY_SECRET, Wakes::secrets).index(BY_OWNER, Wakes::owners);
    this.pools = pools.index(BY_CLUSTER, Wakes::clusters);
    this.machines = machines.index(BY_CLUSTER, Wakes::clusters);
    this.clusters = clusters;
  }

  /** The config that a pool or a Machine names, by itself or by its Secret, or has named before. */
  Set<ObjectKey> ofOwner(ApiObject owner) {
    var concerned = new HashSet<ObjectKey>();
    new Owner(owner).config().ifPresent(concerned::add);
    new Owner(owner)
        .dataSecret()
        .filter(secret -> configs.get(secret).isPresent())
        .ifPresent(concerned::add);
    configs
        .byIndex(BY_OWNER, owner.groupKind() + " " + owner.key())
        .forEach(config -> concerned.add(config.key()));
    return concerned;
  }

  /** The configs of a cluster's pools and Machines. */
  Set<ObjectKey> ofCluster(ObjectKey cluster) {
    return Stream.of(pools, machines)
        .flatMap(owners -> owners.byIndex(BY_CLUSTER, cluster.toString()).stream())
        .flatMap(owner -> ofOwner(owner).stream())
        .collect(Collectors.toSet());
  }

  /** Whether any config is made from the Secret of that name. */
  boolean isNeeded(ObjectKey secret) {
    return !configs.byIndex(BY_SECRET, secret.toString()).isEmpty()
        || authorityOf(secret).filter(cluster -> clusters.get(cluster).isPresent()).isPresent();
  }

  /** By its name: a CA that somebody else provides may lack the label of its cluster. */
  private static Optional<ObjectKey> authorityOf(ObjectKey secret) {
    String suffix = CaSecret.name("");
    return secret.name().endsWith(suffix)
        ? Optional.of(
            new ObjectKey(
                secret.namespace(),
                secret.name().substring(0, secret.name().length() - suffix.length())))
        : Optional.empty();
  }

  /** The configs that a Secret holds the data of, or that are made from it. */
  Set<ObjectKey> ofSecret(ApiObject secret) {
    var concerned = new HashSet<ObjectKey>();
    configs.get(secret.key()).ifPresent(config -> concerned.add(config.key()));
    configs
        .byIndex(BY_SECRET, secret.key().toString())
        .forEach(config -> concerned.add(config.key()));
    authorityOf(secret.key()).ifPresent(cluster -> concerned.addAll(ofCluster(cluster)));
    return concerned;
  }

  /** The config that hands out a token; none for a name too long for a label. */
  Set<ObjectKey> ofToken(ApiObject token) {
    var key =
        new ObjectKey(
            token.label(BootstrapKeys.TOKEN_OWNER_NAMESPACE).orElse(""),
            token.label(BootstrapKeys.TOKEN_OWNER_NAME).orElse(""));
    return configs.get(key).isPresent() ? Set.of(key) : Set.of();
  }

  /** The Clusters whose tokens a config may have handed out. */
  Set<ObjectKey> clustersOf(ApiObject config) {
    return config
        .label(Keys.CLUSTER_NAME)
        .map(name -> Set.of(new ObjectKey(config.namespace(), name)))
        .orElseGet(
            () ->
                clusters.list(config.namespace()).stream()
                    .map(ApiObject::key)
                    .collect(Collectors.toSet()));
  }

  static boolean configMatters(Change change) {
    return Changes.ofIntent(change)
        || Changes.differs(change, "/status/dataSecretName")
        || Changes.differs(change, "/status/initialization");
  }

  static boolean poolMatters(Change change) {
    return Changes.differs(change, "/metadata/uid")
        || Changes.differs(change, "/spec/clusterName")
        || Changes.differs(change, "/spec/template/spec/version")
        || Changes.differs(change, "/spec/template/spec/bootstrap");
  }

  static boolean machineMatters(Change change) {
    return Changes.differs(change, "/metadata/uid")
        || Changes.differs(change, "/metadata/labels")
        || Changes.differs(change, "/spec/clusterName")
        || Changes.differs(change, "/spec/version")
        || Changes.differs(change, "/spec/bootstrap/configRef")
        || Changes.differs(change, "/status/nodeRef");
  }

  static boolean clusterMatters(Change change) {
    return Changes.differs(change, "/metadata/uid")
        || Changes.differs(change, "/spec")
        || Changes.differs(change, "/status/initialization")
        || change.before().map(Wakes::initialized).orElse(false) != initialized(change.object());
  }

  static boolean secretMatters(Change change) {
    return Changes.differs(change, "/data")
        || Changes.differs(change, "/metadata/labels")
        || Changes.differs(change, "/metadata/annotations")
        || Changes.differs(change, "/metadata/ownerReferences");
  }

  private static boolean initialized(ApiObject cluster) {
    return Conditions.holds(
        cluster.at("/status/conditions"), ConditionTypes.CONTROL_PLANE_INITIALIZED);
  }

  private static Set<String> owners(ApiObject config) {
    return Owner.reference(config)
        .map(
            owner ->
                Set.of(owner.groupKind() + " " + new ObjectKey(config.namespace(), owner.name())))
        .orElseGet(Set::of);
  }

  private static Set<String> clusters(ApiObject owner) {
    return Set.of(new Owner(owner).cluster().toString());
  }

  private static Set<String> secrets(ApiObject config) {
    try {
      return FirstBoot.secretsNeeded(config.spec()).stream()
          .map(SecretSource.Key::name)
          .map(name -> new ObjectKey(config.namespace(), name).toString())
          .collect(Collectors.toSet());
    } catch (BootstrapProblem _) {
      return Set.of(); // said in a condition when the config has its pass
    }
  }
}
