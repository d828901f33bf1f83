package io.weir.kernel.cache;

import io.weir.api.ApiObject;
import io.weir.api.Excerpt;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.kernel.kube.KubeException;
import io.weir.kernel.kube.RequestInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The objects of one kind as the watch shows them, with the answers to our own writes on top until
 * the watch has caught up. Reads never wait and never ask the server. Safe for all threads.
 */
public final class ObjectCache {

  private static final Logger LOG = LoggerFactory.getLogger(ObjectCache.class);

  /** Whether the objects are known. */
  public enum SyncState {
    /** It is not known yet whether the kind is installed. */
    UNKNOWN,
    /** The kind is not installed, that is all CRDs are known and none is its: it has no objects. */
    NOT_INSTALLED,
    /** The first list is under way; the cache is empty until it is complete. */
    SYNCING,
    /** The objects are those of the last complete list and the watch since. */
    SYNCED,
    /**
     * The kind's CRD is not established or being deleted: the objects are those last known, which
     * may be none, and nothing follows from the absence of one.
     */
    UNRELIABLE
  }

  private final GroupKind kind;
  private final Map<ObjectKey, ApiObject> watched = new ConcurrentHashMap<>();

  /** Why the newest state of an object cannot be read; an older one may be in {@link #watched}. */
  private final Map<ObjectKey, String> unreadable = new ConcurrentHashMap<>();

  private final WriteOverlay writeOverlay = new WriteOverlay();
  private final Map<String, Index> indexes = new HashMap<>();
  private final List<Change.Listener> listeners = new CopyOnWriteArrayList<>();
  private final CountDownLatch known = new CountDownLatch(1);
  private volatile SyncState syncState = SyncState.UNKNOWN;
  private volatile boolean unreliable;
  private Runnable afterFirstList = () -> {};

  /** Keeps changes and their listeners in one order; taken before {@link #state}. */
  private final Object order = new Object();

  /** Guards what must change together. */
  private final Object state = new Object();

  ObjectCache(GroupKind kind) {
    this.kind = kind;
  }

  /** The kind of the objects. */
  public GroupKind kind() {
    return kind;
  }

  /**
   * The object, shared: not to be changed. One whose newest state cannot be read is here as it was
   * before.
   *
   * @throws KubeException.Unavailable if it exists and has never been read, so that whoever asks
   *     does not take it for absent
   */
  public Optional<ApiObject> get(ObjectKey key) {
    // In this order: whoever makes it readable shows it before it is taken from there.
    String problem = unreadable.isEmpty() ? null : unreadable.get(key);
    Optional<ApiObject> found = find(key);
    if (found.isEmpty() && problem != null) {
      throw KubeException.unreadable(new RequestInfo("get", kind, key), problem);
    }
    return found;
  }

  private Optional<ApiObject> find(ObjectKey key) {
    Optional<ApiObject> ours = writeOverlay.get(key);
    return ours.isPresent() ? ours : Optional.ofNullable(watched.get(key));
  }

  /**
   * The objects that exist and are in no list and no index, as they have never been read: nothing
   * follows from their absence there.
   */
  public Set<ObjectKey> neverRead() {
    if (unreadable.isEmpty()) {
      return Set.of();
    }
    var keys = new HashSet<>(unreadable.keySet());
    keys.removeAll(watched.keySet());
    return keys;
  }

  /** All objects, in no order. */
  public List<ApiObject> list() {
    synchronized (state) {
      if (writeOverlay.isEmpty()) {
        return List.copyOf(watched.values());
      }
      var all = new HashMap<ObjectKey, ApiObject>(watched);
      writeOverlay.objects().forEach(ours -> all.put(ours.key(), ours));
      return List.copyOf(all.values());
    }
  }

  /** The objects of a namespace, in no order. */
  public List<ApiObject> list(String namespace) {
    return list().stream().filter(object -> object.namespace().equals(namespace)).toList();
  }

  /** How many objects the watch has shown. */
  public int size() {
    return watched.size();
  }

  /**
   * Adds an index, once per name; later calls with the name change nothing.
   *
   * @param values the values under which an object is found; pure
   */
  public ObjectCache addIndex(String name, Function<ApiObject, Set<String>> values) {
    synchronized (state) {
      if (!indexes.containsKey(name)) {
        var index = new Index(values);
        list().forEach(object -> index.update(object.key(), Optional.empty(), Optional.of(object)));
        indexes.put(name, index);
      }
      return this;
    }
  }

