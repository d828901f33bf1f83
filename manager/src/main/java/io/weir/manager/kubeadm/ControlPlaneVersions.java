package io.weir.manager.kubeadm;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.api.core.Cluster;
import io.weir.api.core.ContractReference;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.Change;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.kube.Resource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The versions that control plane objects ask for, which templates may print. A kind is watched
 * from the first template of one of its clusters on.
 */
final class ControlPlaneVersions {

  private final KubeCluster management;
  private final ObjectCache clusters;
  private final Consumer<ObjectKey> onVersionChange;
  private final Map<GroupKind, ObjectCache> watched = new ConcurrentHashMap<>();

  /**
   * Control planes of the management cluster.
   *
   * @param changed told of a Cluster whose control plane asks for another version
   */
  ControlPlaneVersions(KubeCluster management, ObjectCache clusters, Consumer<ObjectKey> changed) {
    this.management = management;
    this.clusters = clusters;
    this.onVersionChange = changed;
  }

  /** The version, with its {@code v}; empty if no object of the cluster tells one. */
  Optional<String> version(ApiObject cluster) {
    ContractReference reference = cluster.as(Cluster.class).spec().controlPlaneRef();
    if (reference == null || !isClusterApiKind(reference.groupKind())) {
      return Optional.empty();
    }
    ObjectCache cache = watched.computeIfAbsent(reference.groupKind(), this::watch);
    var key = new ObjectKey(cluster.namespace(), reference.name());
    Optional<ApiObject> found =
        cache.isSynced() ? cache.get(key) : management.client().get(reference.groupKind(), key);
    return found
        .map(object -> object.at("/spec/version").asText(""))
        .filter(version -> !version.isEmpty())
        .map(version -> version.startsWith("v") ? version : "v" + version);
  }

  /** Weir's rights reach further than those of who writes a Cluster. */
  private boolean isClusterApiKind(GroupKind kind) {
    return management
        .kinds()
        .find(kind)
        .map(Resource::contracts)
        .filter(c -> !c.isEmpty())
        .isPresent();
  }

  private ObjectCache watch(GroupKind kind) {
    ObjectCache cache = management.cache(kind);
    var _ = cache.subscribe(this::onControlPlaneChange);
    return cache;
  }

  private void onControlPlaneChange(Change change) {
    ApiObject object = change.object();
    for (ApiObject cluster : clusters.list(object.namespace())) {
      ContractReference reference = cluster.as(Cluster.class).spec().controlPlaneRef();
      if (reference != null
          && reference.groupKind().equals(object.groupKind())
          && reference.name().equals(object.name())) {
        onVersionChange.accept(cluster.key());
      }
    }
  }
}
