package io.weir.pass;

import io.weir.engine.drain.DrainLimits;
import io.weir.pass.NodeDrains.Drain;
import io.weir.pass.NodeDrains.Progress;
import io.weir.provider.Instance;
import io.weir.provider.PoolNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What is waited for before the machines of a pool end that is being deleted. All Nodes are drained
 * at once. Nothing of it is written down: it begins when the API server says that the deletion has,
 * so that another process goes on where this one was.
 *
 * @param members the instances that were observed, with their Nodes
 * @param nodesKnown whether all Nodes of the workload cluster are known now
 * @param mayHaveNodes whether the pool ever had any
 * @param since when the deletion began
 * @param limits how long people want the drains to take at most; there is one for Pods
 * @param now the time
 */
record DeletionDrain(
    List<PoolMember> members,
    boolean nodesKnown,
    boolean mayHaveNodes,
    Instant since,
    DrainLimits limits,
    Instant now) {

  /**
   * So long nobody looks again for Nodes of a cluster that cannot be reached, and so long drains
   * have to tell that their time is over.
   */
  private static final Duration NEXT_LOOK = Duration.ofSeconds(20);

  DeletionDrain {
    // One that is held runs on, and so does what is on it.
    members =
        members.stream()
            .filter(member -> member.instance().state() != Instance.State.TERMINATING)
            .toList();
  }

  /** The Nodes to drain from now on. */
  List<Drain> drains() {
    return members.stream().flatMap(member -> drain(member).stream()).toList();
  }

  private Optional<Drain> drain(PoolMember member) {
    return member.node().map(node -> new Drain(member.instance().id(), node, since));
  }

  /**
   * What is still waited for, with when to look again; absent if all machines may end.
   *
   * @param progress how far drains are, by instance
   */
  Optional<RetirementStatus> pending(Map<String, Progress> progress) {
    var waiting = new ArrayList<String>();
    boolean unknown = false;
    for (PoolMember member : members) {
      String id = member.instance().id();
      if (member.node().isPresent() && now.isBefore(end().plus(NEXT_LOOK))) {
        Optional<Progress> drained = Optional.ofNullable(progress.get(id));
        if (drained.filter(Progress::done).isEmpty()) {
          waiting.add(draining(id, member.node().get(), drained));
        }
      } else if (member.node().isEmpty() && mayWait()) {
        unknown = true;
        waiting.add(id + ", whose Node is not known as the workload cluster cannot be reached");
      }
    }
    return waiting.isEmpty() ? Optional.empty() : Optional.of(status(waiting, unknown));
  }

  /** Whom the cloud is about to end before its Node is drained. */
  Set<String> held(Map<String, Progress> progress) {
    return members.stream()
        .filter(member -> member.instance().state() == Instance.State.HELD)
        .map(member -> member.instance().id())
        .filter(id -> Optional.ofNullable(progress.get(id)).filter(Progress::done).isEmpty())
        .collect(Collectors.toSet());
  }

  private boolean mayWait() {
    return !nodesKnown && mayHaveNodes && now.isBefore(end());
  }

  /** Whatever keeps a volume attached: a deletion waits no longer than people say. */
  private Instant end() {
    return since.plus(time()).plus(limits.volumes().orElse(Duration.ZERO));
  }

  private Duration time() {
    return limits.drain().orElse(Duration.ZERO);
  }

  private static String draining(String id, PoolNode node, Optional<Progress> progress) {
    String how = progress.map(Progress::message).filter(text -> !text.isEmpty()).orElse("");
    return "%s (Node %s) draining%s".formatted(id, node.name(), how.isEmpty() ? "" : ", " + how);
  }

  private RetirementStatus status(List<String> waiting, boolean unknown) {
    String message =
        "the pool is being deleted, and %d of %d machines drain first, for %d s at most: %s"
            .formatted(
                waiting.size(),
                members.size(),
                Duration.between(since, end()).toSeconds(),
                LeavingMessage.named(waiting));
    Duration left = Duration.between(now, end());
    return new RetirementStatus(
        Optional.of(message),
        Optional.empty(),
        false,
        Optional.of(unknown ? Collections.min(List.of(left, NEXT_LOOK)) : left.plus(NEXT_LOOK)));
  }
}