  /**
   * The objects that an index files under the value.
   *
   * @throws IllegalArgumentException if there is no index of that name
   */
  public List<ApiObject> byIndex(String name, String value) {
    synchronized (state) {
      Index index = indexes.get(name);
      if (index == null) {
        throw new IllegalArgumentException("no index " + name + " on " + kind);
      }
      var found = new ArrayList<ApiObject>();
      index.keys(value).forEach(key -> find(key).ifPresent(found::add));
      return found;
    }
  }

  /** Tells the listener of all objects there are, as added, and then of every change. */
  public Change.Subscription subscribe(Change.Listener listener) {
    synchronized (order) {
      watched.values().forEach(object -> notifyListeners(listener, new Change.Added(object)));
      listeners.add(listener);
    }
    return () -> listeners.remove(listener);
  }

  /**
   * Whether the objects are known, so that one that is not here does not exist; they are, as none,
   * for a kind that is not installed, and they are not while its CRD is in trouble.
   */
  public boolean isSynced() {
    SyncState now = syncState();
    return now == SyncState.SYNCED || now == SyncState.NOT_INSTALLED;
  }

  /** How far the objects are known. */
  public SyncState syncState() {
    // In this order: whoever ends the doubt has said before how far the objects are known.
    return unreliable ? SyncState.UNRELIABLE : syncState;
  }

