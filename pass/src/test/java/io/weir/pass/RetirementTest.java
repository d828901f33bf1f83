package io.weir.pass;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.api.MetadataKeys;
import io.weir.engine.rollout.RolloutProgress;
import io.weir.pass.TestPoolProvider.TestDesiredState;
import io.weir.provider.Actor;
import io.weir.provider.CloudScope;
import io.weir.provider.Freshness;
import io.weir.provider.Instance;
import io.weir.provider.Observation;
import io.weir.provider.PoolIntent;
import io.weir.provider.PoolNode;
import io.weir.provider.PoolTraits;
import io.weir.provider.RolloutPreferences;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Who leaves a pool whose victims Weir picks, over several passes. */
class RetirementTest {

  private final TestWorld world = new TestWorld();
  private final TestPoolProvider provider = world.provider;
  private final Nodes nodes = new Nodes();
  private final Drains drains = new Drains();

  /** The Nodes of a workload cluster that can be out of reach. */
  private static final class Nodes implements WorkloadNodeView {
    final Map<String, PoolNode> byProviderId = new LinkedHashMap<>();
    boolean known = true;

    @Override
    public boolean isKnown() {
      return known;
    }

    @Override
    public Optional<PoolNode> byProviderId(String providerId) {
      return Optional.ofNullable(byProviderId.get(providerId)).filter(_ -> known);
    }

    @Override
    public Optional<List<PoolNode>> withLabels(Map<String, String> labels) {
      return Optional.empty();
    }
  }

  /** Drains that end when the test says so. */
  private final class Drains implements NodeDrains {
    final Map<String, Progress> progress = new HashMap<>();
    List<String> followed = List.of();
    List<Instant> since = List.of();
    final List<String> restored = new ArrayList<>();

    @Override
    public Map<String, Progress> progress() {
      return progress;
    }

    @Override
    public void follow(List<Drain> drained, List<PoolNode> restore) {
      List<String> now = drained.stream().map(Drain::instanceId).toList();
      if (!now.equals(followed)) {
        world.events.add("drain " + now);
      }
      followed = now;
      since = drained.stream().map(Drain::since).toList();
      restore.forEach(node -> restored.add(node.name()));
    }
  }

  @BeforeEach
  void threeMachines() {
    provider.traits = PoolTraits.DEFAULT.withVictimsPickedBy(Actor.WEIR).withDrainsBy(Actor.WEIR);
    provider.freshness = _ -> Freshness.CURRENT;
    world.nodes = nodes;
    world.drains = drains;
    members(3);
    IntStream.rangeClosed(1, 3).forEach(i -> putNode(i, List.of(), Map.of()));
    template().put("clusterName", "demo");
    replicas(3);
  }

  private void members(int count) {
    provider.instances =
        IntStream.rangeClosed(1, count)
            .mapToObj(
                i ->
                    new Instance(
                        "i-" + i,
                        "test:///i-" + i,
                        "",
                        Instance.State.RUNNING,
                        "",
                        Optional.of(Instant.parse("2025-12-31T00:00:00Z").plusSeconds(i))))
            .toList();
    provider.requestedSize = OptionalInt.of(count);
    world.present();
  }

  private void putNode(int i, List<String> taints, Map<String, String> annotations) {
    String id = "test:///i-" + i;
    var ready = Optional.of(Instant.parse("2025-12-31T23:00:00Z"));
    nodes.byProviderId.put(
        id,
        new PoolNode("node-" + i, "uid-" + i, id, Map.of(), ready, "", false, taints, annotations));
  }

  private void machine(String instance, boolean deleting, boolean preferred) {
    world.machines =
        other ->
            other.id().equals(instance)
                ? Optional.of(new PoolMachine("workers-" + instance, deleting, preferred))
                : Optional.empty();
  }

  private void drained(String instance) {
    drains.progress.put(instance, new NodeDrains.Progress(true, "drained"));
  }

  private static TerminationBrake allowing(int most) {
    return new TerminationBrake() {
      @Override
      public Optional<Hold> hold(CloudScope cloudScope, int instances) {
        return instances > most
            ? Optional.of(new Hold("too many", Duration.ofMinutes(1)))
            : Optional.empty();
      }

      @Override
      public void ended(CloudScope cloudScope, int instances) {}
    };
  }

  private void replicas(int count) {
    world.tree.withObject("/spec").put("replicas", count);
  }

  private ObjectNode template() {
    return world.tree.withObject("/spec/template/spec");
  }

