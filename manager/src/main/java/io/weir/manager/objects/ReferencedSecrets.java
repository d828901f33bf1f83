package io.weir.manager.objects;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.kernel.cache.Change;
import io.weir.kernel.cache.FieldPruning;
import io.weir.kernel.cache.Informers;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.ObjectSelector;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;

/**
 * Secrets that other objects name. Those that carry a cluster's label are in memory anyway; any
 * other one is watched by its name, from the first look at it until nobody needs it or it has the
 * label, so that an edit of it is seen at once.
 */
public final class ReferencedSecrets {

  /** A list that takes longer is not waited for. */
  private static final Duration LIST_TAKES = Duration.ofSeconds(2);

  /** Each watch takes a connection; one that is too many is done without, and read each time. */
  private static final int MOST_WATCHED = 500;

  /** Bytes of one: whoever names Secrets decides how many are watched, up to that number. */
  private static final long LARGEST_KEPT = 32 << 10;

  private final ObjectCache labelled;
  private final Informers informers;
  private final KubeClient kube;
  private final Predicate<ObjectKey> needed;
  private final Change.Listener changed;
  private final Map<ObjectKey, Watched> watched = new ConcurrentHashMap<>();

  /** The watch of one, and whether its list was late once: then nobody waits for it any more. */
  private record Watched(
      Informers.InformerHandle hold, Change.Subscription subscription, AtomicBoolean late) {

    /** Whether its list is there, for which callers wait in the place of requests for the same. */
    boolean isListed() {
      if (!late.get() && !awaitList()) {
        late.set(true);
      }
      return hold.cache().isSynced();
    }

    private boolean awaitList() {
      try {
        return hold.cache().awaitSynced(LIST_TAKES);
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
        return false;
      }
    }

    void end() {
      subscription.close();
      hold.close();
    }
  }

  /**
   * Secrets of the management cluster.
   *
   * @param labelled those that carry a cluster's label
   * @param needed whether the Secret of that name is still needed: whatever is asked for must be
   * @param changed told of every change of one that is watched by name
   */
  public ReferencedSecrets(
      ObjectCache labelled,
      Informers informers,
      KubeClient kube,
      Predicate<ObjectKey> needed,
      Change.Listener changed) {
    this.labelled = labelled;
    this.informers = informers;
    this.kube = kube;
    this.needed = needed;
    this.changed = changed;
  }

  /** The Secret as it is now. Throws KubeException. */
  public Optional<ApiObject> find(ObjectKey key) {
    Optional<ApiObject> known = labelled.get(key);
    if (known.isPresent()) {
      return SecretRetention.whole(known, kube);
    }
    if (!watched.containsKey(key) && watched.size() >= MOST_WATCHED) {
      return kube.get(GroupKind.SECRET, key);
    }
    Watched one = watched.computeIfAbsent(key, this::watch);
    return one.isListed()
        ? SecretRetention.whole(one.hold().cache().get(key), kube)
        : kube.get(GroupKind.SECRET, key);
  }

  private Watched watch(ObjectKey key) {
    Informers.InformerHandle informerHandle =
        informers.acquire(
            GroupKind.SECRET,
            ObjectSelector.byName(key),
            FieldPruning.of().keeping(secret -> SecretRetention.keepUpTo(LARGEST_KEPT, secret)));
    return new Watched(
        informerHandle, informerHandle.cache().subscribe(changed), new AtomicBoolean());
  }

  /** Ends the watches that nobody needs any more; to be called with every pass. */
  public void stopUnusedWatches() {
    for (ObjectKey key : List.copyOf(watched.keySet())) {
      if (!needed.test(key) || labelled.get(key).isPresent()) {
        Watched ended = watched.remove(key);
        if (ended != null) {
          ended.end();
        }
      }
    }
  }
}
