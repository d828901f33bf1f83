package io.weir.sandbox.watchman;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.clouds.SimulatedCloud;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.Change;
import io.weir.kernel.election.LeaderElection;
import io.weir.sandbox.watchman.HistoryEvent.ApiWrite;
import io.weir.sandbox.watchman.HistoryEvent.CloudLeftovers;
import io.weir.sandbox.watchman.HistoryEvent.ManagerCall;
import io.weir.sandbox.watchman.HistoryEvent.ObjectGone;
import io.weir.sandbox.watchman.HistoryEvent.ObjectSeen;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Follows all lives on one API server, and the clouds that they have, from its start to its end:
 * one thread, whatever their number. A life is known by its place, which is its namespace and the
 * name of its cloud. Safe for concurrent use.
 */
public final class Watchman implements AutoCloseable {

  /**
   * Whether to judge, too, by the time between events, which a busy machine stretches: not in the
   * build that everybody waits for.
   */
  private static final boolean EXPLORING = Boolean.getBoolean("weir.soak");

  private static final Duration INTERVAL = Duration.ofMillis(300);

  /** How late a log may be read and a watch may show something. */
  private static final Duration DELAY = Duration.ofSeconds(2);

  /** When a cloud must have nothing of a pool any more that Weir released. */
  private static final Duration UNTIL_NOTHING_IS_LEFT = Duration.ofSeconds(10);

  /** How long an end waits for the log; an API server that is down logs nothing. */
  private static final Duration LAST_LINE = Duration.ofSeconds(30);

  private final AuditSource log;
  private final List<Property> properties;
  private final List<CloudSource> clouds = new CopyOnWriteArrayList<>();
  private final Map<ObjectKey, Instant> gone = new ConcurrentHashMap<>();
  private final List<Violation> violations = new CopyOnWriteArrayList<>();
  private final Set<Violation> reported = ConcurrentHashMap.newKeySet();
  private final Set<String> written = ConcurrentHashMap.newKeySet();
  private final List<Violation> exempted = new CopyOnWriteArrayList<>();
  private final List<Exemption> exemptions = new CopyOnWriteArrayList<>();
  private final EventOrder eventOrder = new EventOrder();
  private final List<Change.Subscription> subscriptions;
  private final Thread thread;
  private Instant judgedUntil = Instant.EPOCH;
  private volatile boolean closed;
  private volatile @Nullable RuntimeException defect;

  private record Exemption(String place, Class<? extends Property> property) {}

  private Watchman(
      Path log, KubeCluster kube, Collection<GroupKind> kinds, List<Property> properties) {
    this.log = new AuditSource(log);
    this.properties = List.copyOf(properties);
    this.subscriptions =
        kinds.stream().map(kind -> kube.cache(kind).subscribe(this::take)).toList();
    this.thread = Thread.ofPlatform().daemon().name("watchman").start(this::run);
  }

  /**
   * Begins to follow an API server on which each namespace has a cloud of its own.
   *
   * @param log the API server's
   * @param kinds whose objects are followed
   */
  public static Watchman ofClouds(Path log, KubeCluster kube, Collection<GroupKind> kinds) {
    List<Property> properties = ofAnyCloud();
    properties.add(new RequestedSizeProperty());
    if (EXPLORING) {
      properties.add(new UnchangedInputProperty());
    }
    return new Watchman(log, kube, kinds, properties);
  }

  /**
   * Begins to follow an API server whose namespaces share clouds, in which people change sizes,
   * too.
   *
   * @param log the API server's
   * @param kinds whose objects are followed
   */
  public static Watchman ofSharedClouds(Path log, KubeCluster kube, Collection<GroupKind> kinds) {
    return new Watchman(log, kube, kinds, ofAnyCloud());
  }

  private static List<Property> ofAnyCloud() {
    var properties =
        new ArrayList<Property>(
            List.of(
                new NodeDeletionProperty(),
                new ReleaseProperty(),
                new LeaseHolderProperty(),
                CalledActionProperty.ofProviders()));
    if (EXPLORING) {
      properties.add(new RepeatedWriteProperty());
      properties.add(new JoinTokenProperty());
    }
    return properties;
  }

  /**
   * Follows a cloud from now on.
   *
   * @param place the namespace whose own it is; empty for one of all namespaces
   */
  public void follow(String place, SimulatedCloud cloud) {
    clouds.add(new CloudSource(place, cloud));
  }

  /** A manager within this process is about to write to a cloud. */
  public void callBegins(String manager, String api) {
    eventOrder.add(new ManagerCall(Instant.now(), LeaderElection.withoutHost(manager), api));
  }

  /** In this place a property may be broken from now on: the test has it so. */
  public void exempt(String place, Class<? extends Property> property) {
    exemptions.add(new Exemption(place, property));
  }

