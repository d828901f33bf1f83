package io.weir.manager.objects;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.api.core.ContractReference;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.Change;
import io.weir.kernel.cache.ObjectCache;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Kinds of objects that others refer to: each is watched from the first reference to it on, and a
 * change of one of its objects wakes those that refer to it.
 */
public final class ReferencedKinds {

  private final KubeCluster management;
  private final ObjectCache referring;
  private final String index;
  private final Consumer<ObjectKey> wake;
  private final Map<GroupKind, ObjectCache> watched = new ConcurrentHashMap<>();

  /**
   * No kind yet.
   *
   * @param referring the objects with the references, which are indexed for it
   * @param index the name of that index, which nobody else may use
   * @param references what one of them refers to
   * @param wake is told the keys of those to wake
   */
  public ReferencedKinds(
      KubeCluster management,
      ObjectCache referring,
      String index,
      Function<ApiObject, List<ContractReference>> references,
      Consumer<ObjectKey> wake) {
    this.management = management;
    this.referring = referring.addIndex(index, object -> targets(object, references.apply(object)));
    this.index = index;
    this.wake = wake;
  }

  /** The objects of a kind that is referred to; not all may be there before it is synced. */
  public ObjectCache cache(GroupKind kind) {
    return watched.computeIfAbsent(
        kind,
        _ -> {
          ObjectCache cache = management.cache(kind);
          var _ = cache.subscribe(this::changed);
          return cache;
        });
  }

  /** Those that refer to an object. */
  public List<ApiObject> referrersOf(ApiObject object) {
    return referring.byIndex(index, target(object.groupKind(), object.key()));
  }

  private void changed(Change change) {
    referrersOf(change.object()).forEach(found -> wake.accept(found.key()));
  }

  private static Set<String> targets(ApiObject object, List<ContractReference> references) {
    return references.stream()
        .map(
            reference ->
                target(reference.groupKind(), new ObjectKey(object.namespace(), reference.name())))
        .collect(Collectors.toSet());
  }

  private static String target(GroupKind kind, ObjectKey key) {
    return kind + " " + key;
  }
}
