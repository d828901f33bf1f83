package io.weir.pass;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.MetadataKeys;
import io.weir.pass.ObjectAccess.Availability;
import io.weir.pass.TestPoolProvider.TestDesiredState;
import io.weir.pass.TestPoolProvider.TestObservedState;
import io.weir.pass.TestPoolProvider.TestStep;
import io.weir.provider.CloudScope;
import io.weir.provider.Freshness;
import io.weir.provider.ObjectStep;
import io.weir.provider.Observation;
import io.weir.provider.Ownership;
import io.weir.provider.PoolIntent;
import io.weir.provider.PoolMarks;
import io.weir.provider.PoolNode;
import io.weir.provider.PoolTraits;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.ProviderException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What a pass does of which no cloud knows. */
class ObjectPassTest {

  private static final GroupKind SHELF = new GroupKind("", "ConfigMap");

  private final TestWorld world = new TestWorld();
  private final TestPoolProvider provider = world.provider;

  private static PassOutcome.Acted<TestDesiredState, TestObservedState> acted(
      PassOutcome<TestDesiredState, TestObservedState> outcome) {
    return (PassOutcome.Acted<TestDesiredState, TestObservedState>) outcome;
  }

  private ApiObject stored(String pool) {
    var tree = apply(Optional.empty()).object().deepCopy();
    tree.withObject("/metadata").put("uid", "u-7").put("namespace", "team");
    tree.withObject("/metadata/annotations")
        .put(PoolMarks.POOL_KEY, pool)
        .put(PoolMarks.MANAGEMENT_CLUSTER_KEY, "here");
    return new ApiObject(tree);
  }

  private ObjectStep.ApplyObject apply(Optional<String> uid) {
    var tree = Json.MAPPER.createObjectNode().put("apiVersion", "v1").put("kind", "ConfigMap");
    tree.putObject("metadata")
        .put("name", "shelf")
        .put("namespace", "of-somebody-else")
        .put("uid", "forged")
        .putArray("ownerReferences")
        .addObject()
        .put("uid", "another");
    return new ObjectStep.ApplyObject(tree, uid, "the test asks for it");
  }

  @Nested
  class AnObject {

    @Test
    void isAppliedAsThePoolsWhateverTheStepSays() {
      provider.objectKinds = Set.of(SHELF);
      provider.plan.add(apply(Optional.empty()));
      world.objects.owned.clear();

      var _ = world.converge();

      ApiObject applied = world.objects.owned.getFirst();
      assertThat(applied.namespace()).isEqualTo("team");
      assertThat(applied.uid()).isEmpty();
      assertThat(applied.ownerReferences())
          .singleElement()
          .satisfies(owner -> assertThat(owner.uid()).isEqualTo("u"));
      assertThat(applied.annotations())
          .containsEntry(PoolMarks.POOL_KEY, "TestPool/team/workers")
          .containsEntry(PoolMarks.MANAGEMENT_CLUSTER_KEY, "here");
    }

    @Test
    void isNotedByItsKindBeforeItIsWrittenAndIsTakenByForceOnlyIfItIsThere() {
      provider.objectKinds = Set.of(SHELF);
      provider.plan.add(apply(Optional.empty()));
      var _ = world.converge();
      assertThat(world.events).containsSubsequence("kinds ConfigMap", "apply new");

      world.objects.owned.set(0, stored("TestPool/team/workers"));
      provider.plan.set(0, apply(Optional.of("u-7")));
      var _ = world.converge();

      assertThat(world.events).containsOnlyOnce("kinds ConfigMap", "apply new", "apply by force");
      assertThat(world.objects.owned.getFirst().uid()).isEqualTo("u-7");
    }

