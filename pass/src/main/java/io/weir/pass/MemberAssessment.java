package io.weir.pass;

import io.weir.api.MetadataKeys;
import io.weir.api.core.MachinePool;
import io.weir.engine.retire.Member;
import io.weir.engine.retire.MemberFreshness;
import io.weir.engine.retire.MemberHealth;
import io.weir.engine.retire.RemovalWish;
import io.weir.engine.retire.Retirements;
import io.weir.provider.Instance;
import io.weir.provider.PoolNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What matters of a pool's instances for the question who leaves.
 *
 * @param members the instances that were observed, with their Nodes
 * @param machinePool the MachinePool
 * @param nodesKnown whether all Nodes of the workload cluster are known now
 * @param replacesLateJoiners whether a machine that never joins is to be replaced
 * @param drainsCloudTerminations whether those are drained that the cloud ends by itself
 * @param drains whether Weir drains Nodes; if not, nobody is waited for
 * @param retirements who leaves, as written down
 * @param progress how far drains are, by instance
 * @param now the time
 */
record MemberAssessment(
    List<PoolMember> members,
    MachinePool machinePool,
    boolean nodesKnown,
    boolean replacesLateJoiners,
    boolean drainsCloudTerminations,
    boolean drains,
    Retirements retirements,
    Map<String, NodeDrains.Progress> progress,
    Instant now) {

  /** So long a machine may take from its creation until it has a Node. */
  static final Duration JOIN_TIME = Duration.ofMinutes(20);

  /** The autoscaler's mark on a Node whose machine it is about to take away. */
  private static final String EMPTIED_TAINT = "ToBeDeletedByClusterAutoscaler";

  MemberAssessment {
    members = members.stream().filter(MemberAssessment::counts).toList();
  }

  private static boolean counts(PoolMember member) {
    return member.instance().state() != Instance.State.IDLE || wish(member) == RemovalWish.DELETED;
  }

  /** The members as the planner sees them. */
  List<Member> assess() {
    return members.stream().map(this::assess).toList();
  }

  /** When time alone makes another member of one of them. */
  Optional<Instant> nextChange() {
    return members.stream()
        .flatMap(
            member ->
                Stream.concat(
                    member.node().flatMap(this::availableAt).stream(), lateAt(member).stream()))
        .filter(now::isBefore)
        .min(Instant::compareTo);
  }

  private Member assess(PoolMember member) {
    Instance instance = member.instance();
    return new Member(
        instance.id(),
        instance.zone(),
        instance.created(),
        health(member),
        instance.state() == Instance.State.FAILED
            || lateAt(member).filter(at -> !now.isBefore(at)).isPresent(),
        freshness(member),
        wish(member),
        member.node().filter(MemberAssessment::isMarked).isPresent(),
        isDrained(member));
  }

  private MemberHealth health(PoolMember member) {
    if (member.instance().isEnding()) {
      boolean waits = member.instance().state() == Instance.State.HELD;
      return waits && drainsCloudTerminations ? MemberHealth.HELD : MemberHealth.ENDING;
    }
    if (member.node().isEmpty() && mayHaveNode()) {
      return MemberHealth.UNKNOWN;
    }
    return member.node().flatMap(this::availableAt).filter(at -> !now.isBefore(at)).isPresent()
        ? MemberHealth.READY
        : MemberHealth.NOT_READY;
  }

  /** A pool of which no Node was ever seen has none to lose. */
  private boolean mayHaveNode() {
    return !nodesKnown && !machinePool.status().nodeRefs().isEmpty();
  }

  private Optional<Instant> availableAt(PoolNode node) {
    return node.readySince()
        .map(
            since ->
                since.plusSeconds(
                    Optional.ofNullable(machinePool.spec().template().spec().minReadySeconds())
                        .orElse(0)));
  }

  /** That others have Nodes shows that those of this cluster can be told by their provider IDs. */
  private Optional<Instant> lateAt(PoolMember member) {
    boolean tells =
        replacesLateJoiners && nodesKnown && members.stream().anyMatch(each -> hasNode(each));
    return tells && !hasNode(member) && !member.instance().providerId().isEmpty()
        ? member.instance().created().map(at -> at.plus(JOIN_TIME))
        : Optional.empty();
  }

  private static boolean hasNode(PoolMember member) {
    return member.node().isPresent();
  }

  private static MemberFreshness freshness(PoolMember member) {
    return switch (member.freshness()) {
      case CURRENT -> MemberFreshness.CURRENT;
      case OUTDATED -> MemberFreshness.OUTDATED;
      case UNKNOWN -> MemberFreshness.UNKNOWN;
    };
  }

  private static RemovalWish wish(PoolMember member) {
    return Collections.max(
        List.of(
            member.node().map(MemberAssessment::wish).orElse(RemovalWish.NONE),
            member.machine().map(MemberAssessment::wish).orElse(RemovalWish.NONE)));
  }

  private static RemovalWish wish(PoolMachine machine) {
    if (machine.deleting()) {
      return RemovalWish.DELETED;
    }
    return machine.preferred() ? RemovalWish.PREFERRED : RemovalWish.NONE;
  }

  private static RemovalWish wish(PoolNode node) {
    if (node.taintKeys().contains(EMPTIED_TAINT)) {
      return RemovalWish.EMPTIED;
    }
    return node.annotations().containsKey(MetadataKeys.DELETE_MACHINE)
        ? RemovalWish.PREFERRED
        : RemovalWish.NONE;
  }

  private static boolean isMarked(PoolNode node) {
    return node.annotations().containsKey(MetadataKeys.NODE_LEAVING);
  }

  private boolean isDrained(PoolMember member) {
    if (!drains) {
      return true;
    }
    String id = member.instance().id();
    if (member.node().isPresent()) {
      // Nobody can put off the end of one that is held.
      boolean mayEnd =
          !isUninitialized(member.node().get()) || member.instance().state() == Instance.State.HELD;
      return mayEnd
          && Optional.ofNullable(progress.get(id)).filter(NodeDrains.Progress::done).isPresent();
    }
    return !mayHaveNode()
        || retirements
            .of(id)
            .flatMap(entry -> drainTime().map(entry.since()::plus))
            .filter(end -> !now.isBefore(end))
            .isPresent();
  }

  /** The pool does not know the Node yet: if its machine ended now, nobody would delete it. */
  private static boolean isUninitialized(PoolNode node) {
    return node.taintKeys().contains(MetadataKeys.UNINITIALIZED_TAINT);
  }

  private Optional<Duration> drainTime() {
    return Optional.ofNullable(
            machinePool.spec().template().spec().deletion().nodeDrainTimeoutSeconds())
        .filter(seconds -> seconds > 0)
        .map(Duration::ofSeconds);
  }
}
