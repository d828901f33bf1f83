package io.weir.controlplane.audit;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * How many requests of each sort there were.
 *
 * @param bySort the number, above zero, for every account, verb and kind
 */
public record AuditCounts(Map<Sort, Long> bySort) {
  public AuditCounts {
    bySort = Map.copyOf(bySort);
  }

  /** Counts each request once. */
  public static AuditCounts of(Collection<AuditRecord> requests) {
    return new AuditCounts(
        requests.stream()
            .collect(
                Collectors.groupingBy(
                    request -> new Sort(request.user(), request.verb(), request.kind()),
                    Collectors.counting())));
  }

  /** All requests. */
  public long total() {
    return total(_ -> true);
  }

  /** The requests of some sorts. */
  public long total(Predicate<Sort> wanted) {
    return bySort.entrySet().stream()
        .filter(entry -> wanted.test(entry.getKey()))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  /** What one account asked for. */
  public AuditCounts by(String user) {
    return only(sort -> sort.user().equals(user));
  }

  /** Without some sorts, such as leases and events. */
  public AuditCounts without(Predicate<Sort> unwanted) {
    return only(unwanted.negate());
  }

  private AuditCounts only(Predicate<Sort> wanted) {
    return new AuditCounts(
        bySort.entrySet().stream()
            .filter(entry -> wanted.test(entry.getKey()))
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
  }

  /** A line for each sort, sorted: number, account, verb, kind. */
  @Override
  public String toString() {
    var lines = new TreeMap<String, Long>();
    bySort.forEach(
        (sort, count) -> lines.put(sort.user() + " " + sort.verb() + " " + sort.kind(), count));
    return lines.entrySet().stream()
        .map(line -> "%6d %s%n".formatted(line.getValue(), line.getKey()))
        .collect(Collectors.joining());
  }

  /**
   * What requests are told apart by.
   *
   * @param user the account
   * @param verb the verb
   * @param kind the kind
   */
  public record Sort(String user, String verb, AuditRecord.Kind kind) {}
}
