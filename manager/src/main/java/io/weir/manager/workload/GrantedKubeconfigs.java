package io.weir.manager.workload;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.ObjectKey;
import io.weir.api.core.Cluster;
import io.weir.api.core.ContractReference;
import io.weir.bootstrap.kubeadm.CaCertificates;
import io.weir.engine.workload.KubeconfigVetting;
import io.weir.engine.workload.VettedKubeconfig;
import io.weir.engine.workload.VettingResult;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.ObjectCache;
import io.weir.manager.objects.ReferencedKinds;
import io.weir.provider.CloudScope;
import io.weir.provider.ClusterCredentials;
import io.weir.provider.ControlPlaneAccess;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.ProviderException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The kubeconfigs that clouds grant for their own clusters, each kept until it is to be renewed.
 * Whether its identity may be used is asked each time.
 */
final class GrantedKubeconfigs {

  private static final Logger LOG = LoggerFactory.getLogger(GrantedKubeconfigs.class);

  /** So long before it ends at most, another one is asked for. */
  private static final Duration MARGIN = Duration.ofMinutes(4);

  /** The same as a part of its time: some last no longer than that. */
  private static final int MARGIN_PART = 3;

  /** How soon objects that the caches have not read yet are looked for again. */
  private static final Duration SOON = Duration.ofSeconds(1);

  private static final Duration RETRY = Duration.ofSeconds(30);

  private static final String BY_CONTROL_PLANE = "granted-control-plane";

  private final KubeCluster management;
  private final Map<GroupKind, ControlPlaneAccess> clouds;
  private final ReferencedKinds controlPlanes;
  private final InstantSource clock;
  private final Map<ObjectKey, Held> held = new ConcurrentHashMap<>();

  /** What a Cluster's cloud says. */
  sealed interface Answer {

    /** Here it is; ask again after this time. */
    record Granted(VettedKubeconfig kubeconfig, Duration askAgain) implements Answer {}

    /** None for now, with what to do. */
    record Denied(String why) implements Answer {}

    /** What it depends on is not known yet; ask again after this time. */
    record Pending(Duration askAgain) implements Answer {}
  }

  private record Held(
      CloudScope scope, VettedKubeconfig kubeconfig, Instant renewal, Instant expiry) {}

  /**
   * None yet.
   *
   * @param wake is told of Clusters whose control planes or identities change
   */
  GrantedKubeconfigs(
      KubeCluster management,
      ObjectCache clusters,
      List<ControlPlaneAccess> clouds,
      Consumer<ObjectKey> wake,
      InstantSource clock) {
    this.management = management;
    this.clouds =
        clouds.stream()
            .collect(Collectors.toMap(ControlPlaneAccess::controlPlane, Function.identity()));
    this.clock = clock;
    this.controlPlanes =
        new ReferencedKinds(
            management, clusters, BY_CONTROL_PLANE, cluster -> reference(cluster).toList(), wake);
    clouds.forEach(cloud -> controlPlanes.cache(cloud.controlPlane()));
    clouds.stream()
        .flatMap(cloud -> cloud.relatedKinds().stream())
        .distinct()
        .forEach(
            kind -> {
              var _ =
                  management
                      .cache(kind)
                      .subscribe(
                          _ ->
                              clusters.list().stream()
                                  .filter(cluster -> reference(cluster).findAny().isPresent())
                                  .forEach(cluster -> wake.accept(cluster.key())));
            });
  }

  /** The control plane of a Cluster, if a cloud grants access to such. */
  private Stream<ContractReference> reference(ApiObject cluster) {
    return Optional.ofNullable(cluster.as(Cluster.class).spec().controlPlaneRef()).stream()
        .filter(named -> clouds.containsKey(named.groupKind()));
  }

  /** What the cloud of a Cluster's control plane says; empty if there is no such cloud. */
  Optional<Answer> of(ApiObject cluster) {
    return reference(cluster)
        .findFirst()
        .flatMap(
            named ->
                Optional.ofNullable(clouds.get(named.groupKind()))
                    .map(
                        cloud ->
                            ask(cluster, cloud, new ObjectKey(cluster.namespace(), named.name()))));
  }

