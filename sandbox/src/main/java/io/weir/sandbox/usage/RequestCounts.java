package io.weir.sandbox.usage;

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
 * @param byType the number, above zero, of each sort of request
 * @param leases requests about leases
 * @param events requests about events
 */
public record RequestCounts(SortedMap<RequestType, Long> byType, long leases, long events) {
  /**
   * What requests are told apart by.
   *
   * @param resource plural and subresource, such as {@code machinepools/status}; {@code -} for what
   *     is no resource
   * @param verb such as {@code patch}
   * @param writes whether the verb may change something
   */
  public record RequestType(String resource, String verb, boolean writes)
      implements Comparable<RequestType> {
    private static final Comparator<RequestType> ORDER =
        Comparator.comparing(RequestType::resource)
            .thenComparing(RequestType::verb)
            .thenComparing(RequestType::writes);

    @Override
    public int compareTo(RequestType other) {
      return ORDER.compare(this, other);
    }
  }

  public RequestCounts {
    byType = Collections.unmodifiableSortedMap(new TreeMap<>(byType));
  }

  /** Counts those of the manager among many. */
  public static RequestCounts of(Collection<AuditRecord> requests) {
    var work = new TreeMap<RequestType, Long>();
    long leases = 0;
    long events = 0;
    for (AuditRecord request : requests) {
      if (!ApiUsers.MANAGER_USERS.contains(request.user())) {
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

  private static RequestType sort(AuditRecord request) {
    String object = request.resource().isEmpty() ? "-" : request.resource();
    String part = request.subresource().isEmpty() ? "" : "/" + request.subresource();
    return new RequestType(object + part, request.verb(), request.isWrite());
  }

  /** All requests without leases and events. */
  public long total() {
    return total(_ -> true);
  }

  /** Those that may have changed something, without leases and events. */
  public long writes() {
    return total(RequestType::writes);
  }

  /** The requests of some sorts. */
  public long total(Predicate<RequestType> wanted) {
    return byType.entrySet().stream()
        .filter(entry -> wanted.test(entry.getKey()))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  /** The requests about an object and its parts with one verb. */
  public long of(String plural, String verb) {
    return total(
        requestType ->
            requestType.verb().equals(verb)
                && (requestType.resource().equals(plural)
                    || requestType.resource().startsWith(plural + "/")));
  }
}
