package io.weir.clouds;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** The faults that wait in a simulated cloud. The one added first is asked first. */
public final class FaultInjector {
  /** By which reads show what was. */
  public static final Set<CloudFault.Kind> LAG_KINDS =
      EnumSet.of(CloudFault.Kind.STALE_READ, CloudFault.Kind.STALE_TAGS);

  /** What can befall a call. */
  public static final Set<CloudFault.Kind> CALL_KINDS =
      EnumSet.of(
          CloudFault.Kind.THROTTLED,
          CloudFault.Kind.SERVER_ERROR,
          CloudFault.Kind.DROPPED_BEFORE,
          CloudFault.Kind.DROPPED_AFTER,
          CloudFault.Kind.DENIED,
          CloudFault.Kind.SLOW);

  /** A fault that waits, as long as it is neither spent nor removed. */
  public final class PendingFault {
    private final CloudFault cloudFault;
    private final IntPredicate which;
    private final UnaryOperator<CloudFault> each;
    private int seen;
    private int struck;

    private PendingFault(
        CloudFault cloudFault, IntPredicate which, UnaryOperator<CloudFault> each) {
      this.cloudFault = cloudFault;
      this.which = which;
      this.each = each;
    }

    /** What shall go wrong. */
    public CloudFault fault() {
      return cloudFault;
    }

    /** How often it has struck. */
    public int strikeCount() {
      synchronized (FaultInjector.this) {
        return struck;
      }
    }

    /** Whether it may strike again. */
    public boolean isPending() {
      synchronized (FaultInjector.this) {
        return pending.contains(this);
      }
    }

    /** Takes it away; harmless when it is spent. */
    public void remove() {
      synchronized (FaultInjector.this) {
        pending.remove(this);
        noteKinds();
      }
    }

    private boolean strikes() {
      return which.test(seen++);
    }

    private boolean spent() {
      ++struck;
      return cloudFault.times() > 0 && struck >= cloudFault.times();
    }
  }

  private final List<PendingFault> pending = new ArrayList<>();
  private volatile Set<CloudFault.Kind> kinds = Set.of();

  /** Adds a fault behind those that wait already. */
  public void add(CloudFault cloudFault) {
    PendingFault _ = inject(cloudFault);
  }

  /** Adds a fault behind those that wait already, and lets it be followed. */
  public PendingFault inject(CloudFault cloudFault) {
    return inject(cloudFault, call -> (call + 1) % Math.max(1, cloudFault.every()) == 0);
  }

  /**
   * The same for a fault of another time.
   *
   * @param struck how often it had struck there
   */
  public synchronized PendingFault inject(CloudFault cloudFault, int struck) {
    PendingFault laid = inject(cloudFault);
    laid.struck = struck;
    return laid;
  }

  /**
   * The same, choosing its victims.
   *
   * @param which whether it strikes at a matching call, by the call's number; the first is 0
   */
  public synchronized PendingFault inject(CloudFault cloudFault, IntPredicate which) {
    return add(new PendingFault(cloudFault, which, fault -> fault));
  }

  /**
   * Has reads show what was a while ago, each for another while, so that a later read may show less
   * than one before it.
   *
   * @param action name of the calls that it concerns, with wildcards
   * @param longest how long ago at most
   * @param seed decides about each read
   */
  public PendingFault injectReadLag(String action, Duration longest, long seed) {
    return injectLag(CloudFault.Kind.STALE_READ, action, longest, seed);
  }

  /** The same for the tags that reads show and filter by, and nothing else. */
  public PendingFault injectTagLag(String action, Duration longest, long seed) {
    return injectLag(CloudFault.Kind.STALE_TAGS, action, longest, seed);
  }

  private synchronized PendingFault injectLag(
      CloudFault.Kind kind, String action, Duration longest, long seed) {
    var draws = new Random(seed);
    return add(
        new PendingFault(
            CloudFault.of(kind).forAction(action).withDelay(longest),
            _ -> true,
            fault ->
                fault.withDelay(
                    Duration.ofNanos((long) (longest.toNanos() * draws.nextDouble())))));
  }

  private PendingFault add(PendingFault laid) {
    pending.add(laid);
    noteKinds();
    return laid;
  }

  private void noteKinds() {
    kinds = pending.stream().map(p -> p.cloudFault.kind()).collect(Collectors.toUnmodifiableSet());
  }

  /** Whether a fault of this kind waits; costs next to nothing. */
  public boolean hasPending(CloudFault.Kind kind) {
    return kinds.contains(kind);
  }

  /** Removes all faults. */
  public synchronized void clear() {
    pending.clear();
    noteKinds();
  }

  /** What waits. */
  public synchronized List<CloudFault> list() {
    return pending.stream().map(p -> p.cloudFault).toList();
  }

  /** Takes the fault that befalls this call, if any; asking counts as a call. */
  public synchronized Optional<CloudFault> takeMatching(
      Set<CloudFault.Kind> kinds, String action, String subject) {
    Optional<PendingFault> struck =
        pending.stream()
            .filter(p -> kinds.contains(p.cloudFault.kind()))
            .filter(p -> p.cloudFault.matches(action, subject) && p.strikes())
            .findFirst();
    struck.filter(PendingFault::spent).ifPresent(PendingFault::remove);
    return struck.map(p -> p.each.apply(p.cloudFault));
  }
}