  private PoolIntent.Converge<TestDesiredState> pass() {
    var _ = world.converge();
    return (PoolIntent.Converge<TestDesiredState>) provider.intents.getLast();
  }

  private RetirementStatus status() {
    return ((PassOutcome.Acted<?, ?>) world.converge()).retirement();
  }

  private String leaving() {
    return status().leaving().orElse("nobody");
  }

  @Test
  void whereTheCloudPicksNothingIsDecided() {
    provider.traits = PoolTraits.DEFAULT;
    replicas(1);

    assertThat(pass())
        .isEqualTo(
            new PoolIntent.Converge<>(
                new TestDesiredState(RolloutPreferences.NONE), List.of(), PoolIntent.Roll.PROCEED));
    assertThat(world.pool().annotations()).doesNotContainKey(MetadataKeys.RETIREMENTS);
  }

  /** The cloud is about to end i-2, and people want it drained first. */
  private void holdSecond() {
    world
        .tree
        .withObject("/metadata/annotations")
        .put(MetadataKeys.CLOUD_TERMINATIONS, MetadataKeys.DRAIN_CLOUD_TERMINATIONS);
    provider.instances =
        provider.instances.stream()
            .map(each -> each.id().equals("i-2") ? each.in(Instance.State.HELD) : each)
            .toList();
    world.present();
  }

  @Nested
  class ATerminationByTheCloud {

    @BeforeEach
    void isHeld() {
      holdSecond();
    }

    @Test
    void isDrainedAndReleasedAndMadeToWaitUntilThen() {
      Instant begin = world.clock.instant();
      world.keepProcess();
      assertThat(pass().held()).isEqualTo(pass().held()).hasSize(1); // until the cloud accepts it
      provider.plan.add(new TestPoolProvider.TestAnswer(new PoolIntent.Held("i-2", false, begin)));

      PoolIntent.Converge<TestDesiredState> first = pass();

      assertThat(first.held()).containsExactly(new PoolIntent.Held("i-2", false, begin));
      assertThat(first.leave()).isEmpty();
      assertThat(drains.followed).containsExactly("i-2");
      assertThat(leaving()).isEqualTo("1 of 3 leaving: i-2 (ended-by-cloud, Node node-2) draining");
      assertThat(pass().held()).isEmpty();
      assertThat(status().lookAgainIn())
          .hasValueSatisfying(in -> assertThat(in).isLessThanOrEqualTo(HeldAnswers.INTERVAL));

      world.clock.advance(HeldAnswers.INTERVAL);
      assertThat(pass().held())
          .containsExactly(new PoolIntent.Held("i-2", false, world.clock.instant()));

      drains.progress.put("i-2", new NodeDrains.Progress(true, "drained"));
      assertThat(pass().held())
          .containsExactly(new PoolIntent.Held("i-2", true, world.clock.instant()));
      assertThat(drains.followed).isEmpty();
    }

    @Test
    void isMadeToWaitByTheFirstPassAfterARestartAndByNoDryRun() {
      var _ = pass();
      var _ = world.dryRun();

      assertThat(pass().held()).extracting(PoolIntent.Held::release).containsExactly(false);
    }

    @Test
    void thatHasNoNodeIsReleasedByTheFirstLook() {
      nodes.byProviderId.remove("test:///i-2");

      assertThat(pass().held())
          .containsExactly(new PoolIntent.Held("i-2", true, world.clock.instant()));
      assertThat(drains.followed).isEmpty();
    }

    @Test
    void ofANodeThatHasNotJoinedWaitsForNothing() {
      putNode(2, List.of(MetadataKeys.UNINITIALIZED_TAINT), Map.of());
      drains.progress.put("i-2", new NodeDrains.Progress(true, "drained"));

      assertThat(pass().held()).extracting(PoolIntent.Held::release).containsExactly(true);
    }

    @Test
    void isLeftToTheCloudWhereNobodyAsksForADrain() {
      world.tree.withObject("/metadata/annotations").remove(MetadataKeys.CLOUD_TERMINATIONS);

      assertThat(pass().held()).isEmpty();
      assertThat(drains.followed).isEmpty();
      assertThat(world.pool().annotations()).doesNotContainKey(MetadataKeys.RETIREMENTS);
    }
  }

  @Nested
  class AScaleIn {

