package io.weir.sandbox.account;

import io.weir.controlplane.audit.AuditRecord;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The Kubernetes requests of the manager's accounts. Leases and events stand apart: they are upkeep
 * and talk, and the budget is about work.
 *
 * @param work the number, above zero, of each sort of request
 * @param leases requests about leases
 * @param events requests about events
 */
public record RequestCounts(SortedMap<Sort, Long> work, long leases, long events) {
  /**
   * What requests are told apart by.
   *
   * @param kind plural and subresource, such as {@code machinepools/status}; {@code -} for what is
   *     no resource
   * @param verb such as {@code patch}
   * @param writes whether the verb may change something
   */
  public record Sort(String kind, String verb, boolean writes) implements Comparable<Sort> {
    private static final Comparator<Sort> ORDER =
        Comparator.comparing(Sort::kind).thenComparing(Sort::verb).thenComparing(Sort::writes);

    @Override
    public int compareTo(Sort other) {
      return ORDER.compare(this, other);
    }
  }

  public RequestCounts {
    work = Collections.unmodifiableSortedMap(new TreeMap<>(work));
  }

  /** Counts those of the manager among many. */
  public static RequestCounts of(Collection<AuditRecord> requests) {
    var work = new TreeMap<Sort, Long>();
    long leases = 0;
    long events = 0;
    for (AuditRecord request : requests) {
      if (!Accounts.OF_MANAGER.contains(request.user())) {
        continue;
      }
      switch (request.resource()) {
        case "leases" -> leases++;
        case "events" -> events++;
        default -> work.merge(sort(request), 1L, Long::sum);
      }
    }
    return new RequestCounts(work, leases, events);
  }

  private static Sort sort(AuditRecord request) {
    String object = request.resource().isEmpty() ? "-" : request.resource();
    String part = request.subresource().isEmpty() ? "" : "/" + request.subresource();
    return new Sort(object + part, request.verb(), request.writes());
  }

  /** All requests without leases and events. */
  public long total() {
    return total(_ -> true);
  }

  /** Those that may have changed something, without leases and events. */
  public long writes() {
    return total(Sort::writes);
  }

  /** The requests of some sorts. */
  public long total(Predicate<Sort> wanted) {
    return work.entrySet().stream()
        .filter(entry -> wanted.test(entry.getKey()))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  /** The requests about an object and its parts with one verb. */
  public long of(String plural, String verb) {
    return total(
        sort ->
            sort.verb().equals(verb)
                && (sort.kind().equals(plural) || sort.kind().startsWith(plural + "/")));
  }
}
