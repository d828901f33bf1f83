package io.weir.kernel.election;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.kernel.health.Heartbeat;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.KubeException;
import io.weir.kernel.kube.ResourceVersions;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds a Lease while this process leads. The clock of another process is never compared with ours:
 * a lease is over when we have seen it unchanged for its whole duration. Leadership ends at the
 * deadline after the last renewal was begun, even if a renewal is under way then.
 */
public final class LeaderElection implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(LeaderElection.class);

  /** Longer than any of its requests and pauses. */
  private static final Duration STANDSTILL = Duration.ofMinutes(1);

  /** What follows from leading. */
  public interface Callbacks {
    /** This process leads from now on. Must return soon: the lease is not renewed meanwhile. */
    void onStartedLeading(Acquisition acquisition);

    /** This process led and does not any more: it must stop working at once, best by exiting. */
    void onStoppedLeading();

    /**
     * The lease is one of earlier: the API server was restored from a backup, and all that was read
     * from it may be no more. Told whether or not this process leads.
     */
    default void onHistoryWentBack() {}
  }

  /**
   * How the lease was got.
   *
   * @param freeAt since when it is known to have been free, by {@link System#nanoTime}: whoever
   *     held it before had ended by then, or may not write any more
   * @param expired whether it was another's, who did not give it back and may have requests under
   *     way
   */
  public record Acquisition(long freeAt, boolean expired) {}

  private final KubeClient client;
  private final LeaseSettings settings;
  private final Callbacks callbacks;
  private final SplittableRandom random = new SplittableRandom();
  private @Nullable Thread thread;
  private volatile Deadline leadsUntil = Deadline.PASSED;
  private volatile boolean leading;
  private volatile boolean led;

  /** The lease as last seen or written, and since when it has looked so. */
  private @Nullable ApiObject lease;

  private long unchangedSince;

  /** The lease's resourceVersion as last seen. */
  private String version = "";

  /** Whether we may hold the lease, if only by a request whose answer never came. */
  private volatile boolean attempted;

  private final Heartbeat heartbeat = new Heartbeat("the leader election", STANDSTILL);

  /** An election, not begun. */
  public LeaderElection(KubeClient client, LeaseSettings settings, Callbacks callbacks) {
    this.client = client.withTimeout(settings.renewDeadline().dividedBy(2));
    this.settings = settings;
    this.callbacks = callbacks;
  }

  /** An identity that no other process has, beginning with the host's name. */
  public static String uniqueIdentity(String host) {
    return host + "_" + UUID.randomUUID();
  }

  /** What makes an identity unique, for those who need not know the host. */
  public static String withoutHost(String uniqueIdentity) {
    return uniqueIdentity.substring(uniqueIdentity.lastIndexOf('_') + 1);
  }

  /**
   * Looks at the lease once, before the election begins: if it is free now and is got later without
   * having been another's meanwhile, what was listed after this need not be listed again. Does
   * nothing if it cannot be read.
   */
  public void look() {
    try {
      client.get(BuiltInKinds.LEASE, settings.lease()).ifPresent(this::recordLease);
    } catch (KubeException unreadable) {
      LOG.debug("cannot look at the lease {}", settings.lease(), unreadable);
    }
  }

  /** Begins to seek leadership. */
  public synchronized void start() {
    if (thread != null) {
      throw new IllegalStateException("the election has already started");
    }
    thread = Thread.ofVirtual().name("leader-election").start(this::run);
  }

  /** Whether this process leads at this moment. */
  public boolean isLeading() {
    return leading && !leadsUntil.hasPassed();
  }

  /**
   * Whether this process led and may not any more, be it that it was stopped in its tracks and does
   * not know yet.
   */
  public boolean hasLostLeadership() {
    return led && !isLeading();
  }

  /**
   * Ends the election and gives the lease back, so that another process can take it at once. All
   * work of the leader must have ended before.
   */
  @Override
  public synchronized void close() {
    if (end() && attempted) {
      giveBack();
    }
  }

  /**
   * Ends the election and leaves the lease to run out: for when work of the leader has not ended.
   * From now on it may not write any more.
   */
  public synchronized void abandon() {
    boolean _ = end();
  }

  /** Tells whether this process holds the lease by nobody else's doing. */
  private boolean end() {
    Thread running = thread;
    if (running == null) {
      return false;
    }
    running.interrupt();
    if (running.equals(Thread.currentThread())) {
      return false; // from a callback: the lease runs out, or is another's already
    }
    try {
      running.join();
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
      return false;
    }
    leading = false;
    return true;
  }

  /** That it stands still, for people; empty if it does not. */
  public Optional<String> standstill() {
    return heartbeat.problem();
  }

  private void run() {
    try {
      Optional<Acquisition> acquisition = seek();
      while (acquisition.isEmpty()) {
        // Shorter by up to a fifth, so that waiting processes do not ask in step.
        Thread.sleep((long) (settings.retryPeriod().toMillis() * (1 - random.nextDouble() / 5)));
        acquisition = seek();
      }
      LOG.info("leading as {}", settings.identity());
      begin(acquisition.get());
      while (leading) {
        Thread.sleep(settings.retryPeriod());
        renewOrLose();
      }
      heartbeat.end();
    } catch (InterruptedException stopped) {
      heartbeat.end();
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error fault) {
      // Of what handles faults: without this thread nobody would know that leadership ends.
      lose("an internal error: " + fault.getClass().getSimpleName());
    }
  }

  private void begin(Acquisition acquisition) {
    try {
      callbacks.onStartedLeading(acquisition);
    } catch (RuntimeException | Error fault) {
      LOG.error("the leader could not start its work", fault);
      lose("its work could not start");
    }
  }

  /** One look at the lease; tells how it has become ours, if it has. */
  private Optional<Acquisition> seek() {
    heartbeat.beat();
    var until = Deadline.after(settings.renewDeadline());
    try {
      Optional<ApiObject> found = client.get(BuiltInKinds.LEASE, settings.lease());
      long seenAt = System.nanoTime();
      if (found.isEmpty()) {
        attempted = true;
        lead(client.create(LeaseFields.newLease(settings, Instant.now())), until);
        return Optional.of(new Acquisition(seenAt, false));
      }
      recordLease(found.get());
      if (isFree(found.get())) {
        String holder = LeaseFields.holder(found.get());
        var now = Instant.now();
        attempted = true;
        lead(client.edit(found.get(), tree -> LeaseFields.takeOver(tree, settings, now)), until);
        boolean expired = !holder.isEmpty() && !holder.equals(settings.identity());
        // It was written last by who gave it back, or this write would have been a conflict.
        return Optional.of(new Acquisition(holder.isEmpty() ? unchangedSince : seenAt, expired));
      }
    } catch (KubeException.Conflict | KubeException.AlreadyExists other) {
      LOG.debug("another process took the lease {}", settings.lease());
    } catch (KubeException failure) {
      LOG.warn("cannot seek leadership: {}", failure.getMessage());
    } catch (RuntimeException | Error fault) {
      LOG.error("cannot seek leadership because of an internal error", fault);
    }
    return Optional.empty();
  }

  /** To be called with each state of the lease in the order in which they were asked for. */
  private void compareHistory(ApiObject found) {
    boolean back = ResourceVersions.isOlder(found.resourceVersion(), version);
    version = found.resourceVersion();
    if (back) {
      LOG.warn("the lease {} is one of earlier: the API server was restored", settings.lease());
      callbacks.onHistoryWentBack();
    }
  }

  private void recordLease(ApiObject found) {
    compareHistory(found);
    ApiObject last = lease;
    if (last == null || !last.resourceVersion().equals(found.resourceVersion())) {
      lease = found;
      unchangedSince = System.nanoTime();
    }
  }

  private boolean isFree(ApiObject found) {
    String holder = LeaseFields.holder(found);
    // The duration is the holder's, which may be set otherwise than ours.
    long duration =
        Duration.ofSeconds(found.spec().path("leaseDurationSeconds").asLong(0)).toNanos();
    return holder.isEmpty()
        || holder.equals(settings.identity())
        || System.nanoTime() - unchangedSince >= duration;
  }

  private void lead(ApiObject held, Deadline until) {
    lease = held;
    compareHistory(held);
    leadsUntil = until;
    leading = true;
    led = true;
  }

  /** One renewal; ends leadership when the deadline has passed or the lease is another's. */
  private void renewOrLose() {
    heartbeat.beat();
    var until = Deadline.after(settings.renewDeadline());
    try {
      lead(renewed(), until);
    } catch (KubeException.Conflict | KubeException.NotFound changed) {
      recheck();
    } catch (KubeException failure) {
      LOG.warn("cannot renew the lease: {}", failure.getMessage());
    } catch (RuntimeException | Error fault) {
      LOG.error("cannot renew the lease because of an internal error", fault);
    }
    if (leading && leadsUntil.hasPassed()) {
      lose("the lease could not be renewed in time");
    }
  }

  private ApiObject renewed() {
    ApiObject held = lease;
    if (held == null) {
      throw new IllegalStateException("no lease to renew");
    }
    var now = Instant.now();
    return client.edit(held, tree -> LeaseFields.renew(tree, now));
  }

  /** Somebody wrote the lease, or a renewal of ours was done although it seemed to fail. */
  private void recheck() {
    try {
      Optional<ApiObject> found = client.get(BuiltInKinds.LEASE, settings.lease());
      if (found.isPresent() && LeaseFields.holder(found.get()).equals(settings.identity())) {
        lease = found.get(); // renewed from here at the next turn
        compareHistory(found.get());
      } else {
        lose("another process holds the lease, or it was deleted");
      }
    } catch (KubeException failure) {
      LOG.warn("cannot read the lease: {}", failure.getMessage());
    }
  }

  private void lose(String why) {
    leading = false;
    heartbeat.end();
    LOG.error("lost leadership: {}", why);
    try {
      callbacks.onStoppedLeading();
    } catch (RuntimeException | Error fault) {
      LOG.error("the callback for lost leadership failed", fault);
    }
  }

  private void giveBack() {
    try {
      ApiObject held = client.get(BuiltInKinds.LEASE, settings.lease()).orElse(null);
      if (held != null && LeaseFields.holder(held).equals(settings.identity())) {
        var now = Instant.now();
        ApiObject _ = client.edit(held, tree -> LeaseFields.release(tree, now));
        LOG.info("released leadership");
      }
    } catch (KubeException failure) {
      LOG.warn("cannot release the lease, it will expire: {}", failure.getMessage());
    } catch (RuntimeException | Error fault) {
      LOG.error("cannot release the lease because of an internal error, it will expire", fault);
    }
  }

  /** The lease that is sought. */
  public ObjectKey leaseKey() {
    return settings.lease();
  }
}