    @Test
    void isWrittenDownThenDrainedAndEndsByNameAndNeverBySize() {
      replicas(2);

      PoolIntent.Converge<TestDesiredState> draining = pass();

      assertThat(world.events)
          .containsSubsequence(
              "retirements " + world.pool().annotation(MetadataKeys.RETIREMENTS).orElseThrow(),
              "drain [i-1]");
      assertThat(draining.size()).hasValue(3);
      assertThat(draining.leave()).isEmpty();
      assertThat(status().lookAgainIn()).hasValue(Duration.ofMinutes(5));
      drains.progress.put("i-1", new NodeDrains.Progress(false, "1 pod left: default/web"));
      assertThat(leaving())
          .isEqualTo(
              "1 of 3 leaving: i-1 (scale-in, Node node-1) draining, 1 pod left: default/web");

      drains.progress.put("i-1", new NodeDrains.Progress(true, "drained"));
      PoolIntent.Converge<TestDesiredState> ending = pass();

      assertThat(ending.size()).hasValue(3);
      assertThat(ending.leave())
          .containsExactly(new PoolIntent.Leave("i-1", true, world.clock.instant()));
      assertThat(drains.followed).isEmpty();
    }

    @Test
    void isAskedForAgainOnlyOnALookThatShowsThatTheCallWasLost() {
      nodes.byProviderId.remove("test:///i-1");
      replicas(2);
      assertThat(pass().leave()).hasSize(1);

      world.clock.advance(Duration.ofSeconds(10));
      seenNow();
      assertThat(pass().leave()).isEmpty();
      assertThat(status().lookAgainIn()).hasValue(Duration.ofSeconds(15));

      world.clock.advance(Duration.ofSeconds(10));
      assertThat(pass().leave()).isEmpty();
      seenNow();
      assertThat(pass().leave()).hasSize(1);
    }

    private void seenNow() {
      world.observation =
          new Observation.Present<>(provider.observedState(), world.clock.instant());
    }

    @Test
    void neitherBeginsNorGoesOnWhileNothingMayBeEnded() {
      replicas(2);
      hold("people say so");

      assertThat(pass().leave()).isEmpty();
      assertThat(world.pool().annotations()).doesNotContainKey(MetadataKeys.RETIREMENTS);
      assertThat(drains.followed).isEmpty();
      var held = (PassOutcome.Acted<?, ?>) world.converge();
      assertThat(held.report().blocker().orElseThrow().message())
          .isEqualTo(
              "cannot let 1 machine of TestPool team/workers leave: held back: people say so");
      assertThat(held.next()).isEqualTo(new NextPass.After(Duration.ofMinutes(1)));

      world.brake = TerminationBrake.NONE;
      var _ = pass();
      assertThat(drains.followed).containsExactly("i-1");
      hold("people say so again");
      drains.progress.put("i-1", new NodeDrains.Progress(true, "drained"));
      assertThat(pass().leave()).isEmpty();
      assertThat(drains.followed).isEmpty();
      assertThat(((PassOutcome.Acted<?, ?>) world.converge()).failure()).isPresent();

      world.brake = TerminationBrake.NONE;
      assertThat(pass().leave()).hasSize(1);
    }

    @Test
    void ofNobodyIsNotHeldBack() {
      hold("people say so");

      assertThat(((PassOutcome.Acted<?, ?>) world.converge()).failure()).isEmpty();
    }

    private void hold(String why) {
      world.brake =
          new TerminationBrake() {
            @Override
            public Optional<Hold> hold(CloudScope cloudScope, int instances) {
              return Optional.of(new Hold(why, Duration.ofMinutes(1)));
            }

            @Override
            public void ended(CloudScope cloudScope, int instances) {}
          };
    }

    @Test
    void endsNoMachineWhoseNodeItsPoolDoesNotKnowYet() {
      putNode(1, List.of(MetadataKeys.UNINITIALIZED_TAINT), Map.of());
      replicas(2);
      var _ = pass();
      drains.progress.put("i-1", new NodeDrains.Progress(true, "drained"));
      assertThat(pass().leave()).isEmpty();

      putNode(1, List.of(), Map.of());
      assertThat(pass().leave()).hasSize(1);
    }

    @Test
    void waitsForNobodyWhereTheCloudDrains() {
      provider.traits = PoolTraits.DEFAULT.withVictimsPickedBy(Actor.WEIR);
      replicas(2);

      assertThat(pass().leave()).extracting(PoolIntent.Leave::instanceId).containsExactly("i-1");
    }

