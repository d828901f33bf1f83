package io.weir.kernel.cache;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
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
  public enum Filling {
    /** It is not known yet whether the kind is installed. */
    UNKNOWN,
    /** The kind is not installed, that is all CRDs are known and none is its: it has no objects. */
    ABSENT,
    /** The first list is under way; the cache is empty until it is complete. */
    FILLING,
    /** The objects are those of the last complete list and the watch since. */
    FULL,
    /**
     * The kind's CRD is not established or being deleted: the objects are those last known, which
     * may be none, and nothing follows from the absence of one.
     */
    DOUBTFUL
  }

  private final GroupKind kind;
  private final Map<ObjectKey, ApiObject> watched = new ConcurrentHashMap<>();
  private final Overlay overlay = new Overlay();
  private final Map<String, Index> indexes = new HashMap<>();
  private final List<Change.Listener> listeners = new CopyOnWriteArrayList<>();
  private final CountDownLatch known = new CountDownLatch(1);
  private volatile Filling filling = Filling.UNKNOWN;
  private volatile boolean doubted;
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

  /** The object, shared: not to be changed. */
  public Optional<ApiObject> get(ObjectKey key) {
    Optional<ApiObject> ours = overlay.get(key);
    return ours.isPresent() ? ours : Optional.ofNullable(watched.get(key));
  }

  /** All objects, in no order. */
  public List<ApiObject> list() {
    synchronized (state) {
      if (overlay.isEmpty()) {
        return List.copyOf(watched.values());
      }
      var all = new HashMap<ObjectKey, ApiObject>(watched);
      overlay.objects().forEach(ours -> all.put(ours.key(), ours));
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
  public ObjectCache index(String name, Function<ApiObject, Set<String>> values) {
    synchronized (state) {
      if (!indexes.containsKey(name)) {
        var index = new Index(values);
        list().forEach(object -> index.move(object.key(), Optional.empty(), Optional.of(object)));
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
      index.keys(value).forEach(key -> get(key).ifPresent(found::add));
      return found;
    }
  }

  /** Tells the listener of all objects there are, as added, and then of every change. */
  public Change.Subscription subscribe(Change.Listener listener) {
    synchronized (order) {
      watched.values().forEach(object -> tell(listener, new Change.Added(object)));
      listeners.add(listener);
    }
    return () -> listeners.remove(listener);
  }

  /**
   * Whether the objects are known, so that one that is not here does not exist; they are, as none,
   * for a kind that is not installed, and they are not while its CRD is in trouble.
   */
  public boolean synced() {
    Filling now = filling();
    return now == Filling.FULL || now == Filling.ABSENT;
  }

  /** How far the objects are known. */
  public Filling filling() {
    // In this order: whoever ends the doubt has said before how far the objects are known.
    return doubted ? Filling.DOUBTFUL : filling;
  }

  /** Waits until the objects are known for the first time; tells whether they are. */
  public boolean awaitSynced(Duration limit) throws InterruptedException {
    return known.await(limit.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Runs after the first complete list has been told to the listeners. */
  void onFirstList(Runnable action) {
    synchronized (order) {
      if (filling == Filling.FULL) {
        action.run();
      } else {
        afterFirstList = action;
      }
    }
  }

  /** An answer to our own write. */
  void wrote(ApiObject answer) {
    synchronized (state) {
      Optional<ApiObject> before = get(answer.key());
      if (filling != Filling.ABSENT && overlay.lay(answer)) {
        reindex(answer.key(), before);
      }
    }
  }

  /** The watch shows that the object exists in this state. */
  void shown(ApiObject object) {
    synchronized (order) {
      ApiObject old = put(object);
      tell(old == null ? new Change.Added(object) : new Change.Updated(old, object));
    }
  }

  /** The watch shows that the object is gone. */
  void gone(ApiObject last) {
    synchronized (order) {
      boolean known = remove(last.key(), last.resourceVersion());
      if (known) {
        tell(new Change.Deleted(last));
      }
    }
  }

  /** The watch has come to this version. */
  void reached(String resourceVersion) {
    synchronized (state) {
      lift(overlay.passed(resourceVersion));
    }
  }

  /** A list is about to be asked for, of which {@link #listed} will tell. */
  void listing() {
    synchronized (state) {
      overlay.listing();
    }
  }

  /** A complete list: what differs from what we know is told as changes. */
  void listed(List<ApiObject> objects, String resourceVersion) {
    synchronized (order) {
      var changes = new ArrayList<Change>();
      synchronized (state) {
        var missing = new HashSet<>(watched.keySet());
        for (ApiObject object : objects) {
          missing.remove(object.key());
          ApiObject old = watched.get(object.key());
          if (old == null) {
            changes.add(new Change.Added(object));
          } else if (!old.resourceVersion().equals(object.resourceVersion())) {
            changes.add(new Change.Updated(old, object));
          }
          replace(object.key(), Optional.of(object));
        }
        missing.forEach(key -> dropped(key).ifPresent(changes::add));
        lift(overlay.restart(resourceVersion));
        filling = Filling.FULL;
      }
      changes.forEach(this::tell);
      known.countDown();
      afterFirstList.run();
      afterFirstList = () -> {};
    }
  }

  /** The kind is installed; its first list is on the way. */
  void installed() {
    synchronized (state) {
      filling = Filling.FILLING;
    }
  }

  /** The kind's CRD is in trouble, or out of it; what is known is kept. */
  void doubted(boolean now) {
    synchronized (state) {
      doubted = now;
      if (now && filling == Filling.ABSENT) {
        filling = Filling.UNKNOWN;
      }
    }
  }

  /** The kind is not installed: there are no objects. */
  void absent() {
    synchronized (order) {
      var changes = new ArrayList<Change>();
      synchronized (state) {
        lift(overlay.objects().stream().map(ApiObject::key).toList());
        List.copyOf(watched.keySet()).forEach(key -> dropped(key).ifPresent(changes::add));
        filling = Filling.ABSENT;
        doubted = false;
      }
      changes.forEach(this::tell);
      known.countDown();
    }
  }

  private @Nullable ApiObject put(ApiObject object) {
    synchronized (state) {
      ApiObject old = watched.get(object.key());
      replace(object.key(), Optional.of(object));
      lift(overlay.passed(object.resourceVersion()));
      return old;
    }
  }

  private boolean remove(ObjectKey key, String resourceVersion) {
    synchronized (state) {
      boolean known = watched.containsKey(key);
      replace(key, Optional.empty());
      lift(overlay.passed(resourceVersion));
      return known;
    }
  }

  private Optional<Change> dropped(ObjectKey key) {
    Optional<ApiObject> last = Optional.ofNullable(watched.get(key));
    replace(key, Optional.empty());
    return last.map(Change.Deleted::new);
  }

  private void replace(ObjectKey key, Optional<ApiObject> now) {
    Optional<ApiObject> before = get(key);
    now.ifPresentOrElse(object -> watched.put(key, object), () -> watched.remove(key));
    reindex(key, before);
  }

  private void lift(List<ObjectKey> passed) {
    for (ObjectKey key : passed) {
      Optional<ApiObject> before = get(key);
      overlay.lift(key);
      reindex(key, before);
    }
  }

  private void reindex(ObjectKey key, Optional<ApiObject> before) {
    if (!indexes.isEmpty()) {
      Optional<ApiObject> after = get(key);
      indexes.values().forEach(index -> index.move(key, before, after));
    }
  }

  private void tell(Change change) {
    listeners.forEach(listener -> tell(listener, change));
  }

  private static void tell(Change.Listener listener, Change change) {
    try {
      listener.on(change);
    } catch (RuntimeException | Error broken) {
      // One listener's fault must not stop the watch of all others.
      LOG.error("a listener failed on {}", change.object(), broken);
    }
  }
}