    @Test
    void isAnnotatedWithNothingElseChanged() {
      provider.objectKinds = Set.of(SHELF);
      ApiObject before = stored("TestPool/team/workers");
      world.objects.owned.add(before);
      provider.plan.add(
          ObjectStep.AnnotateObject.of(
              before,
              Map.of("new", Optional.of("1"), PoolMarks.POOL_KEY, Optional.empty()),
              "the test asks for it"));

      var _ = world.converge();

      var expected = before.copyTree();
      expected.withObject("/metadata/annotations").put("new", "1").remove(PoolMarks.POOL_KEY);
      assertThat(world.objects.owned).extracting(ApiObject::copyTree).containsExactly(expected);
    }

    @Test
    void ofAnotherKindThanThoseOfTheProviderIsRefused() {
      provider.objectKinds = Set.of(new GroupKind("example.org", "Shelf"));
      provider.plan.add(apply(Optional.empty()));

      var outcome = world.converge();

      assertThat(world.events).noneMatch(event -> event.startsWith("apply"));
      assertThat(acted(outcome).failure()).get().asString().contains("ConfigMap");
    }

    @Test
    void ofSomebodyElseIsNotTakenByForceThoughItIsPlanned() {
      provider.objectKinds = Set.of(SHELF);
      world.objects.owned.add(stored("TestPool/team/other"));
      provider.plan.add(apply(Optional.of("u-7")));

      var outcome = world.converge();

      assertThat(provider.applied).isEmpty();
      assertThat(acted(outcome).failure()).get().asString().contains("TestPool/team/other");
    }

    @Test
    void isEnoughWhereTheCloudCannotBeAsked() {
      provider.objectKinds = Set.of(SHELF);
      world.observation = new Observation.Unknown<>("throttled");
      world.objects.owned.add(new ApiObject(apply(Optional.empty()).object()));
      provider.plan.add(new TestStep("resize", false));

      var _ = world.converge();

      assertThat(provider.applied).containsExactly("resize");
    }
  }

  @Nested
  class AKind {

    @Test
    void thatIsNotKnownYetHoldsEverythingBackForAWhile() {
      provider.objectKinds = Set.of(SHELF);
      world.objects.availability =
          new Availability.Unknown(new ProviderException.Transient("not known yet", null));
      provider.plan.add(new TestStep("create", false));

      var outcome = world.converge();

      assertThat(provider.applied).isEmpty();
      assertThat(outcome.next()).isInstanceOf(NextPass.BackingOff.class);
    }

    @Test
    void thatIsNotKnownYetTellsNothingOfAPoolWhoseClusterIsMissingEither() {
      provider.objectKinds = Set.of(SHELF);
      var _ = world.converge();
      world.objects.availability =
          new Availability.Unknown(new ProviderException.Transient("not known yet", null));
      provider.clusterMissing =
          Optional.of(PrerequisiteException.waiting("WaitingForCluster", "no Cluster"));

      assertThat(world.converge().toReport().orElseThrow().observation())
          .isInstanceOf(Observation.Unknown.class);
    }

    @Test
    void thatWasNeverInstalledIsNotTakenForOneThatIsGone() {
      provider.objectKinds = Set.of(SHELF);
      world.objects.availability = new Availability.NotInstalled();
      provider.plan.add(apply(Optional.empty()));

      assertThat(acted(world.converge()).failure()).get().asString().contains("install its CRD");
      provider.plan.clear();
      world.observation = new Observation.ProvenAbsent<>(Instant.EPOCH);

      assertThat(world.delete(true)).isInstanceOf(PassOutcome.Released.class);
    }

    @Test
    void thatIsNotKnownYetHasAPauseToldLater() {
      provider.objectKinds = Set.of(SHELF);
      world.objects.availability =
          new Availability.Unknown(new ProviderException.Transient("not known yet", null));

      assertThat(world.pause().next()).isInstanceOf(NextPass.BackingOff.class);
    }