    @Test
    void takesAMachineWithoutANodeInOnePass() {
      nodes.byProviderId.remove("test:///i-2");
      replicas(2);

      assertThat(pass().leave()).extracting(PoolIntent.Leave::instanceId).containsExactly("i-2");
    }

    @Test
    void thatIsTakenBackGivesTheNodeBack() {
      replicas(2);
      var _ = pass();
      putNode(1, List.of(), Map.of(MetadataKeys.NODE_LEAVING, "team/workers"));
      replicas(3);

      assertThat(pass().leave()).isEmpty();
      assertThat(drains.followed).isEmpty();
      assertThat(drains.restored).contains("node-1");
      putNode(1, List.of(), Map.of());
      var _ = pass();
      assertThat(world.pool().annotations()).doesNotContainKey(MetadataKeys.RETIREMENTS);
    }

    @Test
    void takesWhomTheAutoscalerHasEmptiedBeforeWhomPeoplePrefer() {
      putNode(2, List.of(), Map.of(MetadataKeys.DELETE_MACHINE, "yes"));
      putNode(3, List.of("ToBeDeletedByClusterAutoscaler"), Map.of());
      replicas(2);
      var _ = pass();
      assertThat(drains.followed).containsExactly("i-3");

      replicas(1);
      var _ = pass();
      assertThat(drains.followed).containsExactlyInAnyOrder("i-2", "i-3");
    }

    @Test
    void takesWhomPeoplePreferByItsMachine() {
      machine("i-2", false, true);
      replicas(2);

      var _ = pass();
      assertThat(drains.followed).containsExactly("i-2");
    }

    @Test
    void takesNobodyElseForOneWhoseMachineIsDeleted() {
      machine("i-1", true, false);
      replicas(2);

      var _ = pass();
      assertThat(drains.followed).containsExactly("i-1");
      drained("i-1");
      assertThat(pass().leave())
          .containsExactly(new PoolIntent.Leave("i-1", true, world.clock.instant()));
    }

    @Test
    void waitsWhileNobodyKnowsWhatRunsThereUntilTheDrainTimeIsOver() {
      world.tree.withObject("/status").putArray("nodeRefs").addObject().put("name", "node-1");
      nodes.known = false;
      template().withObject("/deletion").put("nodeDrainTimeoutSeconds", 60);
      replicas(2);

      assertThat(pass().leave()).isEmpty();
      world.clock.advance(Duration.ofSeconds(60));
      assertThat(pass().leave()).hasSize(1);
    }

    @Test
    void ofAPoolThatNeverHadANodeDoesNotWaitForItsCluster() {
      nodes.known = false;
      replicas(2);

      assertThat(pass().leave()).hasSize(1);
    }

    @Test
    void ofASizeThatSomebodyElseDecidesIsNotOurs() {
      world.tree.withObject("/metadata/annotations").put(MetadataKeys.REPLICAS_MANAGED_BY, "ca");
      replicas(2);

      PoolIntent.Converge<TestDesiredState> intent = pass();

      assertThat(intent.leave()).isEmpty();
      assertThat(intent.size()).isEmpty();
      assertThat(leaving()).isEqualTo("nobody");
    }
  }

  @Nested
  class ADeletedMachine {

    @Test
    void isDrainedAndReplacedWhereNoneIsTooMany() {
      machine("i-1", true, false);

      assertThat(pass().leave()).isEmpty();
      assertThat(drains.followed).containsExactly("i-1");
      assertThat(leaving()).contains("machine-deleted");
      drained("i-1");

      assertThat(pass().leave())
          .containsExactly(new PoolIntent.Leave("i-1", false, world.clock.instant()));
    }

    @Test
    void cannotBeHadBack() {
      machine("i-1", true, false);
      var _ = pass();
      replicas(10);
      var _ = pass();

      assertThat(drains.followed).containsExactly("i-1");
      assertThat(drains.restored).isEmpty();
    }

    @Test
    void thatIsStoppedLeavesWhileOthersThatAreStoppedStay() {
      provider.instances =
          provider.instances.stream()
              .map(each -> each.id().equals("i-3") ? each : each.in(Instance.State.IDLE))
              .toList();
      machine("i-1", true, false);
      world.present();
      drained("i-1");

      assertThat(pass().leave()).extracting(PoolIntent.Leave::instanceId).containsExactly("i-1");
    }

    @Test
    void waitsForABrake() {
      world.brake = allowing(0);
      machine("i-1", true, false);

      assertThat(pass().leave()).isEmpty();
      assertThat(drains.followed).isEmpty();
    }
  }