  /** What was broken in a place where it may be. */
  public List<Violation> exempted(String place) {
    return exempted.stream().filter(violation -> violation.place().equals(place)).toList();
  }

  /**
   * Tells whether nothing is broken in a place so far.
   *
   * @throws AssertionError with what was broken
   */
  public void check(String place) {
    check(violation -> violation.place().equals(place));
  }

  /**
   * Tells whether nothing is broken anywhere so far.
   *
   * @throws AssertionError with what was broken
   */
  public void checkAll() {
    check(_ -> true);
  }

  private void check(Predicate<Violation> concerned) {
    RuntimeException ended = defect;
    if (ended != null) {
      throw new AssertionError("the watchman has stopped following, so nothing is proven", ended);
    }
    List<Violation> found = violations.stream().filter(concerned).toList();
    reported.addAll(found);
    if (!found.isEmpty()) {
      throw new AssertionError(
          found.stream().map(Violation::toString).collect(Collectors.joining("\n")));
    }
  }

  /**
   * Waits until all is judged that has happened, then looks a last time.
   *
   * @throws AssertionError with what was broken, or if no manager was seen, as nothing is proven by
   *     a life that nobody followed
   */
  public void finish(String place) throws InterruptedException {
    lookForRemains(place::equals, Instant.MAX);
    awaitJudged(Instant.now());
    check(place);
    if (!written.contains(place)) {
      throw new AssertionError("no write of a manager was seen in " + place);
    }
    clouds.removeIf(cloud -> cloud.name().equals(place));
  }

  private synchronized void awaitJudged(Instant moment) throws InterruptedException {
    Instant end = Instant.now().plus(LAST_LINE);
    while (judgedUntil.isBefore(moment) && defect == null && Instant.now().isBefore(end)) {
      wait(INTERVAL.toMillis());
    }
    if (judgedUntil.isBefore(moment) && defect == null) {
      throw new AssertionError(
          "the watchman has judged nothing after %s, %s late".formatted(judgedUntil, LAST_LINE));
    }
  }

  private void take(Change change) {
    ApiObject object = change.object();
    if (change instanceof Change.Deleted) {
      Instant now = Instant.now();
      eventOrder.add(new ObjectGone(now, object));
      if (ReleaseProperty.isPool(object)) {
        gone.put(object.key(), now);
      }
    } else {
      eventOrder.add(new ObjectSeen(Instant.now(), object));
    }
  }

  private void run() {
    try {
      while (!closed) {
        Thread.sleep(INTERVAL);
        judge();
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException broken) {
      defect = broken;
    }
  }

  private synchronized void judge() {
    Instant until = Instant.now().minus(DELAY);
    try {
      log.read(eventOrder::add);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    clouds.forEach(cloud -> cloud.read(eventOrder::add));
    lookForRemains(_ -> true, Instant.now().minus(UNTIL_NOTHING_IS_LEFT));
    release(until.isBefore(log.readUntil()) ? until : log.readUntil());
    notifyAll();
  }

  private void release(Instant until) {
    eventOrder.release(
        until,
        event -> {
          if (event instanceof ApiWrite write && write.isWeirs()) {
            written.add(write.object().namespace());
          }
          properties.forEach(property -> property.take(event, this::record));
        });
    judgedUntil = until;
  }

  /** Looks what is left of pools that were gone before a moment. */
  private void lookForRemains(Predicate<String> places, Instant goneBefore) {
    for (Map.Entry<ObjectKey, Instant> pool : List.copyOf(gone.entrySet())) {
      String place = pool.getKey().namespace();
      if (places.test(place) && pool.getValue().isBefore(goneBefore)) {
        gone.remove(pool.getKey(), pool.getValue());
        clouds.stream()
            .filter(cloud -> cloud.name().isEmpty() || cloud.name().equals(place))
            .map(cloud -> remains(cloud, pool.getKey()))
            .forEach(eventOrder::add);
      }
    }
  }

  private static CloudLeftovers remains(CloudSource cloud, ObjectKey pool) {
    return new CloudLeftovers(Instant.now(), cloud.name(), pool, cloud.remains(pool.name()));
  }

  private void record(Violation violation) {
    boolean exempt =
        exemptions.stream()
            .anyMatch(
                each ->
                    each.place().equals(violation.place())
                        && each.property().isInstance(violation.property()));
    (exempt ? exempted : violations).add(violation);
  }

  /**
   * Judges all that is still open, and ends.
   *
   * @throws AssertionError with what was broken anywhere and nobody was told of
   */
  @Override
  public void close() {
    try {
      awaitJudged(Instant.now());
      closed = true;
      thread.interrupt();
      thread.join();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
    subscriptions.forEach(Change.Subscription::close);
    synchronized (this) {
      release(Instant.now().plus(Suspicions.PATIENCE));
    }
    check(violation -> !reported.contains(violation));
  }
}