    @Test
    void thatIsNotInstalledAnyMoreKeepsAPoolThatHadSuchObjectsFromGoing() {
      provider.objectKinds = Set.of(SHELF);
      world.observation = new Observation.ProvenAbsent<>(Instant.EPOCH);
      var _ = world.converge();
      world.objects.availability = new Availability.NotInstalled();
      world.observation = new Observation.ProvenAbsent<>(Instant.EPOCH);
      assertThat(world.delete(true)).isInstanceOf(PassOutcome.Released.class);

      world.recordObjectKinds("ConfigMap");

      var outcome = world.delete(true);
      assertThat(outcome).isInstanceOf(PassOutcome.Unreachable.class);
      assertThat(outcome.next()).isInstanceOf(NextPass.UntilPeopleAct.class);
    }
  }

  @Nested
  class TheManagementCluster {

    @Test
    void needsNoLeaveAndProvesAbsenceOnlyOfAWhileAgo() {
      provider.scope = CloudScope.MANAGEMENT_CLUSTER;
      provider.refusal =
          Optional.of(PrerequisiteException.needsUserAction("IdentityNotUsable", "no"));
      var observations = new ManagementClusterObservations<TestObservedState>(world.clock, _ -> {});

      assertThat(world.converge()).isInstanceOf(PassOutcome.Acted.class);
      assertThat(observations.latestObservation(null).asOf()).isBefore(world.clock.instant());
    }
  }

  @Nested
  class APause {

    @Test
    void isForObjectsOnly() {
      world.objects.owned.add(stored("TestPool/team/workers"));
      provider.objectKinds = Set.of(SHELF);
      provider.plan.add(new TestStep("resize", false));
      provider.plan.add(apply(Optional.of("u-7")));

      var _ = world.pause();

      assertThat(provider.applied).containsExactly("update ConfigMap shelf");
      assertThat(provider.intents).allMatch(PoolIntent.Pause.class::isInstance).isNotEmpty();
      assertThat(world.events).containsExactly("kinds ConfigMap", "apply by force");
    }

    @Test
    void isWhatAMoveWaitsForUntilEveryObjectHasHeardOfIt() {
      provider.objectKinds = Set.of(SHELF);
      var _ = world.converge();
      world.objects.owned.add(stored("TestPool/team/workers"));
      provider.plan.add(apply(Optional.of("u-7")));
      world.objects.failure = Optional.of(new ProviderException.Transient("down", null));
      world.events.clear();

      assertThat(world.pause().next()).isInstanceOf(NextPass.After.class);
      assertThat(world.pool().annotation(MetadataKeys.BLOCK_MOVE)).isPresent();

      world.objects.failure = Optional.empty();
      world.clock.advance(Duration.ofMinutes(5));
      world.events.clear();
      var _ = world.pause();
      assertThat(world.events).containsExactly("apply by force", "allow move");

      world.events.clear();
      var _ = world.converge();
      assertThat(world.events).startsWith("block move");
    }

    @Test
    void keepsAMoveWaitingWhileTheObjectsCannotBeRead() {
      provider.objectKinds = Set.of(SHELF);
      var _ = world.converge();
      world.objects.availability =
          new Availability.Unknown(new ProviderException.Transient("not known yet", null));

      var _ = world.pause();

      assertThat(world.pool().annotation(MetadataKeys.BLOCK_MOVE)).isPresent();
    }

    @Test
    void isNothingThatAMoveOfAPoolWithoutObjectsWaitsFor() {
      var _ = world.converge();

      assertThat(world.pool().annotation(MetadataKeys.BLOCK_MOVE)).isEmpty();
    }
  }

  @Nested
  class ADeletion {

    @Test
    void withTheClusterMayLeaveWhatGoesWithIt() {
      var _ = world.converge();
      provider.goesWithCluster = true;
      assertThat(world.delete(true)).isInstanceOf(PassOutcome.Acted.class);

      var cluster = Json.MAPPER.createObjectNode().put("kind", "Cluster");
      cluster.putObject("metadata").put("deletionTimestamp", "2026-01-01T00:00:00Z");
      world.cluster = Optional.of(new ApiObject(cluster));

      assertThat(world.delete(true)).isInstanceOf(PassOutcome.Released.class);
    }