  @Nested
  class ARollout {

    private static final RolloutPreferences KEPT =
        new RolloutPreferences(Optional.empty(), Optional.empty(), Optional.empty(), true);

    @BeforeEach
    void allAreOutdated() {
      provider.freshness = _ -> Freshness.OUTDATED;
      annotate(MetadataKeys.ROLLOUT_ENGINE, "weir");
    }

    private void annotate(String key, String value) {
      world.tree.withObject("/metadata/annotations").put(key, value);
    }

    @Test
    void byWeirAsksForOneMoreAndTheCloudRollsNothing() {
      PoolIntent.Converge<TestDesiredState> intent = pass();

      assertThat(intent.size()).hasValue(4);
      assertThat(intent.leave()).isEmpty();
      assertThat(intent.roll()).isEqualTo(PoolIntent.Roll.CANCEL);
      assertThat(status().rollout().orElseThrow().state())
          .isEqualTo(RolloutProgress.State.PROGRESSING);
    }

    @Test
    void thatIsPausedReplacesNobodyWhoeverRolls() {
      annotate(MetadataKeys.ROLLOUT, "paused");
      PoolIntent.Converge<TestDesiredState> byWeir = pass();
      world.tree.withObject("/metadata/annotations").remove(MetadataKeys.ROLLOUT_ENGINE);
      PoolIntent.Converge<TestDesiredState> byCloud = pass();

      assertThat(byWeir.size()).hasValue(3);
      assertThat(byCloud.roll()).isEqualTo(PoolIntent.Roll.HOLD);
      assertThat(byCloud.leave()).isEmpty();
    }

    @Test
    void waitsForMinReadySecondsOfTheNewMachine() {
      template().put("minReadySeconds", 3600 * 2);
      provider.freshness =
          instance -> instance.id().equals("i-4") ? Freshness.CURRENT : Freshness.OUTDATED;
      members(4);
      putNode(4, List.of(), Map.of());

      assertThat(pass().leave()).isEmpty();
      assertThat(drains.followed).isEmpty();
      assertThat(status().lookAgainIn()).hasValue(Duration.ofHours(1));
      world.clock.advance(Duration.ofHours(1));
      var _ = pass();
      assertThat(drains.followed).containsExactly("i-1");
    }

    @Test
    void rollsAsThePoolItselfWantsIt() {
      provider.rolloutPreferences =
          new RolloutPreferences(Optional.of("0"), Optional.of("50%"), Optional.of("Newest"));
      provider.freshness = _ -> Freshness.OUTDATED;

      var _ = pass();

      assertThat(drains.followed).containsExactly("i-3");
    }

    @Test
    void replacesNobodyWhereThePoolKeepsItsMachinesAndAsksForTheSurgeWithTheChangeOnly() {
      world.tree.withObject("/metadata/annotations").remove(MetadataKeys.ROLLOUT_ENGINE);
      annotate(MetadataKeys.MAX_SURGE, "2");
      provider.rolloutPreferences = KEPT;

      PoolIntent.Converge<TestDesiredState> intent = pass();

      assertThat(intent.size()).hasValue(3);
      assertThat(intent.changeSurge()).isEqualTo(2);
      assertThat(intent.leave()).isEmpty();
      assertThat(intent.roll()).isEqualTo(PoolIntent.Roll.CANCEL);
      assertThat(drains.followed).isEmpty();
      assertThat(status().rollout()).isEmpty();
      assertThat(status().lookAgainIn()).isEmpty();
    }

    @Test
    void replacesMachinesThatThePoolKeepsWhereTheAnnotationNamesWeir() {
      provider.rolloutPreferences = KEPT;

      PoolIntent.Converge<TestDesiredState> intent = pass();

      assertThat(intent.size()).hasValue(4);
      assertThat(intent.changeSurge()).isZero();
    }

    @Test
    void replacesWhoNeverJoinedWhereThePoolKeepsItsMachines() {
      world.tree.withObject("/metadata/annotations").remove(MetadataKeys.ROLLOUT_ENGINE);
      provider.rolloutPreferences = KEPT;
      nodes.byProviderId.remove("test:///i-3");

      assertThat(leaving()).contains("i-3", "unhealthy");
    }