  /** It is not needed any more. */
  void forget(ObjectKey cluster) {
    held.remove(cluster);
  }

  private Answer ask(ApiObject cluster, ControlPlaneAccess cloud, ObjectKey name) {
    GroupKind kind = cloud.controlPlane();
    Map<GroupKind, String> problems = management.informers().problems();
    boolean unread =
        Stream.concat(Stream.of(kind), cloud.relatedKinds().stream())
            .anyMatch(read -> !management.cache(read).isSynced() && !problems.containsKey(read));
    if (unread) {
      return new Answer.Pending(SOON);
    }
    Optional<ApiObject> controlPlane = controlPlanes.cache(kind).get(name);
    if (controlPlane.isEmpty()) {
      held.remove(cluster.key());
      return new Answer.Denied(
          problems.getOrDefault(kind, "%s %s does not exist".formatted(kind.kind(), name)));
    }
    try {
      return granted(
          cluster.key(),
          cloud,
          cloud.scope(cluster, controlPlane.get(), (read, key) -> management.cache(read).get(key)));
    } catch (PrerequisiteException notAllowed) {
      held.remove(cluster.key());
      return new Answer.Denied(String.valueOf(notAllowed.getMessage()));
    }
  }

  private Answer granted(ObjectKey cluster, ControlPlaneAccess cloud, CloudScope scope) {
    Optional<Held> before =
        Optional.ofNullable(held.get(cluster)).filter(known -> known.scope().equals(scope));
    Instant now = clock.instant();
    Duration left =
        before.map(known -> Duration.between(now, known.renewal())).orElse(Duration.ZERO);
    if (left.isPositive()) {
      return new Answer.Granted(before.orElseThrow().kubeconfig(), left);
    }
    try {
      ClusterCredentials made = cloud.credentials(scope);
      return keep(cluster, scope, made);
    } catch (ProviderException failure) {
      LOG.warn("{}: no access granted by {}: {}", cluster, scope, failure.getMessage());
      // The cloud may be away for a moment only.
      return before
          .filter(known -> now.isBefore(known.expiry()))
          .<Answer>map(known -> new Answer.Granted(known.kubeconfig(), RETRY))
          .orElseGet(() -> new Answer.Denied(scope + ": " + failure.getMessage()));
    }
  }

  private Answer keep(ObjectKey cluster, CloudScope scope, ClusterCredentials made) {
    return switch (KubeconfigVetting.vet(kubeconfig(made), CaCertificates::readable)) {
      case VettingResult.Refused refused -> new Answer.Denied(scope + ": " + refused.message());
      case VettingResult.Accepted(VettedKubeconfig vetted) -> {
        var grant = new VettedKubeconfig.Grant(scope.toString(), made.rights());
        Instant now = clock.instant();
        Duration lasts = Duration.between(now, made.expiry());
        Duration left = lasts.minus(margin(lasts));
        var kept = new Held(scope, vetted.grantedBy(grant), now.plus(left), made.expiry());
        held.put(cluster, kept);
        yield new Answer.Granted(kept.kubeconfig(), left.compareTo(RETRY) > 0 ? left : RETRY);
      }
    };
  }

  private static Duration margin(Duration lasts) {
    Duration part = lasts.dividedBy(MARGIN_PART);
    return part.compareTo(MARGIN) < 0 ? part : MARGIN;
  }

  private static String kubeconfig(ClusterCredentials made) {
    ObjectNode root = Json.MAPPER.createObjectNode().put("current-context", "granted");
    root.putArray("contexts")
        .addObject()
        .put("name", "granted")
        .putObject("context")
        .put("cluster", "granted")
        .put("user", "granted");
    root.putArray("clusters")
        .addObject()
        .put("name", "granted")
        .putObject("cluster")
        .put("server", made.server())
        .put(
            "certificate-authority-data",
            Base64.getEncoder().encodeToString(made.caPem().getBytes(StandardCharsets.UTF_8)));
    root.putArray("users")
        .addObject()
        .put("name", "granted")
        .putObject("user")
        .put("token", made.token());
    return root.toString();
  }
}
