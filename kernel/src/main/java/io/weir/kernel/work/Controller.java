package io.weir.kernel.work;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.api.retry.Backoff;
import io.weir.kernel.cache.Change;
import io.weir.kernel.cache.ObjectCache;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Gives keys their passes: woken by changes in caches, by timers and from outside; no key twice at
 * a time, no more than so many at once, and none while the caches it reads are not filled, or in
 * doubt.
 */
public final class Controller implements AutoCloseable {

  /**
   * For each worker, how many passes may wait for long without one: a few kilobytes each, and
   * bounded as well by what a group may have at once.
   */
  private static final int LENDABLE = 10;

  /** How long passes may take to end when they are asked to. */
  public static final Duration GRACE = Duration.ofSeconds(10);

  private final String name;
  private final List<WatchSource> sources;
  private final WorkQueue<ObjectKey> queue;
  private final PassRunner passRunner;
  private final WorkerPool workerPool;
  private final List<Change.Subscription> subscriptions = new ArrayList<>();

  private Controller(Builder builder, Reconciler reconciler) {
    this.name = builder.name;
    this.sources = List.copyOf(builder.sources);
    this.queue =
        new WorkQueue<>(
            builder.debounce, System::nanoTime, new SplittableRandom(), builder.shares());
    this.passRunner = new PassRunner(name, reconciler, queue, builder.retryBackoff);
    var needed = new ArrayList<>(builder.needed);
    sources.forEach(watchSource -> needed.add(watchSource.cache()));
    this.workerPool =
        new WorkerPool(name, builder.workers, builder.lendable(), queue, passRunner, needed);
  }

  /** Begins to describe a controller; the name is used in logs and metrics. */
  public static Builder named(String name) {
    return new Builder(name);
  }

  /** The name. */
  public String name() {
    return name;
  }

  /** Subscribes to the sources and, once their caches are filled, begins to work. */
  public void start() {
    start(PassListener.NONE);
  }

  /** The same; somebody is told of every pass. */
  public synchronized void start(PassListener listener) {
    passRunner.tell(listener);
    for (WatchSource watchSource : sources) {
      subscriptions.add(
          watchSource.cache().subscribe(change -> watchSource.keysFor(change).forEach(queue::add)));
    }
    workerPool.start();
  }

  /** Brings the key a pass soon: something outside the caches has changed. */
  public void enqueue(ObjectKey key) {
    queue.add(key);
  }

  /** Brings the key a pass after this time at the latest. */
  public void enqueueAfter(ObjectKey key, Duration delay) {
    queue.addAfter(key, delay);
  }

  /** What the queue holds and has seen. */
  public WorkQueue.Counts counts() {
    return queue.counts();
  }

  /**
   * Starts no more passes and waits for those under way; interrupts them after the grace time.
   * Tells whether all had ended by then.
   */
  public synchronized boolean stop(Duration grace) {
    subscriptions.forEach(Change.Subscription::close);
    subscriptions.clear();
    return workerPool.stop(grace);
  }

  /** That it stands still, for people; empty if it does not, or was not started. */
  public Optional<String> standstill() {
    return workerPool.standstill();
  }

  /** Stops with a grace time of 10 s, for whoever need not know whether all has ended. */
  @Override
  public void close() {
    boolean _ = stop(GRACE);
  }

  /** What a controller is made of. */
  public static final class Builder {
    private final String name;
    private final List<WatchSource> sources = new ArrayList<>();
    private final List<ObjectCache> needed = new ArrayList<>();
    private int workers = 10;
    private Duration debounce = Duration.ofMillis(50);
    private Backoff retryBackoff = RetryBackoffs.DEFAULT;
    private @Nullable Function<ObjectKey, String> sharedBy;

    private Builder(String name) {
      this.name = name;
    }

    /** Passes at once, at most; 10 unless said. */
    public Builder workers(int count) {
      workers = count;
      return this;
    }

    /**
     * Lets the keys of one group have a quarter of the workers, or three while no others wait, and
     * all groups whose passes take long have half of them together, so that others wait for none of
     * them. The group that has lately held workers least is next. A pass that waits for longer than
     * 3 s lets another one work beside it.
     *
     * @param group what a key belongs to, such as its Cluster, from memory; must be quick
     */
    public Builder sharedBy(Function<ObjectKey, String> group) {
      sharedBy = group;
      return this;
    }

    /** Passes that may wait for long beside those that do not. */
    private int lendable() {
      return sharedBy == null ? 0 : LENDABLE * workers;
    }

    private WorkerShares<ObjectKey> shares() {
      return sharedBy == null ? WorkerShares.none() : WorkerShares.of(sharedBy, workers);
    }

    /** How long an event waits for others of its key, so that a burst makes one pass; 50 ms. */
    public Builder debounce(Duration wait) {
      debounce = wait;
      return this;
    }

    /** Pauses after failures; {@link RetryBackoffs#DEFAULT} unless said. */
    public Builder retryBackoff(Backoff growing) {
      retryBackoff = growing;
      return this;
    }

    /** Each object of the cache is a key; every change of one wakes it. */
    public Builder watch(ObjectCache cache) {
      return watch(cache, object -> Set.of(object.key()));
    }

    /** Every change of an object wakes the keys that the object, before or after, concerns. */
    public Builder watch(ObjectCache cache, Function<ApiObject, Set<ObjectKey>> keys) {
      return watch(cache, keys, change -> true);
    }

    /** The same for the changes that matter. */
    public Builder watch(
        ObjectCache cache, Function<ApiObject, Set<ObjectKey>> keys, Predicate<Change> filter) {
      sources.add(new WatchSource(cache, keys, filter));
      return this;
    }

    /** Passes read this cache too, so none runs before it is filled. */
    public Builder needs(ObjectCache cache) {
      needed.add(cache);
      return this;
    }

    /** The controller, not started. */
    public Controller build(Reconciler reconciler) {
      return new Controller(this, reconciler);
    }
  }
}
