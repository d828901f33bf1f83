package io.weir.manager.infrapool;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.Change;
import io.weir.kernel.cache.ObjectCache;
import io.weir.provider.PoolMarks;
import io.weir.provider.ProviderException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The API objects that pools of one kind are made of. Each of their kinds is watched from the first
 * pool on that needs it, and a changed object wakes the pool that controls it and those that read
 * it.
 */
final class PoolObjectCaches {

  private static final String BY_POOL_MARK = "pool-mark";

  private final KubeCluster management;
  private final GroupKind poolKind;
  private final TrackedReads reads;
  private final Consumer<ObjectKey> wake;
  private final Map<GroupKind, ObjectCache> watched = new ConcurrentHashMap<>();

  PoolObjectCaches(
      KubeCluster management, GroupKind poolKind, TrackedReads reads, Consumer<ObjectKey> wake) {
    this.management = management;
    this.poolKind = poolKind;
    this.reads = reads;
    this.wake = wake;
  }

  /** The objects of a kind, which is watched from now on. */
  ObjectCache cache(GroupKind kind) {
    return watched.computeIfAbsent(kind, this::watch);
  }

  /** The objects that bear the mark of a pool. */
  List<ApiObject> marked(GroupKind kind, String namespace, String mark) {
    return cache(kind).byIndex(BY_POOL_MARK, value(namespace, mark));
  }

  /** Why nothing is known of a kind: it is soon, or people must act. */
  ProviderException problem(GroupKind kind) {
    String trouble = management.informers().problems().getOrDefault(kind, "");
    return trouble.isEmpty()
        ? new ProviderException.Transient("not known yet", null)
        : new ProviderException.Denied(trouble, null);
  }

  private ObjectCache watch(GroupKind kind) {
    ObjectCache cache = management.cache(kind).addIndex(BY_POOL_MARK, PoolObjectCaches::marks);
    var _ = cache.subscribe(this::changed);
    return cache;
  }

  private void changed(Change change) {
    var concerned = new HashSet<>(poolsOf(change.object()));
    if (change instanceof Change.Updated(ApiObject old, ApiObject _)) {
      concerned.addAll(poolsOf(old));
    }
    concerned.addAll(reads.readersOf(change.object()));
    concerned.forEach(wake);
  }

  /** By the owner and by the mark: either may be lost. */
  private Set<ObjectKey> poolsOf(ApiObject object) {
    var pools = new HashSet<ObjectKey>();
    object
        .controller()
        .filter(owner -> owner.groupKind().equals(poolKind))
        .ifPresent(owner -> pools.add(new ObjectKey(object.namespace(), owner.name())));
    String before = poolKind.kind() + "/" + object.namespace() + "/";
    object
        .annotation(PoolMarks.POOL_KEY)
        .filter(mark -> mark.startsWith(before))
        .ifPresent(
            mark -> pools.add(new ObjectKey(object.namespace(), mark.substring(before.length()))));
    return pools;
  }

  private static Set<String> marks(ApiObject object) {
    return object
        .annotation(PoolMarks.POOL_KEY)
        .map(mark -> Set.of(value(object.namespace(), mark)))
        .orElse(Set.of());
  }

  private static String value(String namespace, String mark) {
    return namespace + " " + mark;
  }
}
