package io.weir.webhook.http;

import java.net.InetAddress;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Who takes the most places, and has to give one up before others do. */
final class Crowd {

  private Crowd() {}

  /** Those of the address that has the most of them, in their order; there must be some. */
  static <C> List<C> of(Collection<C> connections, Function<C, InetAddress> from) {
    Map<InetAddress, Long> counts =
        connections.stream().collect(Collectors.groupingBy(from, Collectors.counting()));
    long most = Collections.max(counts.values());
    return connections.stream()
        .filter(connection -> counts.getOrDefault(from.apply(connection), 0L) == most)
        .toList();
  }
}
