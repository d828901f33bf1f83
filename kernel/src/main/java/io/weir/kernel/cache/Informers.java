package io.weir.kernel.cache;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.kernel.kube.KubeHttp;
import io.weir.kernel.kube.LabelSelector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The watches of one API server, one per kind and selector, shared by all who ask. A kind that is
 * not installed has an empty cache, whose watch begins when its CRD is established and ends when
 * the CRD is gone. A CRD in between, not established or being deleted, makes its cache doubtful and
 * takes nothing out of it.
 */
public final class Informers implements AutoCloseable {

  private static final Duration HASTE_AT_MOST = Duration.ofSeconds(3);

  private record Key(GroupKind kind, LabelSelector selector) {}

  private final KubeHttp http;
  private final WatchSettings settings;
  private final Kinds kinds = new Kinds();
  private final Map<Key, Informer> informers = new LinkedHashMap<>();
  private final Map<Key, Integer> holders = new HashMap<>();
  private final AtomicLong hastened = new AtomicLong(System.nanoTime() - HASTE_AT_MOST.toNanos());
  private boolean closed;

  private Informers(KubeHttp http, WatchSettings settings) {
    this.http = http;
    this.settings = settings;
  }

  /** Watches of any kind; the watch of the CRDs begins at once. */
  public static Informers ofAllKinds(KubeHttp http, WatchSettings settings) {
    var informers = new Informers(http, settings);
    informers.followCrds();
    return informers;
  }

  /** Watches of Kubernetes' own kinds only, without a watch of the CRDs. */
  public static Informers ofBuiltIns(KubeHttp http, WatchSettings settings) {
    var informers = new Informers(http, settings);
    informers.kinds.completed();
    return informers;
  }

  /** Which kinds there are. */
  public Kinds kinds() {
    return kinds;
  }

  /** The cache of all objects of the kind; its watch begins with the first call. */
  public ObjectCache cache(GroupKind kind) {
    return cache(kind, LabelSelector.everything());
  }

  /** The cache of the selected objects of the kind; its watch begins with the first call. */
  public ObjectCache cache(GroupKind kind, LabelSelector selector) {
    return cache(kind, selector, Pruning.of());
  }

  /**
   * The same, leaving out more than the managed fields. Whoever asks first for a kind and selector
   * decides what is left out.
   */
  public synchronized ObjectCache cache(GroupKind kind, LabelSelector selector, Pruning pruning) {
    var key = new Key(kind, selector);
    ObjectCache cache = informers.computeIfAbsent(key, _ -> begin(key, pruning)).cache();
    holders.merge(key, 1, Integer::sum); // for good
    return cache;
  }

  /** The same for a time: the watch ends when the last that holds it has closed its hold. */
  public Hold hold(GroupKind kind, LabelSelector selector) {
    return new Hold(new Key(kind, selector), cache(kind, selector));
  }

  /** Keeps a watch from ending. */
  public final class Hold implements AutoCloseable {
    private final Key key;
    private final ObjectCache cache;
    private final AtomicBoolean ended = new AtomicBoolean();

    private Hold(Key key, ObjectCache cache) {
      this.key = key;
      this.cache = cache;
    }

    /** The cache, of no use any more once this is closed. */
    public ObjectCache cache() {
      return cache;
    }

    @Override
    public void close() {
      if (ended.compareAndSet(false, true)) {
        letGo(key).ifPresent(Informer::stop);
      }
    }
  }

  private synchronized Optional<Informer> letGo(Key key) {
    boolean held =
        holders.computeIfPresent(key, (_, count) -> count == 1 ? null : count - 1) != null;
    return held ? Optional.empty() : Optional.ofNullable(informers.remove(key));
  }

  /** Shows the answer to one of our writes in the caches it belongs to. */
  public void wrote(ApiObject answer) {
    for (Informer informer : of(answer.groupKind())) {
      informer.wrote(answer);
    }
  }

  /** Waits until every cache is synced; tells whether all are. */
  public boolean awaitSynced(Duration limit) throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    for (Informer informer : all()) {
      if (!informer.cache().awaitSynced(Duration.ofNanos(Math.max(0, end - System.nanoTime())))) {
        return false;
      }
    }
    return true;
  }

  /** What keeps watches from working now, by kind; empty if all work. */
  public Map<GroupKind, String> troubles() {
    var troubles = new LinkedHashMap<GroupKind, String>();
    for (Informer informer : all()) {
      String trouble = informer.trouble();
      if (!trouble.isEmpty()) {
        troubles.put(informer.cache().kind(), trouble);
      }
    }
    return troubles;
  }

  /** Lets watches that pause after a failure go on at once; for when the server answers again. */
  public void hasten() {
    all().forEach(Informer::hasten);
  }

  /** On a thread of its own, for the watch that tells it may hold up others. */
  private void recovered() {
    long now = System.nanoTime();
    long last = hastened.get();
    // Watches that are taken and broken off at once must not hasten each other round and round.
    if (now - last < HASTE_AT_MOST.toNanos() || !hastened.compareAndSet(last, now)) {
      return;
    }
    var _ = Thread.ofVirtual().name("watches-recovered").start(this::hasten);
  }

  /** Ends all watches. The caches keep what they know. */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    all().forEach(Informer::stop);
  }

  private void followCrds() {
    ObjectCache crds =
        cache(GroupKind.CUSTOM_RESOURCE_DEFINITION, LabelSelector.everything(), Kinds.CRD_PRUNING);
    kinds.onChange(this::kindChanged);
    crds.subscribe(kinds::take);
    crds.onFirstList(this::crdsKnown);
  }

  private void kindChanged(GroupKind kind, Optional<Offer> now) {
    of(kind).forEach(informer -> informer.follow(now));
  }

  /** Whatever has not been found by now is absent. */
  private void crdsKnown() {
    kinds.completed();
    for (Informer informer : all()) {
      informer.follow(kinds.offer(informer.cache().kind()));
    }
  }

  private Informer begin(Key key, Pruning pruning) {
    if (closed) {
      throw new IllegalStateException("the watches are closed");
    }
    // Where one watch works again, the server is back for all of them.
    var informer =
        new Informer(http, key.kind(), key.selector(), pruning, settings, this::recovered);
    boolean complete = kinds.complete(); // asked first, for what it says holds for looks after it
    Optional<Offer> found = kinds.offer(key.kind());
    if (found.isPresent() || complete) {
      informer.follow(found);
    }
    return informer;
  }

  private synchronized List<Informer> of(GroupKind kind) {
    var found = new ArrayList<Informer>();
    informers.forEach(
        (key, informer) -> {
          if (key.kind().equals(kind)) {
            found.add(informer);
          }
        });
    return found;
  }

  private synchronized List<Informer> all() {
    return List.copyOf(informers.values());
  }
}
