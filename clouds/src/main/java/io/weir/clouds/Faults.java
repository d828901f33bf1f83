package io.weir.clouds;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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

  private static final class Pending {
    private final Fault fault;
    private int seen;
    private int struck;

    Pending(Fault fault) {
      this.fault = fault;
    }

    boolean strikes() {
      return ++seen % Math.max(1, fault.every()) == 0;
    }

    boolean spent() {
      return fault.times() > 0 && ++struck >= fault.times();
    }
  }

  private final List<Pending> pending = new ArrayList<>();

  /** Adds a fault behind those that wait already. */
  public synchronized void add(Fault fault) {
    pending.add(new Pending(fault));
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
