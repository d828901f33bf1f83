package io.weir.controlplane.audit;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * How many requests of each sort there were.
 *
 * @param byKey the number, above zero, for every account, verb and kind
 */
public record AuditCounts(Map<RequestKey, Long> byKey) {
  public AuditCounts {
    byKey = Map.copyOf(byKey);
  }

  /** Counts each request once. */
  public static AuditCounts of(Collection<AuditRecord> requests) {
    return new AuditCounts(
        requests.stream()
            .collect(
                Collectors.groupingBy(
                    request ->
                        new RequestKey(request.user(), request.verb(), request.resourceType()),
                    Collectors.counting())));
  }

  /** All requests. */
  public long total() {
    return total(_ -> true);
  }

  /** The requests of some sorts. */
  public long total(Predicate<RequestKey> wanted) {
    return byKey.entrySet().stream()
        .filter(entry -> wanted.test(entry.getKey()))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  /** What one account asked for. */
  public AuditCounts forUser(String user) {
    return only(requestKey -> requestKey.user().equals(user));
  }

  /** Without some sorts, such as leases and events. */
  public AuditCounts without(Predicate<RequestKey> unwanted) {
    return only(unwanted.negate());
  }

  private AuditCounts only(Predicate<RequestKey> wanted) {
    return new AuditCounts(
        byKey.entrySet().stream()
            .filter(entry -> wanted.test(entry.getKey()))
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
  }

  /** A line for each sort, sorted: number, account, verb, kind. */
  @Override
  public String toString() {
    var lines = new TreeMap<String, Long>();
    byKey.forEach(
        (requestKey, count) ->
            lines.put(
                requestKey.user() + " " + requestKey.verb() + " " + requestKey.resourceType(),
                count));
    return lines.entrySet().stream()
        .map(line -> "%6d %s%n".formatted(line.getValue(), line.getKey()))
        .collect(Collectors.joining());
  }

  /**
   * What requests are told apart by.
   *
   * @param user the account
   * @param verb the verb
   * @param resourceType the kind
   */
  public record RequestKey(String user, String verb, AuditRecord.ResourceType resourceType) {}
}
