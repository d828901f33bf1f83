package io.weir.engine.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.conditions.Condition;
import io.weir.api.conditions.ConditionStatus;
import io.weir.engine.pool.PoolSnapshot.BootstrapState;
import io.weir.engine.pool.PoolSnapshot.InfrastructureState;
import io.weir.engine.pool.PoolSnapshot.InfrastructureState.InfrastructureProblem;
import io.weir.engine.pool.PoolSnapshot.InfrastructureState.ProviderMessages;
import io.weir.engine.pool.PoolSnapshot.NodeRef;
import io.weir.engine.pool.PoolSnapshot.NodeSnapshot;
import io.weir.engine.pool.PoolSnapshot.PreviousState;
import io.weir.engine.pool.PoolSnapshot.WorkloadState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PoolStatusDeciderTest {

  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

  /** A snapshot that a test changes in one respect. */
  private static final class Pool {
    int desired = 3;
    boolean external;
    boolean deleting;
    boolean provisioned;
    int minReadySeconds;
    String version = "v1.35.4";
    List<NodeRef> refs = List.of();
    List<String> listed = List.of();
    BootstrapState bootstrap = new BootstrapState.Ready("workers");
    InfrastructureState infrastructure = present(true, "a", "b", "c");
    WorkloadState workload = nodes(ready("a"), ready("b"), ready("c"));

    PoolDecision decide() {
      var previousState =
          new PreviousState(
              provisioned,
              provisioned,
              OptionalInt.of(9),
              OptionalInt.of(2),
              OptionalInt.of(1),
              OptionalInt.of(2),
              List.of(new ReplicaCounts.KubeletVersionCount("v1.35.4", 2)),
              refs,
              listed);
      return PoolStatusDecider.decide(
          new PoolSnapshot(
              desired,
              external,
              deleting,
              deleting ? "waiting for AWSMachinePool default/workers" : "",
              Optional.of(version),
              minReadySeconds,
              previousState,
              bootstrap,
              infrastructure,
              workload,
              NOW));
    }

    Condition condition(String type) {
      return decide().conditions().current().stream()
          .filter(condition -> condition.type().equals(type))
          .findFirst()
          .orElseThrow();
    }
  }

  private static InfrastructureState present(boolean ready, String... ids) {
    var providerIds = List.of(ids).stream().map(PoolStatusDeciderTest::id).toList();
    return new InfrastructureState.Present(ready, providerIds, OptionalInt.of(ids.length));
  }

  private static InfrastructureState.Present listing(int counted, String... ids) {
    var providerIds = List.of(ids).stream().map(PoolStatusDeciderTest::id).toList();
    return new InfrastructureState.Present(true, providerIds, OptionalInt.of(counted));
  }

  /** Members of which some are on their way out, listed in any order. */
  private static InfrastructureState losing(Set<String> leaving, String... ids) {
    var present = listing(ids.length - leaving.size(), ids);
    return new InfrastructureState.Present(
        true,
        present.providerIds(),
        leaving.stream().map(PoolStatusDeciderTest::id).collect(Collectors.toSet()),
        present.replicas(),
        OptionalInt.empty(),
        ProviderMessages.NONE);
  }

  private static InfrastructureState saying(
      OptionalInt upToDate, ProviderMessages providerMessages) {
    var present = listing(3, "a", "b", "c");
    return new InfrastructureState.Present(
        true, present.providerIds(), Set.of(), present.replicas(), upToDate, providerMessages);
  }

  private static InfrastructureState coming(InfrastructureProblem infrastructureProblem) {
    return new InfrastructureState.Present(
        false,
        List.of(),
        Set.of(),
        OptionalInt.of(0),
        OptionalInt.empty(),
        ProviderMessages.of(infrastructureProblem));
  }

  private static ProviderMessages hindered(String message) {
    return ProviderMessages.of(
        new InfrastructureProblem(
            "Error", "Refused", "AWSMachinePool default/workers: " + message));
  }

  private static WorkloadState nodes(NodeSnapshot... nodes) {
    return new WorkloadState.Reachable(List.of(nodes));
  }

  private static String id(String name) {
    return "aws:///zone/i-" + name;
  }

  private static NodeSnapshot ready(String name) {
    return new NodeSnapshot(
        name, "uid-" + name, id(name), Optional.of(NOW.minusSeconds(20)), "v1.35.4");
  }

  private static NodeSnapshot unready(String name) {
    return new NodeSnapshot(name, "uid-" + name, id(name), Optional.empty(), "v1.34.0");
  }

  @Nested
  class PhaseIs {
    @Test
    void pendingBeforeThereIsBootstrapData() {
      var pool = new Pool();
      pool.bootstrap = new BootstrapState.Waiting("not yet");
      pool.infrastructure = present(false);

      assertThat(pool.decide().phase()).isEqualTo(PoolPhase.PENDING);
    }

    @Test
    void provisioningUntilTheInfrastructureIsReady() {
      var pool = new Pool();
      pool.infrastructure = present(false);

      assertThat(pool.decide().phase()).isEqualTo(PoolPhase.PROVISIONING);
    }

    @Test
    void runningWhenEveryReplicaHasAReadyNode() {
      assertThat(new Pool().decide().phase()).isEqualTo(PoolPhase.RUNNING);
    }

    @Test
    void scalingUpWhileANodeIsNotReady() {
      var pool = new Pool();
      pool.workload = nodes(ready("a"), ready("b"), unready("c"));

      assertThat(pool.decide().phase()).isEqualTo(PoolPhase.SCALING_UP);
    }

    @Test
    void scalingDownWhileThereAreMoreThanWanted() {
      var pool = new Pool();
      pool.desired = 1;

      assertThat(pool.decide().phase()).isEqualTo(PoolPhase.SCALING_DOWN);
    }

    @Test
    void scalingEitherWayWhenSomebodyElseScales() {
      var pool = new Pool();
      pool.external = true;
      pool.desired = 5;

      assertThat(pool.decide().phase()).isEqualTo(PoolPhase.SCALING);
    }

    @Test
    void deletingWhateverElse() {
      var pool = new Pool();
      pool.deleting = true;

      assertThat(pool.decide().phase()).isEqualTo(PoolPhase.DELETING);
    }
  }

  @Nested
  class CountsAre {
    @Test
    void takenFromNodesAndNotFromWhatIsWanted() {
      var pool = new Pool();
      pool.workload = nodes(unready("c"), ready("a"), ready("stranger"));

      var decision = pool.decide();

      assertThat(decision.counts().replicas()).isEqualTo(3);
      assertThat(decision.counts().ready()).isEqualTo(1);
      assertThat(decision.counts().upToDate()).isEqualTo(1);
      assertThat(decision.nodeRefs())
          .containsExactly(new NodeRef("a", "uid-a"), new NodeRef("c", "uid-c"));
      assertThat(decision.counts().versions())
          .containsExactly(
              new ReplicaCounts.KubeletVersionCount("v1.34.0", 1),
              new ReplicaCounts.KubeletVersionCount("v1.35.4", 1));
    }

    @Test
    void lessANodeThatHasStoppedBeingReadyInARunningPool() {
      var pool = new Pool();
      pool.provisioned = true;
      pool.refs = List.of(new NodeRef("a", "uid-a"), new NodeRef("b", "uid-b"));
      pool.workload = nodes(ready("a"), unready("b"), ready("c"));

      var decision = pool.decide();

      assertThat(decision.counts().ready()).isEqualTo(2);
      assertThat(decision.counts().available()).isEqualTo(2);
      assertThat(decision.nodeRefs()).hasSize(3);
    }

    @Test
    void thoseOfTheWantedVersionHoweverAVendorExtendsIt() {
      var pool = new Pool();
      pool.workload =
          nodes(
              new NodeSnapshot("a", "uid-a", id("a"), Optional.of(NOW), "v1.35.4-eks-1a2b3c"),
              new NodeSnapshot("b", "uid-b", id("b"), Optional.of(NOW), "v1.35.4+rke2r1"),
              new NodeSnapshot("c", "uid-c", id("c"), Optional.of(NOW), "v1.35.40"));

      assertThat(pool.decide().counts().upToDate()).isEqualTo(2);
    }

    @Test
    void ofWhichAReadyOneThatLeavesIsNotAvailable() {
      var pool = new Pool();
      pool.workload =
          nodes(
              ready("a"),
              new NodeSnapshot("b", "uid-b", id("b"), Optional.of(NOW), "v1.35.4", true));

      var replicaCounts = pool.decide().counts();

      assertThat(replicaCounts.ready()).isEqualTo(2);
      assertThat(replicaCounts.available()).isEqualTo(1);
    }

    @Test
    void availableOnlyAfterMinReadySecondsAndSayWhenToLookAgain() {
      var pool = new Pool();
      pool.minReadySeconds = 30;

      var replicaCounts = pool.decide().counts();

      assertThat(replicaCounts.ready()).isEqualTo(3);
      assertThat(replicaCounts.available()).isZero();
      assertThat(replicaCounts.requeueAfter()).contains(Duration.ofSeconds(10));
    }

    @Test
    void theLastOnesWhileNodesCannotBeSeen() {
      var pool = new Pool();
      pool.refs = List.of(new NodeRef("a", "uid-a"));
      pool.workload = new WorkloadState.Unreachable("connection refused");

      var decision = pool.decide();

      assertThat(decision.counts().ready()).isEqualTo(2);
      assertThat(decision.counts().versions())
          .containsExactly(new ReplicaCounts.KubeletVersionCount("v1.35.4", 2));
      assertThat(decision.nodeRefs()).containsExactly(new NodeRef("a", "uid-a"));
      assertThat(pool.condition("Available").status()).isEqualTo(ConditionStatus.UNKNOWN);
    }
  }

  @Nested
  class MachinesOnTheirWayOut {
    @Test
    void areToldWhileTheyTerminateInAPoolThatHasShrunk() {
      var pool = new Pool();
      pool.provisioned = true;
      pool.desired = 1;
      pool.infrastructure = losing(Set.of("b", "c"), "a", "b", "c");

      var decision = pool.decide();

      assertThat(numbers(decision.counts())).containsExactly(1, 1, 1, 1);
      assertThat(decision.counts().versions())
          .containsExactly(new ReplicaCounts.KubeletVersionCount("v1.35.4", 1));
      assertThat(decision.nodeRefs()).hasSize(3);
      assertThat(decision.phase()).isEqualTo(PoolPhase.SCALING_DOWN);
      assertThat(pool.condition("ScalingDown"))
          .isEqualTo(
              new Condition(
                  "ScalingDown",
                  ConditionStatus.TRUE,
                  "",
                  "ScalingDown",
                  "2 machines are still terminating"));
      assertThat(pool.condition("Available").status()).isEqualTo(ConditionStatus.TRUE);
      assertThat(pool.condition("MachinesReady").status()).isEqualTo(ConditionStatus.TRUE);
    }

    @Test
    void makeNoPoolRunWhichIsToHaveAsManyAgain() {
      var pool = new Pool();
      pool.provisioned = true;
      pool.infrastructure = losing(Set.of("b", "c"), "a", "b", "c");

      var decision = pool.decide();

      assertThat(decision.phase()).isEqualTo(PoolPhase.SCALING_UP);
      assertThat(pool.condition("ScalingUp").message())
          .isEqualTo("from 1 to 3 replicas; 2 machines are still terminating");
      assertThat(pool.condition("ScalingDown").status()).isEqualTo(ConditionStatus.FALSE);
      assertThat(pool.condition("Available").message()).isEqualTo("1 of 3 replicas available");
      assertThat(decision.conditions().deprecated())
          .extracting(condition -> condition.type() + "=" + condition.status())
          .contains("ReplicasReady=False");
    }

    @Test
    void areNotCountedBesideThoseThatReplaceThem() {
      var pool = new Pool();
      pool.provisioned = true;
      pool.infrastructure = losing(Set.of("b", "c"), "a", "b", "c", "d", "e");
      pool.workload = nodes(ready("a"), ready("b"), unready("c"), ready("d"), ready("e"));

      var decision = pool.decide();

      assertThat(numbers(decision.counts())).containsExactly(3, 3, 3, 3);
      assertThat(decision.nodeRefs()).hasSize(5);
      assertThat(pool.condition("Available").status()).isEqualTo(ConditionStatus.TRUE);
      assertThat(pool.condition("MachinesReady").status()).isEqualTo(ConditionStatus.TRUE);
      assertThat(pool.condition("RollingOut").status()).isEqualTo(ConditionStatus.FALSE);
      assertThat(pool.condition("ScalingDown").message())
          .isEqualTo("2 machines are still terminating");
    }

    @Test
    void keepTheirNodesUntilTheyAreGone() {
      var pool = new Pool();
      pool.desired = 1;
      pool.listed = List.of(id("a"), id("b"), id("c"));
      pool.infrastructure = losing(Set.of("b"), "a", "b");

      assertThat(pool.decide().orphans()).containsExactly("c");
    }

    @Test
    void areToldOfAPoolThatGoes() {
      var pool = new Pool();
      pool.deleting = true;
      pool.infrastructure = losing(Set.of("a"), "a");

      assertThat(pool.condition("ScalingDown").message())
          .isEqualTo("1 machine is still terminating");
      assertThat(pool.condition("MachinesReady").reason()).isEqualTo("NoReplicas");
    }

    /** Replicas, ready, available and up to date. */
    private static List<Integer> numbers(ReplicaCounts replicaCounts) {
      return Stream.of(
              replicaCounts.replicas(),
              replicaCounts.ready(),
              replicaCounts.available(),
              replicaCounts.upToDate())
          .toList();
    }
  }

  @Nested
  class OrphansAre {
    @Test
    void formerMembersWhoseMachineIsGone() {
      var pool = new Pool();
      pool.refs = List.of(new NodeRef("a", "uid-a"), new NodeRef("d", "uid-d"));
      pool.workload = nodes(ready("a"), ready("d"), ready("stranger"));

      assertThat(pool.decide().orphans()).containsExactly("d");
    }

    @Test
    void nobodyWhenTheListIsHalfTold() {
      var pool = new Pool();
      pool.refs = List.of(new NodeRef("a", "uid-a"));
      pool.infrastructure = listing(3);

      assertThat(pool.decide().orphans()).isEmpty();
    }

    @Test
    void nobodyWhenTheListNamesFewerThanTheProviderCounts() {
      var pool = new Pool();
      pool.refs =
          List.of(new NodeRef("a", "uid-a"), new NodeRef("b", "uid-b"), new NodeRef("c", "uid-c"));
      pool.listed = List.of(id("a"), id("b"), id("c"));
      pool.infrastructure = listing(3, "c");

      var decision = pool.decide();

      assertThat(decision.orphans()).isEmpty();
      assertThat(decision.nodeRefs()).hasSize(3);
      assertThat(decision.counts().ready()).isEqualTo(3);
      assertThat(((InfrastructureState.Present) pool.infrastructure).members(pool.listed))
          .containsExactly(id("a"), id("b"), id("c"));
    }

    @Test
    void thoseOfAHalfToldListOnceItIsWhole() {
      var pool = new Pool();
      pool.desired = 2;
      pool.listed = listing(3, "a", "b").members(List.of(id("a"), id("b"), id("c")));
      pool.infrastructure = listing(2, "a", "b");

      assertThat(pool.decide().orphans()).containsExactly("c");
    }

    @Test
    void nobodyWhoseMachineAnotherPoolLists() {
      var pool = new Pool();
      pool.refs = List.of(new NodeRef("a", "uid-a"), new NodeRef("d", "uid-d"));
      pool.workload =
          new WorkloadState.Reachable(
              List.of(ready("a"), ready("d")), Set.of(), 0, Set.of(id("d")));

      assertThat(pool.decide().orphans()).isEmpty();
      assertThat(pool.decide().nodeRefs()).containsExactly(new NodeRef("a", "uid-a"));

      pool.deleting = true;
      assertThat(pool.decide().orphans()).isEmpty();
    }

    @Test
    void thoseWhoseMachinesWentWhileTheInfrastructurePoolWasNotReadyOnceItIsAgain() {
      var pool = new Pool();
      pool.refs = List.of(new NodeRef("a", "uid-a"), new NodeRef("b", "uid-b"));
      pool.workload = nodes(ready("a"), ready("b"));

      for (InfrastructureState broken :
          List.of(
              present(false),
              new InfrastructureState.Missing("AWSMachinePool default/workers"),
              present(false, "c"))) {
        pool.infrastructure = broken;
        var meanwhile = pool.decide();
        assertThat(meanwhile.orphans()).isEmpty();
        assertThat(meanwhile.nodeRefs()).containsExactlyElementsOf(pool.refs);
        assertThat(meanwhile.counts().ready()).isZero();
        pool.refs = meanwhile.nodeRefs();
      }
      pool.infrastructure = present(true, "c");
      pool.workload = nodes(ready("a"), ready("b"), ready("c"));

      assertThat(pool.decide().orphans()).containsExactly("a", "b");
      assertThat(pool.decide().nodeRefs()).containsExactly(new NodeRef("c", "uid-c"));
    }

    @Test
    void nobodyWhenTheInfrastructurePoolWasTakenAwayUnderALivingPool() {
      var pool = new Pool();
      pool.refs = List.of(new NodeRef("a", "uid-a"));
      pool.infrastructure = new InfrastructureState.Missing("AWSMachinePool default/workers");

      assertThat(pool.decide().orphans()).isEmpty();
    }

    @Test
    void everyMemberOnceADeletedPoolHasLostItsMachines() {
      var pool = new Pool();
      pool.deleting = true;
      pool.refs = List.of(new NodeRef("a", "uid-a"));
      pool.listed = List.of(id("b"));
      pool.infrastructure = new InfrastructureState.Missing("AWSMachinePool default/workers");

      assertThat(pool.decide().orphans()).containsExactly("a", "b");
    }
  }

  @Nested
  class MilestonesAre {
    @Test
    void keptWhenTheInfrastructurePoolIsNotReadyAnyMore() {
      var pool = new Pool();
      pool.provisioned = true;
      pool.bootstrap = new BootstrapState.Waiting("rendering");
      pool.infrastructure = present(false, "a", "b", "c");

      var decision = pool.decide();

      assertThat(decision.bootstrapped()).isTrue();
      assertThat(decision.provisioned()).isTrue();
      assertThat(decision.phase()).isEqualTo(PoolPhase.RUNNING);
      assertThat(decision.orphans()).isEmpty();
    }
  }

  @Nested
  class ConditionsSay {
    @Test
    void everythingOfAPoolThatIsAsItShouldBe() {
      var pool = new Pool();

      assertThat(pool.decide().conditions().current())
          .extracting(condition -> condition.type() + "=" + condition.status())
          .containsExactly(
              "Available=True",
              "BootstrapConfigReady=True",
              "InfrastructureReady=True",
              "MachinesReady=True",
              "MachinesUpToDate=True",
              "RollingOut=False",
              "ScalingUp=False",
              "ScalingDown=False",
              "Remediating=False",
              "Deleting=False");
      assertThat(pool.decide().conditions().current())
          .allMatch(condition -> condition.message().isEmpty());
      assertThat(pool.decide().problems()).isEmpty();
    }

    @Test
    void whichMachinesAreNotReady() {
      var pool = new Pool();
      pool.workload = nodes(ready("a"), unready("b"));

      assertThat(pool.condition("MachinesReady").message())
          .isEqualTo("1 of 3 machines ready: 1 without a Node yet; not Ready: b");
    }

    @Test
    void thatNodesLackWhatTiesThemToMachines() {
      var pool = new Pool();
      pool.workload = new WorkloadState.Reachable(List.of(ready("a")), Set.of(), 2, Set.of());

      assertThat(pool.condition("MachinesReady").message())
          .isEqualTo(
              "1 of 3 machines ready: 2 without a Node yet; 2 Nodes of the cluster have no"
                  + " spec.providerID, so they match no machine: the kubelet needs"
                  + " cloud-provider=external and the cluster a cloud controller manager, or the"
                  + " kubelet provider-id in its arguments");
      assertThat(pool.decide().counts().requeueAfter()).contains(Duration.ofMinutes(1));
    }

    @Test
    void nothingOfStrangersWhileEveryMachineHasItsNode() {
      var pool = new Pool();
      pool.workload =
          new WorkloadState.Reachable(
              List.of(ready("a"), ready("b"), unready("c")), Set.of(), 2, Set.of());

      assertThat(pool.condition("MachinesReady").message())
          .isEqualTo("2 of 3 machines ready: not Ready: c");
      assertThat(pool.decide().counts().requeueAfter()).isEmpty();
    }

    @Test
    void whoseNodeWentWithoutItsMachine() {
      var pool = new Pool();
      pool.workload =
          new WorkloadState.Reachable(List.of(ready("a")), Set.of(id("a"), id("b")), 0, Set.of());

      assertThat(pool.condition("MachinesReady").message())
          .isEqualTo(
              "1 of 3 machines ready: 1 with a deleted Node: restart the kubelet there; 1 without a"
                  + " Node yet");
    }

    @Test
    void whichVersionsAreNotTheWantedOne() {
      var pool = new Pool();
      pool.workload = nodes(ready("a"), unready("b"), unready("c"));
      String outdated = "2 of 3 machines not up to date: 2 run v1.34.0 instead of v1.35.4";

      assertThat(pool.condition("MachinesUpToDate").message()).isEqualTo(outdated);
      assertThat(pool.condition("RollingOut").status()).isEqualTo(ConditionStatus.TRUE);
      assertThat(pool.condition("RollingOut").message()).isEqualTo(outdated);
    }

    @Test
    void howFarTheProvidersRolloutHasCome() {
      var pool = new Pool();
      pool.infrastructure =
          saying(
              OptionalInt.of(1),
              new ProviderMessages(Optional.empty(), "", "instance refresh 33 %", ""));

      assertThat(pool.condition("RollingOut").status()).isEqualTo(ConditionStatus.TRUE);
      assertThat(pool.condition("RollingOut").message()).isEqualTo("instance refresh 33 %");
      assertThat(pool.condition("MachinesUpToDate").message())
          .isEqualTo("1 of 3 machines use the newest template");
      assertThat(pool.decide().counts().upToDate()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "3 of 6 instances are running or starting: no t3.large left",
          "cannot update Auto Scaling group workers: you may not",
          "no x86_64 image of 1.35.4"
        })
    void whatKeepsAPoolFromGrowingThatWasReadyOnce(String why) {
      var pool = new Pool();
      pool.provisioned = true;
      pool.desired = 6;
      pool.infrastructure = saying(OptionalInt.empty(), hindered(why));
      String reported = "AWSMachinePool default/workers: " + why;

      assertThat(pool.condition("InfrastructureReady"))
          .isEqualTo(
              new Condition(
                  "InfrastructureReady", ConditionStatus.FALSE, "", "NotReady", reported));
      assertThat(pool.condition("ScalingUp").message())
          .isEqualTo("from 3 to 6 replicas; " + reported);
      assertThat(pool.condition("Available").message())
          .isEqualTo("3 of 6 replicas available; " + reported);
      assertThat(pool.decide().conditions().deprecated())
          .startsWith(new Condition("Ready", ConditionStatus.FALSE, "Error", "Refused", reported));
      assertThat(pool.decide().provisioned()).isTrue();
      assertThat(pool.decide().phase()).isEqualTo(PoolPhase.SCALING_UP);
    }

    @Test
    void whatKeepsAPoolFromComingUpButNotWhatComesByItself() {
      var pool = new Pool();
      pool.workload = nodes();
      pool.infrastructure = coming(new InfrastructureProblem("Error", "Refused", "no such subnet"));
      var young = new Pool();
      young.workload = nodes();
      young.infrastructure = coming(new InfrastructureProblem("", "", "not ready yet"));

      assertThat(pool.condition("ScalingUp").message())
          .isEqualTo("from 0 to 3 replicas; no such subnet");
      assertThat(young.condition("ScalingUp").message()).isEqualTo("from 0 to 3 replicas");
      assertThat(young.condition("InfrastructureReady").message()).isEqualTo("not ready yet");
    }

    @Test
    void whatKeepsAPoolFromShrinking() {
      var pool = new Pool();
      pool.desired = 1;
      pool.infrastructure = saying(OptionalInt.empty(), hindered("you may not"));

      assertThat(pool.condition("ScalingDown").message())
          .isEqualTo("from 3 to 1 replicas; AWSMachinePool default/workers: you may not");
      assertThat(pool.condition("Available").status()).isEqualTo(ConditionStatus.TRUE);
    }

    @Test
    void nothingAgainstAPoolThatMerelyGrows() {
      var pool = new Pool();
      pool.provisioned = true;
      pool.desired = 6;

      assertThat(pool.condition("InfrastructureReady").status()).isEqualTo(ConditionStatus.TRUE);
      assertThat(pool.condition("ScalingUp").message()).isEqualTo("from 3 to 6 replicas");
    }

    @Test
    void whyAnUpgradeDoesNotBegin() {
      var pool = new Pool();
      pool.version = "v1.35.5";
      pool.infrastructure = saying(OptionalInt.empty(), hindered("no x86_64 image of 1.35.5"));

      assertThat(pool.decide().counts().upToDate()).isZero();
      assertThat(pool.condition("MachinesUpToDate").status()).isEqualTo(ConditionStatus.FALSE);
      assertThat(pool.condition("RollingOut").message())
          .isEqualTo(
              "3 of 3 machines not up to date: 3 run v1.35.4 instead of v1.35.5;"
                  + " AWSMachinePool default/workers: no x86_64 image of 1.35.5");
    }

    @Test
    void whatAnUpgradeWaitsFor() {
      var pool = new Pool();
      pool.version = "v1.35.5";
      pool.infrastructure =
          saying(
              OptionalInt.empty(),
              new ProviderMessages(
                  Optional.empty(), "", "waiting for bootstrap data for v1.35.5", ""));

      assertThat(pool.condition("RollingOut").message())
          .endsWith("instead of v1.35.5; waiting for bootstrap data for v1.35.5");
      assertThat(pool.condition("InfrastructureReady").status()).isEqualTo(ConditionStatus.TRUE);
    }

    @Test
    void whyARolloutThatHasBegunDoesNotGoOn() {
      var pool = new Pool();
      pool.infrastructure =
          saying(
              OptionalInt.of(1),
              new ProviderMessages(
                  hindered("no t3.large left").problem(), "", "instance refresh 33 %", ""));

      assertThat(pool.condition("RollingOut").message())
          .isEqualTo("instance refresh 33 %; AWSMachinePool default/workers: no t3.large left");
    }

    @Test
    void howManyAreReadyForTooShortATime() {
      var pool = new Pool();
      pool.minReadySeconds = 30;

      assertThat(pool.condition("Available").message())
          .isEqualTo(
              "0 of 3 replicas available; 3 Ready for less than the 30 s that"
                  + " spec.template.spec.minReadySeconds requires");
    }

    @Test
    void whichClusterDoesNotExistWhateverTheCounts() {
      var pool = new Pool();
      pool.provisioned = true;
      pool.workload = new WorkloadState.ClusterMissing("Cluster default/demo");
      String missing = "Cluster default/demo, named in spec.clusterName, does not exist: create it";

      var decision = pool.decide();

      assertThat(pool.condition("Available"))
          .isEqualTo(
              new Condition(
                  "Available", ConditionStatus.UNKNOWN, "", "ObjectDoesNotExist", missing));
      assertThat(decision.counts().ready()).isEqualTo(2);
      assertThat(decision.orphans()).isEmpty();
      assertThat(decision.problems())
          .containsExactly(new PoolDecision.PoolProblem("ClusterMissing", missing));
    }

    @Test
    void whatKeepsASizeThatIsNotAskedFor() {
      var pool = new Pool();
      pool.desired = 0;
      pool.infrastructure =
          new InfrastructureState.Present(
              true,
              List.of(),
              Set.of(),
              OptionalInt.of(1),
              OptionalInt.empty(),
              new ProviderMessages(
                  Optional.empty(), "AWSMachinePool default/workers: lower minSize", "", ""));

      assertThat(pool.condition("ScalingDown").message())
          .isEqualTo(
              "from 1 to 0 replicas, held up: AWSMachinePool default/workers: lower minSize");
      assertThat(pool.condition("InfrastructureReady").status()).isEqualTo(ConditionStatus.TRUE);
    }

    @Test
    void whoLeavesAndWhatThatWaitsForWhileThePoolIsLargerThanAskedFor() {
      var pool = new Pool();
      pool.desired = 2;
      var leaving = new ProviderMessages(Optional.empty(), "", "", "1 of 3 leaving: i-1 draining");
      pool.infrastructure =
          new InfrastructureState.Present(
              true, List.of(), Set.of(), OptionalInt.of(3), OptionalInt.empty(), leaving);

      assertThat(pool.condition("ScalingDown").message())
          .isEqualTo("from 3 to 2 replicas; 1 of 3 leaving: i-1 draining");
      pool.desired = 3;
      assertThat(pool.condition("ScalingDown").message()).isEmpty();
    }

    @Test
    void whatADeletionWaitsFor() {
      var pool = new Pool();
      pool.deleting = true;

      assertThat(pool.condition("Deleting").message())
          .isEqualTo("waiting for AWSMachinePool default/workers");
      assertThat(pool.condition("ScalingDown").message()).isEqualTo("from 3 to 0 replicas");
    }

    @Test
    void thatAnObjectWasThereBefore() {
      var pool = new Pool();
      pool.provisioned = true;
      pool.infrastructure = new InfrastructureState.Missing("AWSMachinePool default/workers");

      assertThat(pool.condition("InfrastructureReady").reason()).isEqualTo("ObjectDeleted");
      assertThat(pool.decide().problems()).hasSize(1);
    }

    @Test
    void howManyAreMissing() {
      var pool = new Pool();
      pool.workload = nodes(ready("a"), unready("b"));

      assertThat(pool.condition("Available").message()).isEqualTo("1 of 3 replicas available");
    }

    @Test
    void whichObjectIsMissingAndWhereItIsNamed() {
      var pool = new Pool();
      pool.infrastructure = new InfrastructureState.Missing("AWSMachinePool default/workers");

      assertThat(pool.condition("InfrastructureReady").message())
          .isEqualTo(
              "AWSMachinePool default/workers, named in spec.template.spec.infrastructureRef, does"
                  + " not exist: create it, or name another");
    }

    @Test
    void thatAnObjectIsOfAKindThatCannotServe() {
      var pool = new Pool();
      pool.bootstrap = new BootstrapState.Missing("Lease default/workers", "is of no such kind");

      assertThat(pool.condition("BootstrapConfigReady").message())
          .isEqualTo(
              "Lease default/workers, named in spec.template.spec.bootstrap.configRef, is of no"
                  + " such kind");
    }

    @Test
    void thatNodesAreNotSeenYetBeforeThereIsAReasonToWorry() {
      var pool = new Pool();
      pool.workload = new WorkloadState.Unreachable("");

      assertThat(pool.condition("Available").message())
          .isEqualTo("Nodes not observed yet: connecting to the workload cluster");
    }

    @Test
    void theWorstOfTheOlderStyleInItsReady() {
      var pool = new Pool();
      pool.bootstrap = new BootstrapState.Waiting("waiting for the cluster");
      pool.infrastructure = new InfrastructureState.Missing("AWSMachinePool default/workers");

      var ready = pool.decide().conditions().deprecated().getFirst();

      assertThat(ready.type()).isEqualTo("Ready");
      assertThat(ready.reason()).isEqualTo("IncorrectExternalRef");
    }
  }
}