    @Test
    void withTheClusterIsHeldAllTheSameWhileItIsNotClearWhoseItIs() {
      var _ = world.converge();
      provider.goesWithCluster = true;
      var cluster = Json.MAPPER.createObjectNode().put("kind", "Cluster");
      cluster.putObject("metadata").put("deletionTimestamp", "2026-01-01T00:00:00Z");
      world.cluster = Optional.of(new ApiObject(cluster));
      provider.ownership = new Ownership.Held("it came from elsewhere");
      world.present();

      assertThat(world.delete(true)).isInstanceOf(PassOutcome.Acted.class);
    }
  }

  @Nested
  class Members {

    private static final PoolNode NODE =
        new PoolNode(
            "node-1",
            "n",
            "test:///i-1",
            Map.of("pool", "workers"),
            Optional.empty(),
            "",
            true,
            List.of(),
            Map.of());

    @Test
    void haveTheirNodesByProviderIdAndTheirFreshness() {
      world.nodes = new OneNode(NODE);

      var outcome = world.converge();

      assertThat(acted(outcome).members())
          .singleElement()
          .satisfies(
              member -> {
                assertThat(member.freshness()).isEqualTo(Freshness.OUTDATED);
                assertThat(member.node()).hasValue(NODE);
              });
      assertThat(outcome.toReport().orElseThrow().nodes()).isEmpty();
    }

    @Test
    void areNodesWhereATraitSaysSoAndUnknownWhereTheClusterIsOutOfReach() {
      provider.traits = PoolTraits.DEFAULT.withNodesAsMembers();

      assertThat(world.converge().toReport().orElseThrow().nodes()).isEmpty();
      world.nodes = new OneNode(NODE);
      assertThat(world.converge().toReport().orElseThrow().nodes()).hasValue(List.of(NODE));
    }

    private record OneNode(PoolNode node) implements WorkloadNodeView {
      @Override
      public boolean isKnown() {
        return true;
      }

      @Override
      public Optional<PoolNode> byProviderId(String providerId) {
        return Optional.of(node).filter(each -> each.providerId().equals(providerId));
      }

      @Override
      public Optional<List<PoolNode>> withLabels(Map<String, String> labels) {
        boolean matches = node.labels().entrySet().containsAll(labels.entrySet());
        return Optional.of(matches ? List.of(node) : List.of());
      }
    }
  }

  @Nested
  class ADryRun {

    @Test
    void tellsTheStepsAndDoesNothing() {
      provider.plan.add(new TestStep("create", false));

      DryRun<TestObservedState> plan = world.dryRun();

      assertThat(plan.steps()).extracting(step -> step.description()).containsExactly("create");
      assertThat(plan.place()).get().asString().contains("workers");
      assertThat(plan.members()).hasSize(1);
      assertThat(provider.applied).isEmpty();
      assertThat(world.pool().annotations()).doesNotContainKey(MetadataKeys.PLACE);
    }

    @Test
    void tellsWhatIsInTheWay() {
      provider.clusterMissing =
          Optional.of(PrerequisiteException.waiting("WaitingForCluster", "no Cluster"));
      assertThat(world.dryRun().blocker()).get().asString().contains("no Cluster");

      provider.clusterMissing = Optional.empty();
      provider.ownership = new Ownership.Foreign("it is another's", true);
      world.present();
      assertThat(world.dryRun().ownershipConflict()).hasValue("it is another's");
    }
  }

  @Test
  void aFailedObjectStepIsHeldBackLikeAnyOther() {
    provider.objectKinds = Set.of(new GroupKind("example.org", "Shelf"));
    provider.plan.add(apply(Optional.empty()));

    assertThat(world.converge().next())
        .isInstanceOfSatisfying(
            NextPass.After.class, after -> assertThat(after.pause()).isPositive());
    assertThat(world.converge().toReport().orElseThrow().failure().orElseThrow().error())
        .isInstanceOf(ProviderException.Rejected.class);
  }
}
