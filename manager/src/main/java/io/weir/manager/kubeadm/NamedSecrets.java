package io.weir.manager.kubeadm;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.manager.runtime.cache.Informers;
import io.weir.manager.runtime.cache.ObjectCache;
import io.weir.manager.runtime.kube.KubeClient;
import io.weir.manager.runtime.kube.LabelSelector;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Secrets that data is made from. Those that carry a cluster's label are in memory anyway; any
 * other one is watched by its name, from the first look at it until nobody needs it, so that an
 * edit of it is seen at once.
 */
final class NamedSecrets {

  private final ObjectCache labelled;
  private final Informers informers;
  private final KubeClient kube;
  private final Predicate<ObjectKey> needed;
  private final Consumer<ApiObject> changed;
  private final Map<ObjectKey, ObjectCache> watched = new ConcurrentHashMap<>();

  /**
   * Secrets of the management cluster.
   *
   * @param labelled those that carry a cluster's label
   * @param needed whether the Secret of that name is still needed
   * @param changed told of every change of one that is watched by name
   */
  NamedSecrets(
      ObjectCache labelled,
      Informers informers,
      KubeClient kube,
      Predicate<ObjectKey> needed,
      Consumer<ApiObject> changed) {
    this.labelled = labelled;
    this.informers = informers;
    this.kube = kube;
    this.needed = needed;
    this.changed = changed;
  }

  /** The Secret as it is now. */
  Optional<ApiObject> find(ObjectKey key) {
    Optional<ApiObject> known = labelled.get(key);
    if (known.isPresent()) {
      return known;
    }
    ObjectCache cache = watched.computeIfAbsent(key, this::watch);
    return cache.synced() ? cache.get(key) : kube.get(GroupKind.SECRET, key);
  }

  private ObjectCache watch(ObjectKey key) {
    ObjectCache cache = informers.cache(GroupKind.SECRET, selector(key));
    var _ = cache.subscribe(change -> changed.accept(change.object()));
    return cache;
  }

  /** Ends the watches of Secrets that nobody needs any more. */
  void tidy() {
    for (ObjectKey key : List.copyOf(watched.keySet())) {
      if (!needed.test(key) && watched.remove(key) != null) {
        informers.release(GroupKind.SECRET, selector(key));
      }
    }
  }

  private static LabelSelector selector(ObjectKey key) {
    return LabelSelector.named(key);
  }
}