    @Test
    void looksForTheNodesOfTheSurgeWhereThePoolKeepsItsMachines() {
      world.tree.withObject("/metadata/annotations").remove(MetadataKeys.ROLLOUT_ENGINE);
      provider.rolloutPreferences = KEPT;
      provider.freshness =
          instance -> instance.id().equals("i-4") ? Freshness.CURRENT : Freshness.OUTDATED;
      members(4);
      provider.instances =
          Stream.concat(
                  provider.instances.stream().limit(3),
                  Stream.of(
                      new Instance(
                          "i-4",
                          "test:///i-4",
                          "",
                          Instance.State.RUNNING,
                          "",
                          Optional.of(world.clock.instant()))))
              .toList();
      world.present();

      assertThat(leaving()).isEqualTo("nobody");
      assertThat(status().lookAgainIn()).hasValue(Duration.ofSeconds(15));
    }

    @Test
    void doesNotLookAgainAndAgainForMachinesThatPeopleHaveStopped() {
      world.tree.withObject("/metadata/annotations").remove(MetadataKeys.ROLLOUT_ENGINE);
      provider.rolloutPreferences = KEPT;
      replicas(2);
      provider.instances =
          Stream.concat(
                  provider.instances.stream().limit(2),
                  Stream.of(
                      new Instance(
                          "i-3", "test:///i-3", "", Instance.State.IDLE, "", Optional.empty())))
              .toList();
      world.present();

      assertThat(leaving()).isEqualTo("nobody");
      assertThat(status().lookAgainIn()).isEmpty();
    }

    @Test
    void isWeirsWhereTheCloudCannotWhateverTheAnnotationSays() {
      provider.traits = provider.traits.withRollsBy(Actor.WEIR);
      annotate(MetadataKeys.ROLLOUT_ENGINE, "cloud");

      assertThat(pass().size()).hasValue(4);
    }

    @Test
    void doesNotSurgeWithAChangeWhileItIsPausedOrSomebodyElseSizesThePool() {
      world.tree.withObject("/metadata/annotations").remove(MetadataKeys.ROLLOUT_ENGINE);
      provider.rolloutPreferences = KEPT;
      annotate(MetadataKeys.ROLLOUT, "paused");

      assertThat(pass().changeSurge()).isZero();

      world.tree.withObject("/metadata/annotations").remove(MetadataKeys.ROLLOUT);
      annotate(MetadataKeys.REPLICAS_MANAGED_BY, "ca");
      assertThat(pass().changeSurge()).isZero();
    }

    @Test
    void annotationsGoBeforeWhatThePoolItselfWants() {
      provider.rolloutPreferences =
          new RolloutPreferences(Optional.of("0"), Optional.of("1"), Optional.of("spoiled"));
      annotate(MetadataKeys.MAX_UNAVAILABLE, "2");
      provider.freshness = _ -> Freshness.OUTDATED;

      var _ = pass();

      assertThat(drains.followed).containsExactly("i-1", "i-2");
    }

    @Test
    void looksAgainForNodesWhileNobodyIsWrittenDown() {
      annotate(MetadataKeys.MAX_SURGE, "0");
      annotate(MetadataKeys.MAX_UNAVAILABLE, "1");
      provider.freshness =
          instance -> instance.id().equals("i-1") ? Freshness.CURRENT : Freshness.OUTDATED;
      nodes.byProviderId.computeIfPresent(
          "test:///i-1",
          (id, node) ->
              new PoolNode(
                  node.name(),
                  node.uid(),
                  id,
                  Map.of(),
                  Optional.empty(),
                  "",
                  false,
                  List.of(),
                  Map.of()));

      assertThat(pass().leave()).isEmpty();
      assertThat(world.pool().annotations()).doesNotContainKey(MetadataKeys.RETIREMENTS);
      assertThat(status().lookAgainIn()).hasValue(Duration.ofSeconds(15));
    }

    @Test
    void replacesWhatHasNotJoinedForLongWhereOthersShowThatItWould() {
      nodes.byProviderId.remove("test:///i-2");
      assertThat(pass().leave())
          .extracting(PoolIntent.Leave::instanceId, PoolIntent.Leave::shrink)
          .containsExactly(org.assertj.core.groups.Tuple.tuple("i-2", false));
    }
  }

  @Nested
  class ADeletion {

    @BeforeEach
    void begins() {
      world.tree.withObject("/metadata").put("deletionTimestamp", world.clock.instant().toString());
      drainTime(60);
      world.tree.withObject("/status").putArray("nodeRefs").addObject().put("name", "node-1");
      provider.plan.add(new TestPoolProvider.TestStep("delete", true));
    }

