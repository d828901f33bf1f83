package io.weir.manager.cloud;

import io.weir.provider.Interest;
import io.weir.provider.Observation;
import io.weir.provider.Observed;
import io.weir.provider.PoolKind;
import io.weir.provider.PoolName;
import io.weir.provider.PoolProvider;
import io.weir.provider.ProviderException;
import io.weir.provider.Scope;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at all pools of one kind in one scope, in as few calls as the cloud allows, and wakes just
 * those that changed. Looks often at what moves and seldom while all is still. Two pools may claim
 * one cloud name; what one of them does ends nothing for the other.
 */
public final class CloudObserver<O extends Observed> {

  private static final Logger LOG = LoggerFactory.getLogger(CloudObserver.class);

  /** Above this many pools, one look at everything is cheaper than naming them. */
  private static final int NAMED_AT_MOST = 100;

  /** So long after the last use nobody is expected to come back. */
  private static final Duration DESERTED_AFTER = Duration.ofHours(1);

  /** How long a look waits for others to come along. */
  private static final Duration COMPANY = Duration.ofMillis(200);

  private final PoolProvider<?, O> provider;
  private final Scope scope;
  private final Clock clock;
  private final Pace pace;
  private final Consumer<String> wake;
  private final RandomGenerator random = RandomGenerator.getDefault();

  private final Map<String, Followed<O>> followed = new HashMap<>();

  /** Every name that the last complete look at everything showed, or that was written since. */
  private final Set<String> present = new HashSet<>();

  private @Nullable Instant presentAsOf;
  private Instant nextAll;
  private Instant lastLook = Instant.MIN;
  private Instant used;
  private FailedLooks failed;

  /** After a failure no look begins before this, whoever asks for one. */
  private Instant notBefore = Instant.MIN;

  /** Looks that began before had other credentials. */
  private Instant renewed = Instant.MIN;

  /** What is known of one pool and when it is looked at next. */
  private static final class Followed<O extends Observed> {
    Observation<O> latest = new Observation.Unknown<>("not observed yet");
    Instant since = Instant.MIN;
    @Nullable Instant due;
    int looks;
    boolean awaited;

    /** Whether the latest is what a write's answer proved. */
    boolean proved;

    /** UIDs of the pools that follow it; more than one where names clash. */
    final Set<String> followers = new HashSet<>();

    /** Those of them for which it is looked at closely. */
    final Set<String> closelyFor = new HashSet<>();

    boolean closely() {
      return !closelyFor.isEmpty();
    }
  }

  public CloudObserver(
      PoolProvider<?, O> provider, Scope scope, Clock clock, Pace pace, Consumer<String> wake) {
    this.provider = provider;
    this.scope = scope;
    this.clock = clock;
    this.pace = pace;
    this.wake = wake;
    this.failed = new FailedLooks(scope, pace, random);
    this.nextAll = clock.instant();
    this.used = nextAll;
  }

  /** Somebody needs the scope, and may be about to follow a pool. */
  synchronized void use() {
    used = clock.instant();
  }

  /** Whether no pool is followed and nobody has needed the scope for long. */
  synchronized boolean deserted() {
    return followed.isEmpty() && !clock.instant().isBefore(used.plus(DESERTED_AFTER));
  }

  /** What is known of a pool; following it from now on. */
  public synchronized Observation<O> latest(PoolName name) {
    Followed<O> pool = follow(name.cloudName());
    pool.followers.add(name.uid());
    return pool.latest;
  }

  /**
   * Looks at a pool closely from now on, or no longer. The first close look comes at once, and the
   * pool is woken by it.
   */
  public synchronized void attend(PoolName name, boolean closely) {
    Followed<O> pool = follow(name.cloudName());
    if (!closely) {
      pool.closelyFor.remove(name.uid());
    } else if (pool.closelyFor.add(name.uid())) {
      pool.awaited = true;
      due(pool, clock.instant());
      notifyAll();
    }
  }

  /** Why the last look failed, if it did. */
  public synchronized Optional<ProviderException> failing() {
    return failed.last();
  }

  /**
   * Why nothing new is seen for longer than an accident takes; an error that people must act on.
   * All who are followed are woken when it begins, is another, and ends.
   */
  public synchronized Optional<ProviderException> blind() {
    return failed.told();
  }

  /**
   * Credentials are others now, or gone: looks at everything at once, also where the next look was
   * far off after failures. What people were told stands until a look succeeds.
   */
  synchronized void renew() {
    renewed = clock.instant();
    notBefore = failed.throttled() ? notBefore : Instant.MIN;
    failed.renewed();
    nextAll = renewed;
    followed.values().forEach(pool -> due(pool, renewed));
    notifyAll();
  }

