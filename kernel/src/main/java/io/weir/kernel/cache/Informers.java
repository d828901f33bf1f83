package io.weir.kernel.cache;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.kernel.kube.KubeHttp;
import io.weir.kernel.kube.ObjectSelector;
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

  private static final Duration MIN_RETRY_INTERVAL = Duration.ofSeconds(3);

  private record Key(GroupKind kind, ObjectSelector selector) {}

  private final KubeHttp http;
  private final WatchSettings settings;
  private final KindRegistry kindRegistry = new KindRegistry();
  private final Map<Key, Informer> informers = new LinkedHashMap<>();
  private final Map<Key, Integer> holders = new HashMap<>();
  private final AtomicLong lastRetry =
      new AtomicLong(System.nanoTime() - MIN_RETRY_INTERVAL.toNanos());
  private boolean closed;

  private Informers(KubeHttp http, WatchSettings settings) {
    this.http = http;
    this.settings = settings;
  }

  /** Watches of any kind; those of custom kinds begin after {@link #followCrds}. */
  public static Informers ofAllKinds(KubeHttp http, WatchSettings settings) {
    return new Informers(http, settings);
  }

  /** Watches of Kubernetes' own kinds only, without a watch of the CRDs. */
  public static Informers ofBuiltIns(KubeHttp http, WatchSettings settings) {
    var informers = new Informers(http, settings);
    informers.kindRegistry.markComplete();
    return informers;
  }

  /** Which kinds there are. */
  public KindRegistry kinds() {
    return kindRegistry;
  }

  /** The cache of all objects of the kind; its watch begins with the first call. */
  public ObjectCache cache(GroupKind kind) {
    return cache(kind, ObjectSelector.everything());
  }

  /** The cache of the selected objects of the kind; its watch begins with the first call. */
  public ObjectCache cache(GroupKind kind, ObjectSelector selector) {
    return cache(kind, selector, FieldPruning.of());
  }

  /**
   * The same, leaving out more than the managed fields. Whoever asks first for a kind and selector
   * decides what is left out.
   */
  public synchronized ObjectCache cache(
      GroupKind kind, ObjectSelector selector, FieldPruning fieldPruning) {
    var key = new Key(kind, selector);
    ObjectCache cache = informers.computeIfAbsent(key, _ -> begin(key, fieldPruning)).cache();
    holders.merge(key, 1, Integer::sum); // for good
    return cache;
  }

  /** The same for a time: the watch ends when the last that holds it has closed its hold. */
  public InformerHandle acquire(GroupKind kind, ObjectSelector selector) {
    return acquire(kind, selector, FieldPruning.of());
  }

  /** The same, leaving out more than the managed fields, if nobody holds it yet. */
  public InformerHandle acquire(
      GroupKind kind, ObjectSelector selector, FieldPruning fieldPruning) {
    return new InformerHandle(new Key(kind, selector), cache(kind, selector, fieldPruning));
  }

  /** Keeps a watch from ending. */
  public final class InformerHandle implements AutoCloseable {
    private final Key key;
    private final ObjectCache cache;
    private final AtomicBoolean ended = new AtomicBoolean();

    private InformerHandle(Key key, ObjectCache cache) {
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
        release(key).ifPresent(Informer::stop);
      }
    }
  }

  private synchronized Optional<Informer> release(Key key) {
    boolean held =
        holders.computeIfPresent(key, (_, count) -> count == 1 ? null : count - 1) != null;
    return held ? Optional.empty() : Optional.ofNullable(informers.remove(key));
  }

  /** Shows the answer to one of our writes in the caches it belongs to. */
  public void applyWriteResponse(ApiObject answer) {
    for (Informer informer : of(answer.groupKind())) {
      informer.applyWriteResponse(answer);
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
  public Map<GroupKind, String> problems() {
    var troubles = new LinkedHashMap<GroupKind, String>();
    for (Informer informer : all()) {
      String trouble = informer.problem();
      if (!trouble.isEmpty()) {
        troubles.put(informer.cache().kind(), trouble);
      }
    }
    return troubles;
  }

  /** Lets watches that pause after a failure go on at once; for when the server answers again. */
  public void retryNow() {
    all().forEach(Informer::retryNow);
  }

  /** On a thread of its own, for the watch that tells it may hold up others. */
  private void recovered() {
    long now = System.nanoTime();
    long last = lastRetry.get();
    // Watches that are taken and broken off at once must not hasten each other round and round.
    if (now - last < MIN_RETRY_INTERVAL.toNanos() || !lastRetry.compareAndSet(last, now)) {
      return;
    }
    var _ = Thread.ofVirtual().name("watches-recovered").start(this::retryNow);
  }

  /** Ends all watches. The caches keep what they know. */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    all().forEach(Informer::stop);
  }

  /** Begins to look up custom kinds, by a watch of the CRDs. To be called once. */
  public void followCrds() {
    ObjectCache crds =
        cache(
            GroupKind.CUSTOM_RESOURCE_DEFINITION,
            ObjectSelector.everything(),
            KindRegistry.CRD_PRUNING);
    kindRegistry.subscribe(this::kindChanged);
    crds.subscribe(kindRegistry::onCrdChange);
    crds.onList(this::allCrdsListed);
  }

  private void kindChanged(GroupKind kind, Optional<KindAvailability> now) {
    of(kind).forEach(informer -> informer.updateAvailability(now));
  }

  /**
   * Puts in doubt what lists have shown that began before that moment, and lists it again: for when
   * this process may have been looking on for long, or the server may have another past. Reads see
   * what they saw before; controllers wait.
   *
   * @param since by {@link System#nanoTime}
   */
  public void listAnew(long since) {
    Optional<Informer> crds =
        of(GroupKind.CUSTOM_RESOURCE_DEFINITION).stream()
            .filter(informer -> informer.hasListedBefore(since))
            .findFirst();
    // In this order: the list of the CRDs ends the doubt of what is not installed.
    crds.ifPresent(informer -> informer.cache().doubt());
    for (Informer informer : all()) {
      if (crds.isEmpty() || informer != crds.get()) {
        informer.listAnew(since, crds.isPresent());
      }
    }
    crds.ifPresent(informer -> informer.listAnew(since, true));
  }

  /** Whatever has not been found by now is absent. */
  private void allCrdsListed() {
    kindRegistry.markComplete();
    for (Informer informer : all()) {
      informer.updateAvailability(kindRegistry.availability(informer.cache().kind()));
    }
  }

  private Informer begin(Key key, FieldPruning fieldPruning) {
    if (closed) {
      throw new IllegalStateException("the watches are closed");
    }
    // Where one watch works again, the server is back for all of them.
    var informer =
        new Informer(http, key.kind(), key.selector(), fieldPruning, settings, this::recovered);
    boolean complete =
        kindRegistry.isComplete(); // asked first, for what it says holds for looks after it
    Optional<KindAvailability> found = kindRegistry.availability(key.kind());
    if (found.isPresent() || complete) {
      informer.updateAvailability(found);
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
