package io.weir.provider.azure.scaleset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.provider.Freshness;
import io.weir.provider.OwnershipClaim;
import io.weir.provider.OwnershipClaim.Adoption;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolIntent;
import io.weir.provider.azure.machinepool.PoolFixture;
import io.weir.provider.azure.scaleset.ScaleSetStep.AssignRole;
import io.weir.provider.azure.scaleset.ScaleSetStep.CreateScaleSet;
import io.weir.provider.azure.scaleset.ScaleSetStep.DeleteInstances;
import io.weir.provider.azure.scaleset.ScaleSetStep.DeleteScaleSet;
import io.weir.provider.azure.scaleset.ScaleSetStep.MarkScaleSet;
import io.weir.provider.azure.scaleset.ScaleSetStep.RemoveRole;
import io.weir.provider.azure.scaleset.ScaleSetStep.SetCapacity;
import io.weir.provider.azure.scaleset.ScaleSetStep.UpdateModel;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScaleSetPlannerTest {

  private static final String READER =
      "/providers/Microsoft.Authorization/roleDefinitions/acdd72a7-3385-48ef-bd42-f606fba81ae7";

  private static final Instant CHOSEN = Instant.parse("2026-03-01T12:00:00Z");

  private static PoolFixture pool(String mode) {
    return PoolFixture.plain().withSpec(spec -> spec.put("orchestrationMode", mode));
  }

  private static PoolIntent.Converge<DesiredScaleSet> leave(
      DesiredScaleSet want, int size, boolean shrink, String... ids) {
    return new PoolIntent.Converge<>(
        want,
        OptionalInt.of(size),
        List.of(ids).stream().map(id -> new PoolIntent.Leave(id, shrink, CHOSEN)).toList(),
        PoolIntent.Roll.CANCEL);
  }

  private static List<String> ids(TestScaleSet set) {
    return set.seen().members().stream().map(ScaleSetInstance::id).toList();
  }

  @Nested
  class AChangeWithASurge {

    private final TestScaleSet set = TestScaleSet.of(PoolFixture.plain().desired());

    private List<PlanStep> plan(PoolFixture pool, int size) {
      return set.plan(
          new PoolIntent.Converge<>(
              pool.desired(),
              OptionalInt.of(size),
              List.of(),
              List.of(),
              PoolIntent.Roll.CANCEL,
              2));
    }

    private static PoolFixture larger() {
      return PoolFixture.plain().withTemplate("{\"vmSize\": \"Standard_D8s_v5\"}");
    }

    @Test
    void isOneWriteOfModelAndSize() {
      var step = (UpdateModel) plan(larger(), 3).getFirst();

      assertThat(step.capacity()).hasValue(5);
      assertThat(step.reason()).endsWith("; 2 more for the change");
      assertThat(ScaleSetRequests.updateModel(step).path("sku").toString())
          .isEqualTo("{\"name\":\"Standard_D8s_v5\",\"tier\":\"Standard\",\"capacity\":5}");
      set.apply(step);
      assertThat(plan(larger(), 5)).isEmpty();
    }

    @Test
    void asksForNoMoreThanTheReplicasAndTheSurge() {
      set.setCapacity(5);

      assertThat(((UpdateModel) plan(larger(), 5).getFirst()).capacity()).isEmpty();
    }

    @Test
    void doesNotKeepAScaleOutWhereItIsRefused() {
      assertThat(plan(larger().withReplicas(4), 4))
          .hasExactlyElementsOfTypes(UpdateModel.class, SetCapacity.class);
    }

    @Test
    void isTriedAgainAtOnceWithAnotherSurge() {
      var step = (UpdateModel) plan(larger(), 3).getFirst();
      var without = (UpdateModel) set.converge(larger().desired()).getFirst();

      assertThat(step.backoffKey()).isNotEqualTo(without.backoffKey());
    }
  }

  @Nested
  class Creation {

    @ParameterizedTest
    @ValueSource(strings = {"Uniform", "Flexible"})
    void itIsMadeOnce(String mode) {
      var set = new TestScaleSet();

      assertThat(set.converge(pool(mode).desired()))
          .hasExactlyElementsOfTypes(CreateScaleSet.class);
      assertThat(set.seen().instances()).hasSize(3);
      assertThat(set.seen().isFlexible()).isEqualTo(mode.equals("Flexible"));
      assertThat(ScaleSetPlanner.isSettled(pool(mode).desired(), set.seen(), set.annotations))
          .isTrue();
    }

    @Test
    void itWaitsForBootstrapDataOfItsVersion() {
      assertThat(
              new TestScaleSet().plan(PoolFixture.plain().withDataOfVersion("v1.33.0").desired()))
          .isEmpty();
    }

    @Test
    void theIdentityGetsItsRoleOnce() {
      var want =
          PoolFixture.plain()
              .withSpec(
                  spec ->
                      spec.put("identity", "SystemAssigned")
                          .putObject("systemAssignedIdentityRole")
                          .put("name", "11111111-2222-3333-4444-555555555555")
                          .put("scope", "/subscriptions/00000000-0000-0000-0000-000000000123/")
                          .put("definitionID", READER))
              .desired();
      var set = new TestScaleSet();

      assertThat(set.converge(want))
          .hasExactlyElementsOfTypes(CreateScaleSet.class, AssignRole.class);
    }
  }

  @Nested
  class Roles {

    private static final String SCOPE = "/subscriptions/00000000-0000-0000-0000-000000000123/";
    private static final String ASSIGNMENT =
        SCOPE
            + "providers/Microsoft.Authorization/roleAssignments/11111111-2222-3333-4444-555555555555";

    private static DesiredScaleSet with(String scope, String definition) {
      return PoolFixture.plain()
          .withSpec(
              spec ->
                  spec.put("identity", "SystemAssigned")
                      .putObject("systemAssignedIdentityRole")
                      .put("name", "11111111-2222-3333-4444-555555555555")
                      .put("scope", scope)
                      .put("definitionID", definition))
          .desired();
    }

    private final TestScaleSet set = TestScaleSet.of(with(SCOPE, READER));

    private static RemoveRole removal(PlanStep step) {
      return (RemoveRole) step;
    }

    private List<PlanStep> planWhileAzureDeletes() {
      ((ObjectNode) set.document().path("properties")).put("provisioningState", "Deleting");
      return set.plan(new PoolIntent.Delete<>(false));
    }

    @Test
    void goWithThePoolOnceAzureDeletesTheMachinesThatUseThem() {
      assertThat(set.plan(new PoolIntent.Delete<>(false)))
          .hasExactlyElementsOfTypes(DeleteScaleSet.class);

      List<PlanStep> steps = planWhileAzureDeletes();

      assertThat(steps).hasExactlyElementsOfTypes(RemoveRole.class);
      assertThat(removal(steps.getFirst()).id()).isEqualTo(ASSIGNMENT);
      assertThat(removal(steps.getFirst()).principalId()).isEqualTo("principal-1");
      assertThat(steps.getFirst().description())
          .isEqualTo(
              "take the role from the identity of scale set pool-a that assignment %s gives it"
                  .formatted(ASSIGNMENT));

      set.apply(steps.getFirst());

      assertThat(set.plan(new PoolIntent.Delete<>(false))).isEmpty();
    }

    @Test
    void goThoughTheIdentityIsGoneThatTheyWereOf() {
      set.document().remove("identity");

      assertThat(planWhileAzureDeletes()).hasExactlyElementsOfTypes(RemoveRole.class);
    }

    @Test
    void goBeforeTheIdentityThatThePoolDoesNotAskForAnyMore() {
      assertThat(set.converge(PoolFixture.plain().desired()))
          .hasExactlyElementsOfTypes(RemoveRole.class, UpdateModel.class);
      assertThat(set.converge(with(SCOPE, READER)))
          .hasExactlyElementsOfTypes(UpdateModel.class, AssignRole.class);
    }

    @Test
    void thatAreForSomethingElseNowAreRemovedThere() {
      var want = with(SCOPE + "resourceGroups/g", READER);

      List<PlanStep> steps = set.converge(want);

      assertThat(steps).hasExactlyElementsOfTypes(RemoveRole.class, AssignRole.class);
      assertThat(removal(steps.getFirst()).id()).isEqualTo(ASSIGNMENT);
      assertThat(steps.getLast().description())
          .startsWith("give the identity of scale set pool-a the role " + READER)
          .endsWith(" by assignment " + want.role().orElseThrow().id());
      assertThat(set.plan(want)).isEmpty();
    }

    @Test
    void thatAreOthersNowAreRemovedFirst() {
      var want = with(SCOPE, READER.replace("acdd72a7-3385-48ef", "b24988ac-6180-42a0"));

      assertThat(set.converge(want)).hasExactlyElementsOfTypes(RemoveRole.class, AssignRole.class);
      assertThat(set.plan(want)).isEmpty();
    }

    @Test
    void areKnownThoughTheManagerEndedWhileItAssignedThem() {
      var before = new TestScaleSet();
      before.apply(before.plan(with(SCOPE, READER)).getFirst());
      PlanStep assign = before.plan(with(SCOPE, READER)).getFirst();
      before.annotations = assign.annotationsBefore(before.annotations, before.time);

      assertThat(before.plan(with(SCOPE, READER))).hasExactlyElementsOfTypes(AssignRole.class);
      ((ObjectNode) before.document().path("properties")).put("provisioningState", "Deleting");
      assertThat(before.plan(new PoolIntent.Delete<>(false)))
          .hasExactlyElementsOfTypes(RemoveRole.class);
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "/subscriptions/another/providers/Microsoft.Authorization/roleAssignments/11111111-2222-3333-4444-555555555555",
          "/subscriptions/00000000-0000-0000-0000-000000000123/resourceGroups/g",
          "/subscriptions/00000000-0000-0000-0000-000000000123/../providers/Microsoft.Authorization/roleAssignments/11111111-2222-3333-4444-555555555555",
          "/subscriptions/00000000-0000-0000-0000-000000000123/providers/Microsoft.Authorization/roleAssignments/11111111-2222-3333-4444-555555555555?x"
        })
    void areNoneThatSomebodyHasWrittenOnThePool(String id) {
      set.annotations =
          set.annotations.with(ScaleSetAnnotations.ROLES, Optional.of(ASSIGNMENT + "," + id));

      assertThat(planWhileAzureDeletes()).hasExactlyElementsOfTypes(RemoveRole.class);
    }
  }

  @Nested
  class Size {

    @Test
    void moreAreAskedForByNumber() {
      var set = TestScaleSet.of(PoolFixture.plain().desired());

      List<PlanStep> steps = set.converge(PoolFixture.plain().withReplicas(5).desired());

      assertThat(steps).hasExactlyElementsOfTypes(SetCapacity.class);
      assertThat(steps.getFirst().reason()).isEqualTo("5 instances wanted, 3 asked for, 3 there");
    }

    @Test
    void azureNeverPicksWhoLeaves() {
      var set = TestScaleSet.of(PoolFixture.plain().desired());

      assertThat(set.plan(PoolFixture.plain().withReplicas(1).desired())).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Uniform", "Flexible"})
    void thoseThatLeaveGoByNameInOneCall(String mode) {
      var want = pool(mode).desired();
      var set = TestScaleSet.of(want);
      String first = ids(set).getFirst();
      String last = ids(set).getLast();

      List<PlanStep> steps = set.plan(leave(want, 3, true, first, last));

      assertThat(steps).hasExactlyElementsOfTypes(DeleteInstances.class);
      assertThat(steps.getFirst().endsInstances()).isEqualTo(2);
      assertThat(steps.getFirst().decidedAt()).contains(CHOSEN);
      set.apply(steps.getFirst());
      assertThat(ids(set)).doesNotContain(first, last).hasSize(1);
      assertThat(set.plan(leave(want, 3, true, first, last))).isEmpty();
      assertThat(
              set.plan(
                  new PoolIntent.Converge<>(
                      want, OptionalInt.of(1), List.of(), PoolIntent.Roll.CANCEL)))
          .isEmpty();
    }

    @Test
    void whoLeavesIsToldWithWhetherItIsReplaced() {
      var want = PoolFixture.plain().withReplicas(5).desired();
      var set = TestScaleSet.of(want);
      var both =
          new PoolIntent.Converge<>(
              want,
              OptionalInt.of(5),
              List.of(
                  new PoolIntent.Leave("0", false, CHOSEN),
                  new PoolIntent.Leave("1", true, CHOSEN),
                  new PoolIntent.Leave("2", true, CHOSEN)),
              PoolIntent.Roll.CANCEL);

      assertThat(set.plan(both).getFirst().reason())
          .isEqualTo("1 is to be replaced, 2 are to go for good");
      assertThat(set.plan(leave(want, 5, false, "0", "1")).getFirst().reason())
          .isEqualTo("2 are to be replaced");
      assertThat(set.plan(leave(want, 5, true, "0")).getFirst().reason())
          .isEqualTo("1 is to go for good");
    }

    @Test
    void moreThanACallTakesGoInSeveral() {
      var want = PoolFixture.plain().withReplicas(250).desired();
      var set = TestScaleSet.of(want);

      List<PlanStep> steps = set.plan(leave(want, 0, true, ids(set).toArray(String[]::new)));

      assertThat(steps.stream().map(PlanStep::endsInstances)).containsExactly(100, 100, 50);
    }

    @Test
    void oneThatIsGoneIsNotNamedAgain() {
      var pool = pool("Uniform").withReplicas(4);
      var set = TestScaleSet.of(pool.desired());
      set.delete(List.of("1"));

      var steps = set.plan(leave(pool.desired(), 4, false, "1", "2"));

      assertThat(steps)
          .filteredOn(ScaleSetStep.DeleteInstances.class::isInstance)
          .extracting(step -> ((ScaleSetStep.DeleteInstances) step).ids())
          .containsExactly(List.of("2"));
    }

    @Test
    void theSizeThatFellWithOneIsNotRaisedAgain() {
      var pool = pool("Uniform").withReplicas(3);
      var set = TestScaleSet.of(pool.desired());
      var decided = leave(pool.desired(), 3, true, "1");

      var first = set.converge(decided);
      var second = set.plan(decided);

      assertThat(first).hasExactlyElementsOfTypes(ScaleSetStep.DeleteInstances.class);
      assertThat(second).isEmpty();
    }

    @Test
    void oneThatIsReplacedIsFollowedByAnother() {
      var want = PoolFixture.plain().desired();
      var set = TestScaleSet.of(want);
      set.apply(set.plan(leave(want, 3, false, "1")).getFirst());

      assertThat(
              set.converge(
                  new PoolIntent.Converge<>(
                      want, OptionalInt.of(3), List.of(), PoolIntent.Roll.CANCEL)))
          .hasExactlyElementsOfTypes(SetCapacity.class);
      assertThat(ids(set)).containsExactly("0", "2", "3");
    }

    @Test
    void aSizeThatSomebodyElseHasSetSinceTheLookIsNotOverwritten() {
      var set = TestScaleSet.of(PoolFixture.plain().desired());
      PlanStep step = set.plan(PoolFixture.plain().withReplicas(5).desired()).getFirst();
      set.setCapacity(9);

      assertThatThrownBy(() -> set.apply(step))
          .isInstanceOf(TestScaleSet.ChangedSinceException.class);
      assertThat(set.seen().capacity()).isEqualTo(9);
    }

    @Test
    void aSizeThatWasAskedForInVainIsLoweredToWhatIsThere() {
      var want = PoolFixture.plain().desired();
      var set = TestScaleSet.of(want);
      set.setBusy(true);
      set.apply(new SetCapacity("pool-a", "Standard_D2s_v3", 9, Set.of(), "", "test"));
      ((ObjectNode) set.document().path("properties")).put("provisioningState", "Failed");

      List<PlanStep> steps = set.plan(want);

      assertThat(steps).hasExactlyElementsOfTypes(SetCapacity.class);
      assertThat(steps.getFirst().endsInstances()).isZero();
    }

    @Test
    void aSizeIsNotLoweredWhileAzureMakesInstancesAmongWhichItWouldPick() {
      var set = TestScaleSet.of(PoolFixture.plain().desired());
      set.setBusy(true);
      set.converge(PoolFixture.plain().withReplicas(9).desired());

      assertThat(set.plan(PoolFixture.plain().desired())).isEmpty();
      assertThat(set.plan(PoolFixture.plain().withReplicas(10).desired()))
          .hasExactlyElementsOfTypes(SetCapacity.class);

      set.setBusy(false);

      assertThat(set.plan(PoolFixture.plain().desired())).isEmpty();
      assertThat(ids(set)).hasSize(9);
    }

    @Test
    void whereOthersSizeItOneThatIsReplacedIsFollowedByAnother() {
      var want = PoolFixture.plain().externallySized().desired();
      var set = TestScaleSet.of(want);
      var replace =
          new PoolIntent.Converge<>(
              want,
              OptionalInt.empty(),
              List.of(new PoolIntent.Leave("1", false, CHOSEN)),
              PoolIntent.Roll.CANCEL);

      assertThat(set.converge(replace))
          .hasExactlyElementsOfTypes(DeleteInstances.class, SetCapacity.class);
      assertThat(ids(set)).containsExactly("0", "2", "3");

      set.delete(List.of("2"));

      assertThat(set.plan(want)).isEmpty();
    }

    @Nested
    class ToRestore {

      private final DesiredScaleSet want = PoolFixture.plain().externallySized().desired();
      private final TestScaleSet set = TestScaleSet.of(want);

      private void note(String text) {
        set.annotations = set.annotations.with(ScaleSetAnnotations.SIZE, Optional.of(text));
      }

      private Optional<String> noteAfterCleanUp() {
        return ScaleSetAnnotations.cleanUp(set.annotations, want, set.seen(), set.time)
            .get(ScaleSetAnnotations.SIZE);
      }

      private PlanStep replacement(String id) {
        return set.plan(
                new PoolIntent.Converge<>(
                    want,
                    OptionalInt.empty(),
                    List.of(new PoolIntent.Leave(id, false, CHOSEN)),
                    PoolIntent.Roll.CANCEL))
            .getFirst();
      }

      /** The manager ends before it writes the size. */
      private void delete(String id) {
        set.apply(replacement(id));
      }

      @Test
      void itIsRestoredByWhoeverGoesOn() {
        delete("1");
        delete("2");

        assertThat(set.converge(want)).hasExactlyElementsOfTypes(SetCapacity.class);
        assertThat(set.seen().capacity()).isEqualTo(3);
      }

      @Test
      void itIsNotWhereSomebodyHasLoweredItSince() {
        delete("1");
        set.delete(List.of("2"));

        set.converge(want);

        assertThat(set.seen().capacity()).isEqualTo(2);
      }

      @Test
      void itIsNotLongAfterTheReplacement() {
        delete("1");
        set.time = set.time.plusSeconds(1801);

        assertThat(set.plan(want)).isEmpty();
        assertThat(noteAfterCleanUp()).isEmpty();
      }

      @ParameterizedTest
      @CsvSource({
        "1000 0@2026-03-01T10:00:00Z, 3",
        "1000 0@2026-03-01T10:00:00Z;8@2026-03-01T10:00:00Z;9@2026-03-01T10:00:00Z, 5",
        "4 8@2026-03-01T10:00:00Z;9@2026-03-01T10:00:00Z, 4",
        "1000 9@2026-03-01T10:20:00Z, 3",
        "1000 9@2126-03-01T10:00:00Z, 3",
        "1000 9@+999999999-03-01T10:00:00Z, 3",
        "1000 2026-03-01T10:00:00Z, 3",
        "-7 9@2026-03-01T10:00:00Z, 3",
        "9999999999 9@2026-03-01T10:00:00Z, 3"
      })
      void itRisesByNoMoreThanTheInstancesThatANoteNamesAndThatAreGone(String note, int size) {
        note(note.replace(';', ','));

        set.converge(want);

        assertThat(set.seen().capacity()).isEqualTo(size);
      }

      @Test
      void itRisesByNoMoreThanLeaveAtOnceWhateverSomebodyNotes() {
        note(
            "1000 "
                + IntStream.range(10, 500)
                    .mapToObj(id -> id + "@2026-03-01T10:00:00Z")
                    .collect(Collectors.joining(",")));

        assertThat(((SetCapacity) set.plan(want).getFirst()).capacity()).isEqualTo(103);
      }

      @Test
      void itIsForgottenOnceItIsBackByItself() {
        delete("1");
        assertThat(noteAfterCleanUp()).isPresent();
        set.setCapacity(3);

        assertThat(noteAfterCleanUp()).isEmpty();
      }

      @Test
      void itIsKeptWhileAzureShowsThatTheInstanceGoesAndTheSizeThatWas() {
        delete("1");
        ((ObjectNode) set.document().path("sku")).put("capacity", 3);

        assertThat(set.plan(want)).isEmpty();
        assertThat(noteAfterCleanUp()).isPresent();
      }

      @Test
      void itIsKeptWhereAWriteRestoresAPartOfIt() {
        PlanStep other = replacement("2");
        delete("1");
        set.annotations = other.annotationsBefore(set.annotations, set.time);

        set.converge(want);

        assertThat(set.annotations.get(ScaleSetAnnotations.SIZE).orElseThrow())
            .startsWith("3 2@")
            .doesNotContain("1@");
      }

      @Test
      void itIsKeptForAnInstanceWithWhichTheSizeHasNotFallenYet() {
        delete("1");
        delete("2");
        ((ObjectNode) set.document().path("sku")).put("capacity", 2);

        set.apply(set.plan(want).getFirst());

        assertThat(set.annotations.get(ScaleSetAnnotations.SIZE)).isPresent();
        set.setCapacity(2);
        assertThat(set.converge(want)).hasExactlyElementsOfTypes(SetCapacity.class);
        assertThat(set.seen().capacity()).isEqualTo(3);
      }

      @Test
      void itIsKeptUntilALookShowsThatTheInstanceGoes() {
        set.annotations = replacement("1").annotationsBefore(set.annotations, set.time);

        assertThat(noteAfterCleanUp()).isPresent();
      }

      @Test
      void itIsForgottenWhereNobodyElseSizesTheSetAnyMore() {
        delete("1");

        assertThat(
                ScaleSetAnnotations.cleanUp(
                        set.annotations, PoolFixture.plain().desired(), set.seen(), set.time)
                    .get(ScaleSetAnnotations.SIZE))
            .isEmpty();
      }

      @Test
      void aDeletionThatIsRefusedLeavesNoNoteOfIt() {
        delete("1");
        Optional<String> before = set.annotations.get(ScaleSetAnnotations.SIZE);
        PlanStep refused = replacement("2");
        set.annotations = refused.annotationsBefore(set.annotations, set.time);
        assertThat(set.annotations.get(ScaleSetAnnotations.SIZE)).isNotEqualTo(before);

        set.annotations = refused.annotationsAfterFailure(set.annotations);

        assertThat(set.annotations.get(ScaleSetAnnotations.SIZE)).isEqualTo(before);
      }

      @Test
      void aDeletionThatIsTriedAgainAndAgainProlongsNoOther() {
        delete("1");
        PlanStep tried = replacement("2");
        for (int i = 0; i < 4; i++) {
          set.time = set.time.plusSeconds(600);
          set.annotations = tried.annotationsBefore(set.annotations, set.time);
        }

        assertThat(set.plan(want)).isEmpty();
      }
    }

    @Test
    void whereOthersSizeItTheSizeIsLeftAlone() {
      var want = PoolFixture.plain().externallySized().withReplicas(7).desired();
      var set = TestScaleSet.of(PoolFixture.plain().externallySized().desired());

      assertThat(set.plan(want)).isEmpty();
      assertThat(want.desiredSize()).isEmpty();
    }
  }

  @Nested
  class WhileAChangeIsUnderWay {

    private final TestScaleSet set = TestScaleSet.of(PoolFixture.plain().desired());

    WhileAChangeIsUnderWay() {
      set.setBusy(true);
    }

    @Test
    void aModelThatOutdatesOthersDoesNotWait() {
      assertThat(
              set.plan(
                  PoolFixture.plain().withTemplate("{\"vmSize\": \"Standard_D8s_v5\"}").desired()))
          .hasExactlyElementsOfTypes(UpdateModel.class);
    }

    @Test
    void sizeAndThoseThatLeaveDoNotWait() {
      assertThat(set.plan(leave(PoolFixture.plain().desired(), 4, true, "0")))
          .hasExactlyElementsOfTypes(DeleteInstances.class, SetCapacity.class);
    }

    @Test
    void tagsZonesAndWhatNobodyIsReplacedForWait() {
      assertThat(
              set.plan(
                  PoolFixture.plain()
                      .withZones("1")
                      .withSpec(spec -> spec.putObject("additionalTags").put("a", "b"))
                      .withCluster(cluster -> cluster.put("vnetName", "other"))
                      .desired()))
          .isEmpty();
      set.setBusy(false);
      assertThat(
              set.plan(
                  PoolFixture.plain()
                      .withZones("1")
                      .withSpec(spec -> spec.putObject("additionalTags").put("a", "b"))
                      .desired()))
          .isNotEmpty();
    }
  }

  @Nested
  class Ownership {

    @Test
    void whatAnotherPoolHasIsLeftAlone() {
      var set = TestScaleSet.of(PoolFixture.plain().desired());
      ((ObjectNode) set.document().path("tags"))
          .put(ScaleSetTags.POOL, "AzureMachinePool/other/pool-a");

      assertThat(set.plan(PoolFixture.plain().withReplicas(9).desired())).isEmpty();
      assertThat(set.plan(new PoolIntent.Delete<>(false))).isEmpty();
    }

    private TestScaleSet madeByUpstream(Adoption adoption) {
      return madeByUpstream(PoolFixture.plain().desired(), adoption);
    }

    private TestScaleSet madeByUpstream(DesiredScaleSet want, Adoption adoption) {
      var set =
          new TestScaleSet(
              new OwnershipClaim(TestScaleSet.MARKS, "team", Set.of(), Set.of(), adoption));
      set.apply(set.plan(want).getFirst());
      ((ObjectNode) set.document().path("tags"))
          .remove(
              List.of(
                  ScaleSetTags.POOL,
                  ScaleSetTags.MANAGEMENT_CLUSTER,
                  ScaleSetTags.MODEL,
                  ScaleSetTags.GENERATIONS));
      return set;
    }

    @Test
    void whatUpstreamMadeIsForeignUnlessThePoolMayHaveIt() {
      assertThat(madeByUpstream(new Adoption.NotRequested()).plan(PoolFixture.plain().desired()))
          .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"Uniform, false", "Flexible, true"})
    void whoeverListsTheInstancesHasProvenNothingWhereTheyAreNumbered(String mode, boolean proven) {
      var want = pool(mode).desired();
      Set<String> instances =
          Set.copyOf(
              TestScaleSet.of(want).seen().instances().stream()
                  .map(each -> each.providerId())
                  .toList());
      var set = madeByUpstream(want, new Adoption.Requested(instances, "the line"));

      assertThat(set.plan(want).stream().anyMatch(MarkScaleSet.class::isInstance))
          .isEqualTo(proven);
    }

    @Test
    void whatUpstreamMadeIsTakenOverAsItRuns() {
      var set = madeByUpstream(new Adoption.Granted());
      var want = PoolFixture.plain().desired();

      List<PlanStep> steps = set.converge(want);

      assertThat(steps).hasExactlyElementsOfTypes(MarkScaleSet.class, UpdateModel.class);
      assertThat(steps.getFirst().endsPass()).isTrue();
      assertThat(((UpdateModel) steps.getLast()).patch()).isEmpty();
      assertThat(((UpdateModel) steps.getLast()).withCustomData()).isFalse();
      assertThat(set.seen().instances())
          .hasSize(3)
          .allMatch(each -> set.seen().freshness(each) == Freshness.CURRENT);
    }

    @Test
    void aRolloutThatUpstreamBeganGoesOn() {
      var set = madeByUpstream(new Adoption.Granted());
      ((ObjectNode) set.instances().getFirst().at("/properties/storageProfile/imageReference"))
          .put("communityGalleryImageId", "/CommunityGalleries/g/Images/i/Versions/1.33.0");

      set.converge(PoolFixture.plain().desired());

      assertThat(set.seen().instances())
          .extracting(each -> set.seen().freshness(each))
          .containsExactly(Freshness.OUTDATED, Freshness.CURRENT, Freshness.CURRENT);
    }
  }

  @Nested
  class Deletion {

    @Test
    void theSetGoesWithItsInstances() {
      var set = TestScaleSet.of(PoolFixture.plain().desired());

      List<PlanStep> steps = set.plan(new PoolIntent.Delete<>(false));

      assertThat(steps).hasExactlyElementsOfTypes(DeleteScaleSet.class);
      assertThat(steps.getFirst().endsInstances()).isEqualTo(3);
    }

    @Test
    void whatGoesAlreadyIsLeftAlone() {
      var set = TestScaleSet.of(PoolFixture.plain().desired());
      ((ObjectNode) set.document().path("properties")).put("provisioningState", "Deleting");

      assertThat(set.plan(new PoolIntent.Delete<>(false))).isEmpty();
      assertThat(set.plan(PoolFixture.plain().withReplicas(9).desired())).isEmpty();
    }
  }

  @Nested
  class Fixed {

    @Test
    void spotMachinesCannotBecomeOthersAndNothingIsReplacedForIt() {
      var set = TestScaleSet.of(PoolFixture.plain().desired());
      var want = PoolFixture.plain().withTemplate("{\"spotVMOptions\": {}}").desired();

      assertThat(set.plan(want)).isEmpty();
      assertThat(FixedSettings.differences(want, set.seen()))
          .containsExactly(
              "spec.template.spotVMOptions is set, and the scale set's machines are no spot"
                  + " machines, which Azure fixes when a scale set is made: recreate the pool, or"
                  + " set the field back");
    }

    @Test
    void modeFaultDomainsAndZonesAreToldOf() {
      var set = TestScaleSet.of(PoolFixture.of("zones").desired());
      var want =
          PoolFixture.of("zones")
              .withZones("1", "2")
              .withSpec(
                  spec ->
                      spec.put("orchestrationMode", "Flexible").put("platformFaultDomainCount", 2))
              .desired();

      assertThat(FixedSettings.differences(want, set.seen()))
          .hasSize(3)
          .anyMatch(text -> text.startsWith("spec.orchestrationMode is Flexible"))
          .anyMatch(text -> text.startsWith("spec.platformFaultDomainCount is 2"))
          .anyMatch(text -> text.contains("is in [3], too"));
    }

    @Test
    void zonesAreAdded() {
      var set = TestScaleSet.of(PoolFixture.plain().withZones("2").desired());

      assertThat(set.converge(PoolFixture.plain().withZones("3", "2").desired()))
          .singleElement()
          .isInstanceOf(ScaleSetStep.AddZones.class)
          .satisfies(step -> assertThat(step.reason()).isEqualTo("it lacks zone 3"));
      assertThat(set.seen().zones()).containsExactly("2", "3");
    }

    @Test
    void zonesInAnotherOrderAreTheSame() {
      var set = TestScaleSet.of(PoolFixture.plain().withZones("1", "2").desired());

      assertThat(set.plan(PoolFixture.plain().withZones("2", "1").desired())).isEmpty();
    }
  }

  @Test
  void aRollEndsWithMachinesOfTheNewModelOnly() {
    var set = TestScaleSet.of(PoolFixture.plain().desired());
    var want = PoolFixture.plain().withTemplate("{\"vmSize\": \"Standard_D8s_v5\"}").desired();

    for (int i = 0; i < 10 && !ScaleSetPlanner.isSettled(want, set.seen(), set.annotations); i++) {
      List<String> outdated =
          set.seen().instances().stream()
              .filter(each -> set.seen().freshness(each) == Freshness.OUTDATED)
              .map(each -> each.id())
              .toList();
      set.converge(
          new PoolIntent.Converge<>(
              want, OptionalInt.of(outdated.isEmpty() ? 3 : 4), List.of(), PoolIntent.Roll.CANCEL));
      if (!outdated.isEmpty()) {
        set.apply(set.plan(leave(want, 4, outdated.size() == 1, outdated.getFirst())).getFirst());
      }
    }

    assertThat(ScaleSetPlanner.isSettled(want, set.seen(), set.annotations)).isTrue();
    assertThat(ids(set))
        .hasSize(3)
        .noneMatch(id -> IntStream.range(0, 3).anyMatch(old -> id.equals(Integer.toString(old))));
  }
}