  /** Waits until the objects are known for the first time; tells whether they are. */
  public boolean awaitSynced(Duration limit) throws InterruptedException {
    return known.await(limit.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Runs after the first complete list has been told to the listeners. */
  void onFirstList(Runnable action) {
    synchronized (order) {
      if (syncState == SyncState.SYNCED) {
        action.run();
      } else {
        afterFirstList = action;
      }
    }
  }

  /** An answer to our own write. */
  void applyWriteResponse(ApiObject answer) {
    synchronized (state) {
      Optional<ApiObject> before = find(answer.key());
      if (syncState != SyncState.NOT_INSTALLED && writeOverlay.add(answer)) {
        reindex(answer.key(), before);
      }
    }
  }

  /** The watch shows that the object exists in this state. */
  void applyUpdate(ApiObject object) {
    synchronized (order) {
      ApiObject old = put(object);
      notifyListeners(old == null ? new Change.Added(object) : new Change.Updated(old, object));
    }
  }

  /** The watch shows that the object is gone. */
  void applyDelete(ApiObject last) {
    synchronized (order) {
      boolean known = remove(last.key(), last.resourceVersion());
      if (known) {
        notifyListeners(new Change.Deleted(last));
      }
    }
  }

  /**
   * The watch shows that the object exists in a state that cannot be read. What was known of it
   * stays: nothing may follow but that nothing is known.
   */
  void applyUnreadable(ObjectKey key, String resourceVersion, String problem) {
    synchronized (order) {
      noteUnreadable(key, problem);
      advanceTo(resourceVersion);
    }
  }

  /** The watch shows that an object is gone whose last state cannot be read. */
  void applyDelete(ObjectKey key, String resourceVersion) {
    synchronized (order) {
      Optional<ApiObject> last = Optional.ofNullable(watched.get(key));
      boolean _ = remove(key, resourceVersion);
      last.ifPresent(object -> notifyListeners(new Change.Deleted(object)));
    }
  }

  /** Told once, and not at each of its events. */
  private void noteUnreadable(ObjectKey key, String problem) {
    if (unreadable.put(key, problem) == null) {
      LOG.warn(
          "{} {} cannot be read: {}; {} until it is changed or deleted",
          kind.kind(),
          Excerpt.of(key.toString()),
          problem,
          watched.containsKey(key) ? "it is taken as it was before" : "it is left alone");
    }
  }

  /** The watch has come to this version. */
  void advanceTo(String resourceVersion) {
    synchronized (state) {
      removeOverlaid(writeOverlay.advanceTo(resourceVersion));
    }
  }

  /** A list is about to be asked for, of which {@link #applyList} will tell. */
  void beginList() {
    synchronized (state) {
      writeOverlay.beginList();
    }
  }

  /** A complete list: what differs from what we know is told as changes. */
  void applyList(ListedObjects listed, String resourceVersion) {
    synchronized (order) {
      var changes = new ArrayList<Change>();
      synchronized (state) {
        var missing = new HashSet<>(watched.keySet());
        listed.unreadable().forEach(this::noteUnreadable);
        missing.removeAll(listed.unreadable().keySet());
        for (ApiObject object : listed.objects()) {
          missing.remove(object.key());
          ApiObject old = watched.get(object.key());
          if (old == null) {
            changes.add(new Change.Added(object));
          } else if (!old.resourceVersion().equals(object.resourceVersion())) {
            changes.add(new Change.Updated(old, object));
          }
          replace(object.key(), Optional.of(object));
        }
        missing.forEach(key -> deleteWatched(key).ifPresent(changes::add));
        unreadable.keySet().retainAll(listed.unreadable().keySet());
        removeOverlaid(writeOverlay.resetTo(resourceVersion));
        syncState = SyncState.SYNCED;
      }
      changes.forEach(this::notifyListeners);
      known.countDown();
      afterFirstList.run();
      afterFirstList = () -> {};
    }
  }

  /** The kind is installed; its first list is on the way. */
  void markInstalled() {
    synchronized (state) {
      syncState = SyncState.SYNCING;
    }
  }

  /** The kind's CRD is in trouble, or out of it; what is known is kept. */
  void setUnreliable(boolean now) {
    synchronized (state) {
      unreliable = now;
      if (now && syncState == SyncState.NOT_INSTALLED) {
        syncState = SyncState.UNKNOWN;
      }
    }
  }

  /** The kind is not installed: there are no objects. */
  void markNotInstalled() {
    synchronized (order) {
      var changes = new ArrayList<Change>();
      synchronized (state) {
        removeOverlaid(writeOverlay.objects().stream().map(ApiObject::key).toList());
        unreadable.clear();
        List.copyOf(watched.keySet()).forEach(key -> deleteWatched(key).ifPresent(changes::add));
        syncState = SyncState.NOT_INSTALLED;
        unreliable = false;
      }
      changes.forEach(this::notifyListeners);
      known.countDown();
    }
  }

  private @Nullable ApiObject put(ApiObject object) {
    synchronized (state) {
      ApiObject old = watched.get(object.key());
      replace(object.key(), Optional.of(object));
      unreadable.remove(object.key());
      removeOverlaid(writeOverlay.advanceTo(object.resourceVersion()));
      return old;
    }
  }

  private boolean remove(ObjectKey key, String resourceVersion) {
    synchronized (state) {
      boolean known = watched.containsKey(key);
      replace(key, Optional.empty());
      unreadable.remove(key);
      removeOverlaid(writeOverlay.advanceTo(resourceVersion));
      return known;
    }
  }

  private Optional<Change> deleteWatched(ObjectKey key) {
    Optional<ApiObject> last = Optional.ofNullable(watched.get(key));
    replace(key, Optional.empty());
    return last.map(Change.Deleted::new);
  }

  private void replace(ObjectKey key, Optional<ApiObject> now) {
    Optional<ApiObject> before = find(key);
    now.ifPresentOrElse(object -> watched.put(key, object), () -> watched.remove(key));
    reindex(key, before);
  }

  private void removeOverlaid(List<ObjectKey> passed) {
    for (ObjectKey key : passed) {
      Optional<ApiObject> before = find(key);
      writeOverlay.remove(key);
      reindex(key, before);
    }
  }

  private void reindex(ObjectKey key, Optional<ApiObject> before) {
    if (!indexes.isEmpty()) {
      Optional<ApiObject> after = find(key);
      indexes.values().forEach(index -> index.update(key, before, after));
    }
  }

  private void notifyListeners(Change change) {
    listeners.forEach(listener -> notifyListeners(listener, change));
  }

  private static void notifyListeners(Change.Listener listener, Change change) {
    try {
      listener.onChange(change);
    } catch (RuntimeException | Error broken) {
      // One listener's fault must not stop the watch of all others.
      LOG.error("a listener failed on {}", change.object(), broken);
    }
  }
}
