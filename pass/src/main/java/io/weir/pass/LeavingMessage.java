package io.weir.pass;

import io.weir.engine.retire.Retirement;
import io.weir.engine.retire.Retirements;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Tells people who leaves a pool, and what that waits for. */
final class LeavingMessage {

  private static final int NAMED_AT_MOST = 5;

  private LeavingMessage() {}

  /**
   * The message; absent if nobody leaves.
   *
   * @param members how many there are, those that leave included
   * @param nodes names of Nodes by instance, as far as they are known
   * @param progress how far drains are, by instance
   */
  static Optional<String> of(
      Retirements retirements,
      int members,
      Map<String, String> nodes,
      Map<String, NodeDrains.Progress> progress) {
    int leaving = retirements.entries().size();
    if (leaving == 0) {
      return Optional.empty();
    }
    List<String> all =
        retirements.entries().entrySet().stream()
            .map(entry -> one(entry.getKey(), entry.getValue(), nodes, progress))
            .toList();
    return Optional.of(
        "%d of %d leaving: %s".formatted(leaving, Math.max(members, leaving), named(all)));
  }

  /** The first of them, and how many more there are. */
  static String named(List<String> all) {
    String first = String.join("; ", all.subList(0, Math.min(NAMED_AT_MOST, all.size())));
    return all.size() > NAMED_AT_MOST
        ? "%s; and %d more".formatted(first, all.size() - NAMED_AT_MOST)
        : first;
  }

  private static String one(
      String instance,
      Retirement retirement,
      Map<String, String> nodes,
      Map<String, NodeDrains.Progress> progress) {
    String why =
        retirement.reasons().stream()
            .map(reason -> reason.text())
            .collect(Collectors.joining(", "));
    String node = Optional.ofNullable(nodes.get(instance)).map(name -> ", Node " + name).orElse("");
    String state =
        switch (retirement.state()) {
          case DRAINING ->
              Optional.ofNullable(progress.get(instance))
                  .map(NodeDrains.Progress::message)
                  .filter(message -> !message.isEmpty())
                  .map("draining, "::concat)
                  .orElse("draining");
          case REPLACING -> "being replaced";
          case SHRINKING, RELEASED -> "terminating";
        };
    return "%s (%s%s) %s".formatted(instance, why, node, state);
  }
}