    @Test
    void drainsAllNodesAtOnceAndThenEndsTheMachines() {
      drains.progress.put("i-1", new NodeDrains.Progress(true, "drained"));
      drains.progress.put("i-2", new NodeDrains.Progress(false, "1 pod left: team/db"));

      RetirementStatus status = draining();

      assertThat(drains.followed).containsExactly("i-1", "i-2", "i-3");
      assertThat(status.leaving())
          .contains(
              "the pool is being deleted, and 2 of 3 machines drain first, for 60 s at most: i-2"
                  + " (Node node-2) draining, 1 pod left: team/db; i-3 (Node node-3) draining");
      assertThat(provider.applied).isEmpty();
      drains.progress.put("i-2", new NodeDrains.Progress(true, "drained"));
      drains.progress.put("i-3", new NodeDrains.Progress(true, "the drain time of 60 s is over"));
      var _ = world.delete(true);
      assertThat(provider.applied).containsExactly("delete");
    }

    @Test
    void makesTheCloudWaitWithWhomItEndsItselfUntilThatIsDrained() {
      drainTime(3600);
      world.keepProcess();
      holdSecond();

      RetirementStatus status = draining();

      assertThat(provider.applied).containsExactly("answer i-2");
      assertThat(status.lookAgainIn()).contains(HeldAnswers.INTERVAL);
      provider.applied.clear();
      world.clock.advance(HeldAnswers.INTERVAL.minusSeconds(1));
      var _ = draining();
      assertThat(provider.applied).isEmpty();
      world.clock.advance(Duration.ofSeconds(1));
      var _ = draining();
      assertThat(provider.applied).containsExactly("answer i-2");
      provider.applied.clear();
      drains.progress.put("i-2", new NodeDrains.Progress(true, "drained"));
      world.clock.advance(HeldAnswers.INTERVAL);
      var _ = draining();
      assertThat(provider.applied).isEmpty();
    }

    @Test
    void letsTheCloudEndWhomItWillWhereNobodyAsksForADrainOfThat() {
      holdSecond();
      world.tree.withObject("/metadata/annotations").remove(MetadataKeys.CLOUD_TERMINATIONS);

      RetirementStatus _ = draining();

      assertThat(provider.applied).isEmpty();
    }

    @Test
    void countsFromItsBeginningWhateverProcessGoesOn() {
      Instant begun = world.clock.instant();
      world.clock.advance(Duration.ofSeconds(40));

      RetirementStatus _ = draining();

      assertThat(drains.since).containsOnly(begun);
    }

    @Test
    void drainsNothingWithoutADrainTime() {
      drainTime(0);

      var _ = world.delete(true);

      assertThat(provider.applied).containsExactly("delete");
      assertThat(drains.followed).isEmpty();
    }

    @Test
    void drainsNothingAnyMoreOnceTheClusterGoesOrTheMachinePoolIsGone() {
      RetirementStatus _ = draining();
      ObjectNode cluster = Json.MAPPER.createObjectNode();
      cluster.putObject("metadata").put("deletionTimestamp", "2026-01-01T00:00:00Z");
      world.cluster = Optional.of(new ApiObject(cluster));

      var _ = world.delete(true);

      assertThat(provider.applied).containsExactly("delete");
      assertThat(drains.followed).isEmpty();
      world.cluster = Optional.empty();
      provider.plan.add(new TestPoolProvider.TestStep("delete more", true));
      world.present();
      var _ = world.delete(false);
      assertThat(provider.applied).containsExactly("delete", "delete more");
    }

    @Test
    void drainsNothingWhereTheCloudDrains() {
      provider.traits = PoolTraits.DEFAULT;

      var _ = world.delete(true);

      assertThat(provider.applied).containsExactly("delete");
    }

    @Test
    void waitsForAnUnreachableClusterNoLongerThanTheDrainTime() {
      nodes.known = false;

      RetirementStatus status = draining();

      assertThat(status.leaving().orElseThrow())
          .contains("i-1, whose Node is not known as the workload cluster cannot be reached");
      assertThat(status.lookAgainIn()).contains(Duration.ofSeconds(20));
      world.clock.advance(Duration.ofSeconds(50));
      assertThat(draining().lookAgainIn()).contains(Duration.ofSeconds(10));
      world.clock.advance(Duration.ofSeconds(10));
      var _ = world.delete(true);
      assertThat(provider.applied).containsExactly("delete");
    }

