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

  /** Whoever brings an object has taken room for it; it is given back when the object goes. */
  private final CacheRoom room;

  private final Map<ObjectKey, ApiObject> watched = new ConcurrentHashMap<>();

  /** Why the newest state of an object cannot be read; an older one may be in {@link #watched}. */
  private final Map<ObjectKey, String> unreadable = new ConcurrentHashMap<>();

  private final WriteOverlay writeOverlay = new WriteOverlay();
  private final Map<String, Index> indexes = new HashMap<>();
  private final List<Change.Listener> listeners = new CopyOnWriteArrayList<>();
  private final CountDownLatch known = new CountDownLatch(1);
  private volatile SyncState syncState = SyncState.UNKNOWN;
  private volatile boolean unreliable;

  /** Whether the objects may be those of long ago, until a list that begins from now on. */
  private volatile boolean doubted;

  /** Whether a list has begun since then. */
  private boolean listedAnew;

  private Runnable afterList = () -> {};

  /** Keeps changes and their listeners in one order; taken before {@link #state}. */
  private final Object order = new Object();

  /** Guards what must change together. */
  private final Object state = new Object();

  ObjectCache(GroupKind kind) {
    this(kind, CacheRoom.UNLIMITED);
  }

  ObjectCache(GroupKind kind, CacheRoom room) {
    this.kind = kind;
    this.room = room;
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

  /** The objects that exist and cannot be read as they are now; lists have them as they were. */
  public Set<ObjectKey> unreadable() {
    return Set.copyOf(unreadable.keySet());
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
    if (unreliable) {
      return SyncState.UNRELIABLE;
    }
    return doubted ? SyncState.SYNCING : syncState;
  }

  /**
   * Waits until the objects are known, for the first time or again after what was known had come
   * into doubt; tells whether they are.
   */
  public boolean awaitSynced(Duration limit) throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    if (!known.await(limit.toMillis(), TimeUnit.MILLISECONDS)) {
      return false;
    }
    if (!doubted) {
      return true;
    }
    synchronized (state) {
      for (long left = end - System.nanoTime();
          doubted && left > 0;
          left = end - System.nanoTime()) {
        TimeUnit.NANOSECONDS.timedWait(state, left);
      }
      return !doubted;
    }
  }

  /**
   * Runs after each complete list that is beyond doubt, when the listeners have been told of it.
   */
  void onList(Runnable action) {
    synchronized (order) {
      afterList = action;
      if (syncState == SyncState.SYNCED) {
        action.run();
      }
    }
  }

  /**
   * What is known may be of long ago, or of a history that is no more: it can be read as before,
   * but counts as not known until the end of a list that has not begun yet.
   */
  void doubt() {
    synchronized (state) {
      if (syncState != SyncState.UNKNOWN) {
        doubted = true;
        listedAnew = false;
      }
    }
  }

  private void endDoubt() {
    doubted = false;
    state.notifyAll();
  }

  /** What the watch, or the last list, has shown of the object. */
  Optional<ApiObject> watched(ObjectKey key) {
    return Optional.ofNullable(watched.get(key));
  }

  /** An answer to our own write; the watch alone tells of it where there is no room. */
  void applyWriteResponse(ApiObject answer) {
    synchronized (state) {
      Optional<ApiObject> before = find(answer.key());
      Optional<ApiObject> earlier = writeOverlay.get(answer.key());
      if (syncState == SyncState.NOT_INSTALLED || !room.tryTake(EntrySize.of(answer, room))) {
        return;
      }
      if (writeOverlay.add(answer)) {
        earlier.ifPresent(this::giveBack);
        reindex(answer.key(), before);
      } else {
        giveBack(answer);
      }
    }
  }

  private void giveBack(ApiObject object) {
    room.giveBack(EntrySize.of(object, room));
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
    if (unreadable.put(key, problem) != null) {
      room.giveBack(EntrySize.ofUnreadable(key));
    } else {
      LOG.warn(
          "{} {} cannot be read: {}; {} until it is changed or deleted",
          kind.kind(),
          Excerpt.of(key.toString()),
          problem,
          watched.containsKey(key) ? "it is taken as it was before" : "it is left alone");
    }
  }

  private void forgetUnreadable(ObjectKey key) {
    if (unreadable.remove(key) != null) {
      room.giveBack(EntrySize.ofUnreadable(key));
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
      listedAnew = true;
    }
  }

  /** A complete list: what differs from what we know is told as changes. */
  void applyList(ListedObjects listed, String resourceVersion) {
    synchronized (order) {
      var changes = new ArrayList<Change>();
      synchronized (state) {
        listed.handOver();
        var missing = new HashSet<>(watched.keySet());
        listed.unreadable().forEach(this::noteUnreadable);
        missing.removeAll(listed.unreadable().keySet());
        for (ApiObject object : listed.objects()) {
          missing.remove(object.key());
          ApiObject old = watched.get(object.key());
          if (old == null) {
            changes.add(new Change.Added(object));
          } else if (!old.isIdenticalTo(object)) { // a restored server gives versions again
            changes.add(new Change.Updated(old, object));
          }
          replace(object.key(), Optional.of(object));
        }
        missing.forEach(key -> deleteWatched(key).ifPresent(changes::add));
        Set.copyOf(unreadable.keySet()).stream()
            .filter(key -> !listed.unreadable().containsKey(key))
            .forEach(this::forgetUnreadable);
        removeOverlaid(writeOverlay.resetTo(resourceVersion));
        syncState = SyncState.SYNCED;
      }
      changes.forEach(this::notifyListeners);
      synchronized (state) {
        if (listedAnew) {
          endDoubt();
        }
      }
      known.countDown();
      if (!doubted) {
        afterList.run();
      }
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
        Set.copyOf(unreadable.keySet()).forEach(this::forgetUnreadable);
        List.copyOf(watched.keySet()).forEach(key -> deleteWatched(key).ifPresent(changes::add));
        syncState = SyncState.NOT_INSTALLED;
        unreliable = false;
        endDoubt();
      }
      changes.forEach(this::notifyListeners);
      known.countDown();
    }
  }

  private @Nullable ApiObject put(ApiObject object) {
    synchronized (state) {
      ApiObject old = watched.get(object.key());
      replace(object.key(), Optional.of(object));
      forgetUnreadable(object.key());
      removeOverlaid(writeOverlay.advanceTo(object.resourceVersion()));
      return old;
    }
  }

  private boolean remove(ObjectKey key, String resourceVersion) {
    synchronized (state) {
      boolean known = watched.containsKey(key);
      replace(key, Optional.empty());
      forgetUnreadable(key);
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
    ApiObject old = now.isPresent() ? watched.put(key, now.get()) : watched.remove(key);
    if (old != null) {
      giveBack(old);
    }
    reindex(key, before);
  }

  private void removeOverlaid(List<ObjectKey> passed) {
    for (ObjectKey key : passed) {
      Optional<ApiObject> before = find(key);
      writeOverlay.get(key).ifPresent(this::giveBack);
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
