package io.weir.manager.attached;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.api.core.Cluster;
import io.weir.engine.watch.WatchFilter;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.events.EventRecorder;
import io.weir.kernel.work.Controller;
import io.weir.kernel.work.DeferredWaker;
import io.weir.manager.cluster.CaSecretWriter;
import io.weir.manager.objects.ChangePredicates;
import io.weir.manager.objects.FilteredReconciler;
import io.weir.provider.ControlPlaneAccess;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Puts the controller of one kind of control planes together with what it watches. */
public final class AttachedControlPlaneControllerSetup {

  private AttachedControlPlaneControllerSetup() {}

  /**
   * The controller, not started.
   *
   * @param caSecretWriter for CAs; empty where this manager makes no data of them, and so may not
   *     write Secrets
   */
  public static Controller controller(
      ControlPlaneAccess cloud,
      KubeCluster management,
      WatchFilter filter,
      Optional<CaSecretWriter> caSecretWriter,
      EventRecorder events) {
    GroupKind kind = cloud.controlPlane();
    String index = "attached-" + kind.kind();
    ObjectCache controlPlanes = management.cache(kind);
    ObjectCache clusters =
        management
            .cache(GroupKind.CLUSTER)
            .addIndex(
                index,
                cluster ->
                    controlPlane(cluster, kind).stream()
                        .map(ObjectKey::toString)
                        .collect(Collectors.toSet()));
    ObjectCache infrastructures = management.cache(cloud.infrastructureCluster());
    var reconciler =
        new AttachedControlPlaneController(
            cloud,
            management,
            controlPlanes,
            object -> clusters.byIndex(index, object.key().toString()),
            caSecretWriter,
            events);
    var waker = new DeferredWaker();
    cloud
        .relatedKinds()
        .forEach(
            related -> {
              var _ =
                  management
                      .cache(related)
                      .subscribe(
                          _ -> controlPlanes.list().forEach(each -> waker.accept(each.key())));
            });
    return waker.bind(
        Controller.named(kind.kind().toLowerCase(Locale.ROOT))
            .debounce(Duration.ofMillis(200))
            .watch(
                controlPlanes,
                object -> Set.of(object.key()),
                ChangePredicates::isSpecOrMetadataChange)
            .watch(
                clusters,
                cluster -> controlPlane(cluster, kind),
                ChangePredicates::isRelevantClusterChange)
            .watch(
                infrastructures,
                object ->
                    clusters.list().stream()
                        .filter(cluster -> names(cluster, object))
                        .flatMap(cluster -> controlPlane(cluster, kind).stream())
                        .collect(Collectors.toSet()),
                ChangePredicates::isSpecOrMetadataChange)
            .build(new FilteredReconciler(filter, controlPlanes, reconciler)));
  }

  private static Set<ObjectKey> controlPlane(ApiObject cluster, GroupKind kind) {
    var named = cluster.as(Cluster.class).spec().controlPlaneRef();
    return named == null || !named.groupKind().equals(kind)
        ? Set.of()
        : Set.of(new ObjectKey(cluster.namespace(), named.name()));
  }

  private static boolean names(ApiObject cluster, ApiObject infrastructure) {
    var named = cluster.as(Cluster.class).spec().infrastructureRef();
    return named != null
        && named.groupKind().equals(infrastructure.groupKind())
        && new ObjectKey(cluster.namespace(), named.name()).equals(infrastructure.key());
  }
}
