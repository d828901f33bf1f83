package io.weir.clouds;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;

/** The faults that wait in a simulated cloud. The one added first is asked first. */
public final class Faults {
  /** What can befall a call. */
  public static final Set<Fault.Kind> OF_CALLS =
      EnumSet.of(
          Fault.Kind.THROTTLED,
          Fault.Kind.SERVER_ERROR,
          Fault.Kind.DROPPED_BEFORE,
          Fault.Kind.DROPPED_AFTER,
          Fault.Kind.DENIED,
          Fault.Kind.SLOW);

  /** A fault that waits, as long as it is neither spent nor removed. */
  public final class Pending {
    private final Fault fault;
    private final IntPredicate which;
    private int seen;
    private int struck;

    private Pending(Fault fault, IntPredicate which) {
      this.fault = fault;
      this.which = which;
    }

    /** What shall go wrong. */
    public Fault fault() {
      return fault;
    }

    /** How often it has struck. */
    public int struck() {
      synchronized (Faults.this) {
        return struck;
      }
    }

    /** Whether it may strike again. */
    public boolean waits() {
      synchronized (Faults.this) {
        return pending.contains(this);
      }
    }

    /** Takes it away; harmless when it is spent. */
    public void remove() {
      synchronized (Faults.this) {
        pending.remove(this);
      }
    }

    private boolean strikes() {
      return which.test(seen++);
    }

    private boolean spent() {
      ++struck;
      return fault.times() > 0 && struck >= fault.times();
    }
  }

  private final List<Pending> pending = new ArrayList<>();

  /** Adds a fault behind those that wait already. */
  public void add(Fault fault) {
    Pending _ = lay(fault);
  }

  /** Adds a fault behind those that wait already, and lets it be followed. */
  public Pending lay(Fault fault) {
    return lay(fault, call -> (call + 1) % Math.max(1, fault.every()) == 0);
  }

  /**
   * The same for a fault of another time.
   *
   * @param struck how often it had struck there
   */
  public synchronized Pending lay(Fault fault, int struck) {
    Pending laid = lay(fault);
    laid.struck = struck;
    return laid;
  }

  /**
   * The same, choosing its victims.
   *
   * @param which whether it strikes at a matching call, by the call's number; the first is 0
   */
  public synchronized Pending lay(Fault fault, IntPredicate which) {
    Pending laid = new Pending(fault, which);
    pending.add(laid);
    return laid;
  }

  /** Removes all faults. */
  public synchronized void clear() {
    pending.clear();
  }

  /** What waits. */
  public synchronized List<Fault> list() {
    return pending.stream().map(p -> p.fault).toList();
  }

  /** Takes the fault that befalls this call, if any; asking counts as a call. */
  public synchronized Optional<Fault> strike(Set<Fault.Kind> kinds, String action, String subject) {
    Optional<Pending> struck =
        pending.stream()
            .filter(p -> kinds.contains(p.fault.kind()))
            .filter(p -> p.fault.concerns(action, subject) && p.strikes())
            .findFirst();
    struck.filter(Pending::spent).ifPresent(pending::remove);
    return struck.map(p -> p.fault);
  }
}