  /** The pool is gone; nothing is remembered of it, unless another one has the name too. */
  public synchronized void forget(PoolName name) {
    Followed<O> pool = followed.get(name.cloudName());
    if (pool != null) {
      pool.followers.remove(name.uid());
      pool.closelyFor.remove(name.uid());
      if (pool.followers.isEmpty()) {
        followed.remove(name.cloudName());
      }
    }
    if (followed.isEmpty()) {
      // No look comes any more that renews this; whoever comes next begins anew.
      presentAsOf = null;
      failed = new FailedLooks(scope, pace, random);
      notifyAll();
    }
  }

  /** When a write's answer told what is known, if no look has shown the pool since. */
  public synchronized Optional<Instant> onlyProved(String cloudName) {
    Followed<O> pool = followed.get(cloudName);
    return pool != null && pool.proved ? Optional.of(pool.since) : Optional.empty();
  }

  /** Takes what a write's answer proved; looks that began before it do not count any more. */
  public synchronized void proved(String cloudName, Observation<O> after) {
    Followed<O> pool = follow(cloudName);
    present.add(cloudName);
    pool.latest = after;
    pool.proved = true;
    pool.since = clock.instant();
    pool.looks = 0;
    due(pool, clock.instant().plus(pace.beforeLook(0)));
    notifyAll();
  }

  /**
   * A write may have taken effect, or met what it did not expect: what was known counts no more,
   * and neither does a look that began before.
   */
  public synchronized void doubt(String cloudName, String why) {
    Followed<O> pool = follow(cloudName);
    present.add(cloudName);
    pool.latest = new Observation.Unknown<>(why);
    pool.proved = false;
    pool.since = clock.instant();
    lookSoon(cloudName);
  }

  /** Asks for a look, after which the pool is woken whatever it shows. */
  public synchronized void lookSoon(String cloudName) {
    Followed<O> pool = follow(cloudName);
    pool.awaited = true;
    due(pool, clock.instant().plus(pace.soon()));
    notifyAll();
  }

  /** Asks for a look then, after which the pool is woken whatever it shows. */
  public synchronized void lookAt(String cloudName, Instant when) {
    Followed<O> pool = follow(cloudName);
    pool.awaited = true;
    due(pool, when);
    notifyAll();
  }