    @Test
    void endsTheMachinesOnceTheTimeIsOverWhateverKeepsAVolumeAttached() {
      drains.progress.put("i-1", new NodeDrains.Progress(false, "1 volume attached: pv-1"));
      template().withObject("/deletion").put("nodeVolumeDetachTimeoutSeconds", 30);
      world.clock.advance(Duration.ofSeconds(100));

      assertThat(draining().lookAgainIn()).contains(Duration.ofSeconds(10));
      assertThat(provider.applied).isEmpty();
      world.clock.advance(Duration.ofSeconds(10));
      var _ = world.delete(true);

      assertThat(provider.applied).containsExactly("delete");
    }

    @Test
    void drainsNothingWhileNotAllOfItsMachinesMayBeEnded() {
      world.brake = allowing(3);
      RetirementStatus _ = draining();
      assertThat(drains.followed).hasSize(3);
      world.brake = allowing(2);

      var _ = world.delete(true);

      assertThat(drains.followed).isEmpty();
    }

    @Test
    void drainsNothingWhileNothingMayBeEnded() {
      RetirementStatus _ = draining();
      world.brake =
          new TerminationBrake() {
            @Override
            public Optional<Hold> hold(CloudScope cloudScope, int instances) {
              return Optional.of(new Hold("people say so", Duration.ofMinutes(1)));
            }

            @Override
            public void ended(CloudScope cloudScope, int instances) {}
          };

      var _ = world.delete(true);

      assertThat(drains.followed).isEmpty();
    }

    @Test
    void waitsForNoNodeThatIsNotThereNorForAMachineThatEndsAlready() {
      nodes.byProviderId.remove("test:///i-1");
      drains.progress.put("i-2", new NodeDrains.Progress(true, "drained"));
      provider.instances =
          provider.instances.stream()
              .map(
                  each ->
                      each.id().equals("i-3")
                          ? new Instance("i-3", "test:///i-3", "", Instance.State.TERMINATING, "")
                          : each)
              .toList();
      world.present();

      var _ = world.delete(true);

      assertThat(provider.applied).containsExactly("delete");
    }

    private void drainTime(int seconds) {
      template().withObject("/deletion").put("nodeDrainTimeoutSeconds", seconds);
    }

    private RetirementStatus draining() {
      return ((PassOutcome.Acted<?, ?>) world.delete(true)).retirement();
    }
  }

  @Test
  void recordsThatNobodyCanReadKeepEveryMachineAndTheSize() {
    world.tree.withObject("/metadata/annotations").put(MetadataKeys.RETIREMENTS, "{\"format\":7}");
    replicas(1);

    PoolIntent.Converge<TestDesiredState> intent = pass();

    assertThat(intent.size()).hasValue(3);
    assertThat(intent.leave()).isEmpty();
    assertThat(world.pool().annotation(MetadataKeys.RETIREMENTS)).hasValue("{\"format\":7}");
    assertThat(leaving()).contains("weir.io/retirements", "take it away");
  }

  @Test
  void recordsOfATimeThatNoClockShowsAreNotReadable() {
    world
        .tree
        .withObject("/metadata/annotations")
        .put(
            MetadataKeys.RETIREMENTS,
            """
            {"format": 1, "leaving": {"i-1":
              {"state": "shrinking", "reasons": ["scale-in"], "since": "+1000000000-12-31T23:59:59Z"}}}
            """);

    assertThat(pass().leave()).isEmpty();
    assertThat(leaving()).contains("weir.io/retirements");
  }

  /** A look that comes between the decision and the steps would find no size decided. */
  @Test
  void theStepsAreMadeOnTheLookThatWasDecidedOn() {
    provider.plan.add(new TestPoolProvider.TestStep("shrink", false));
    world.observation = new Observation.Unknown<>("not observed");
    world.afterLook =
        () ->
            world.observation =
                new Observation.Present<>(provider.observedState(), world.clock.instant());

    var _ = world.converge();

    assertThat(provider.applied).isEmpty();
  }

  @Test
  void aDryRunTellsTheSameAndWritesNothing() {
    replicas(2);

    var _ = world.dryRun();

    assertThat(world.pool().annotations()).doesNotContainKey(MetadataKeys.RETIREMENTS);
    assertThat(world.events).noneMatch(event -> event.startsWith("drain"));
    assertThat(((PoolIntent.Converge<?>) provider.intents.getLast()).size()).hasValue(3);
  }
}