  /** Looks until the thread is interrupted, or nobody has needed the scope for long. */
  public void run() {
    try {
      Optional<Interest> next = nextInterest();
      while (next.isPresent() && !Thread.currentThread().isInterrupted()) {
        look(next.get());
        next = nextInterest();
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private Followed<O> follow(String cloudName) {
    return followed.computeIfAbsent(
        cloudName,
        _ -> {
          var pool = new Followed<O>();
          boolean refused = provider.kind().names() == PoolKind.Names.UNIQUE;
          if (refused && presentAsOf != null && !present.contains(cloudName)) {
            // A look at everything has not shown it. Should somebody have made one since, the
            // cloud refuses a second of that name, and that asks for a look.
            pool.latest = new Observation.ProvenAbsent<>(presentAsOf);
          } else {
            pool.awaited = true;
            pool.due = clock.instant();
            notifyAll();
          }
          return pool;
        });
  }

  private static void due(Followed<?> pool, Instant when) {
    pool.due = pool.due == null || when.isBefore(pool.due) ? when : pool.due;
  }

  /**
   * Waits until something is due, then a moment more for what comes with it.
   *
   * @return empty if the scope is deserted
   */
  private synchronized Optional<Interest> nextInterest() throws InterruptedException {
    while (!deserted()) {
      Instant now = clock.instant();
      Instant first = firstDue();
      Instant rested = lastLook.equals(Instant.MIN) ? now : lastLook.plus(pace.gap());
      Instant allowed = rested.isBefore(notBefore) ? notBefore : rested;
      if (first != null && !first.isAfter(now) && !allowed.isAfter(now)) {
        wait(COMPANY.toMillis());
        lastLook = clock.instant();
        return Optional.of(interest(lastLook));
      }
      Instant next = first == null || first.isAfter(allowed) ? first : allowed;
      long millis = next == null ? 60_000 : Duration.between(now, next).toMillis();
      wait(Math.clamp(millis, 1, 60_000));
    }
    return Optional.empty();
  }

  private @Nullable Instant firstDue() {
    if (followed.isEmpty()) {
      return null;
    }
    Instant first = nextAll;
    for (Followed<O> pool : followed.values()) {
      first = pool.due != null && pool.due.isBefore(first) ? pool.due : first;
    }
    return first;
  }

  synchronized Interest interest(Instant now) {
    var names = new HashSet<String>();
    followed.forEach(
        (name, pool) -> {
          if (pool.due != null && !pool.due.isAfter(now)) {
            names.add(name);
          }
        });
    boolean all = !nextAll.isAfter(now) || names.size() > NAMED_AT_MOST;
    return all
        ? new Interest.All(closely(followed.keySet()))
        : new Interest.Only(names, closely(names));
  }

  private Set<String> closely(Set<String> names) {
    var found = new HashSet<String>();
    followed.forEach(
        (name, pool) -> {
          if (pool.closely() && names.contains(name)) {
            found.add(name);
          }
        });
    return found;
  }

  void look(Interest interest) {
    Instant asOf = clock.instant();
    var seen = new HashMap<String, O>();
    @Nullable ProviderException error = null;
    try {
      provider.observe(scope, interest, seen::put);
    } catch (ProviderException failed) {
      error = failed;
    } catch (RuntimeException | LinkageError defect) {
      // An SDK class that cannot be loaded must not end the looking, and with it all word of it.
      LOG.error("Observing {} failed", scope, defect);
      error =
          new ProviderException.Transient("the observation failed: " + defect.getMessage(), defect);
    }
    settle(interest, asOf, seen, error).forEach(wake);
  }

  private synchronized Set<String> settle(
      Interest interest, Instant asOf, Map<String, O> seen, @Nullable ProviderException error) {
    var woken = new HashSet<String>();
    seen.forEach((name, observed) -> note(name, new Observation.Seen<>(observed, asOf), woken));
    if (error == null) {
      if (failed.succeeded()) {
        woken.addAll(followed.keySet());
      }
      notBefore = Instant.MIN;
      Set<String> looked =
          interest instanceof Interest.Only only
              ? only.cloudNames()
              : Set.copyOf(followed.keySet());
      looked.stream()
          .filter(name -> !seen.containsKey(name))
          .forEach(name -> note(name, new Observation.ProvenAbsent<>(asOf), woken));
      if (interest instanceof Interest.All) {
        present.clear();
        present.addAll(seen.keySet());
        followed.forEach(
            (name, pool) -> {
              if (pool.since.isAfter(asOf)) {
                present.add(name);
              }
            });
        presentAsOf = asOf;
        nextAll = asOf.isBefore(renewed) ? renewed : clock.instant().plus(pace.beforeAll(random));
      }
    } else {
      fail(error, woken);
    }
    return woken;
  }

  /**
   * Nobody is absent because a look failed, and it is tried again. Those of whom nothing is known
   * are told why at once; all others keep what is known, and are told when that becomes old.
   */
  private void fail(ProviderException error, Set<String> woken) {
    if (failed.failed(error, clock.instant())) {
      woken.addAll(followed.keySet());
    }
    Instant again = clock.instant().plus(failed.pause());
    notBefore = again;
    nextAll = nextAll.isBefore(again) ? again : nextAll;
    followed.forEach(
        (name, pool) -> {
          if (pool.due != null && pool.due.isBefore(again)) {
            pool.due = again;
            if (pool.latest instanceof Observation.Unknown) {
              pool.latest = new Observation.Unknown<>(String.valueOf(error.getMessage()));
              woken.add(name);
            }
          }
        });
  }

  private void note(String name, Observation<O> now, Set<String> woken) {
    Followed<O> pool = followed.get(name);
    if (pool == null || pool.since.isAfter(now.asOf())) {
      return;
    }
    boolean changed = !same(pool.latest, now);
    if (changed || pool.awaited) {
      woken.add(name);
    }
    pool.awaited = false;
    pool.latest = now;
    pool.proved = false;
    pool.looks = changed ? 1 : pool.looks + 1;
    boolean moving =
        now instanceof Observation.Seen<O> seen && (pool.closely() || seen.observed().moving());
    pool.due = moving ? clock.instant().plus(pace.beforeLook(pool.looks)) : null;
  }

  private boolean same(Observation<O> a, Observation<O> b) {
    return switch (a) {
      case Observation.Seen<O> before ->
          b instanceof Observation.Seen<O> after && before.observed().equals(after.observed());
      case Observation.ProvenAbsent<O> _ -> b instanceof Observation.ProvenAbsent;
      case Observation.Unknown<O> _ -> false;
    };
  }
}
