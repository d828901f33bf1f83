package io.weir.provider.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.api.conditions.Condition;
import io.weir.api.conditions.ConditionStatus;
import io.weir.provider.Actor;
import io.weir.provider.BootstrapData;
import io.weir.provider.CallGate.CallOutcome;
import io.weir.provider.CloudIdentity;
import io.weir.provider.CloudScope;
import io.weir.provider.CreationStep;
import io.weir.provider.DesiredState;
import io.weir.provider.Instance;
import io.weir.provider.Observation;
import io.weir.provider.ObservationRequest;
import io.weir.provider.ObservedState;
import io.weir.provider.Place;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolIntent;
import io.weir.provider.PoolKind;
import io.weir.provider.PoolSecret;
import io.weir.provider.PoolTraits;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.ProviderException;
import io.weir.provider.ProviderReport;
import io.weir.provider.ResolveResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What every provider owes the manager. Each trait or its opposite is proven.
 *
 * @param <D> the provider's desired state
 * @param <O> the provider's observed state
 */
public abstract class PoolProviderContract<D extends DesiredState, O extends ObservedState> {
  private static final String NAME = PoolUnderTest.NAME;
  private static final String WHY = "the quota of machines is used up";

  private CloudUnderTest<D, O> cloud;
  private TestReconciler<D, O> testReconciler;
  private PoolObjects pool;
  private PoolUnderTest<D, O> poolUnderTest;

  /** The provider on its own, empty cloud; closed after the test. */
  protected abstract CloudUnderTest<D, O> cloud() throws Exception;

  @BeforeEach
  void open() throws Exception {
    cloud = cloud();
    testReconciler = new TestReconciler<>(cloud);
    pool = cloud.pool(NAME, 3);
    poolUnderTest = new PoolUnderTest<>(cloud, testReconciler, pool);
  }

  @AfterEach
  void nothingThatIsSaidHoldsASecret() {
    try {
      assertThat(String.join("\n", testReconciler.transcript()))
          .doesNotContain(cloud.secretTexts());
    } finally {
      cloud.close();
    }
  }

  @Nested
  class Resolve {
    @Test
    void givesEqualResultsForEqualInputs() throws Exception {
      D first = testReconciler.desired(pool);

      D second = testReconciler.desired(pool);

      assertThat(second).isEqualTo(first).hasToString(first.toString());
    }

    @Test
    void writesNothing() throws Exception {
      D _ = testReconciler.desired(pool);

      assertThat(cloud.writeCount()).isZero();
    }

    @Test
    void tellsAnotherSizeApart() throws Exception {
      D three = testReconciler.desired(pool);

      D four = testReconciler.desired(pool.setReplicas(4));

      assertThat(four).isNotEqualTo(three);
    }

    @Test
    void needsFirstBootDataJustWhereItsTraitsSaySo() throws Exception {
      boolean needed = testReconciler.provider().traits(pool.pool()).needsBootstrapData();

      ResolveResult<D> without = testReconciler.resolve(pool.setBootstrapData(null));

      assertThat(without)
          .isInstanceOf(needed ? ResolveResult.Blocked.class : ResolveResult.Resolved.class);
    }
  }

  @Nested
  class Secret {
    @Test
    void ofAPoolIsThereBeforeItsBootstrapDataAndIsWrittenOnce() throws Exception {
      Optional<PoolSecret> own = testReconciler.provider().secret();
      BootstrapData data = pool.bootstrapData().orElse(null);

      // Blocked, if machines need bootstrap data.
      Throwable _ = catchThrowable(() -> testReconciler.convergeOnce(pool.setBootstrapData(null)));
      int written = pool.secrets().writeCount();
      ProviderReport _ = testReconciler.converge(pool.setBootstrapData(data));
      cloud.completePendingWork();
      ProviderReport _ = testReconciler.converge(pool);

      assertThat(written).isEqualTo(own.isPresent() ? 1 : 0);
      assertThat(pool.secrets().writeCount()).isEqualTo(written);
      assertThat(own.flatMap(secret -> pool.secrets().find(keyOf(secret))).isPresent())
          .isEqualTo(own.isPresent());
    }

    private ObjectKey keyOf(PoolSecret secret) {
      return new ObjectKey(pool.pool().namespace(), secret.name(pool.pool()));
    }
  }

  @Nested
  class Converge {
    @Test
    void makesAPoolWhoseMembersAreTold() throws Exception {
      ProviderReport made = settled();

      assertThat(made.status().path("replicas").asInt()).isEqualTo(3);
      assertThat(made.status().path("ready").asBoolean()).isTrue();
      assertThat(members(made)).hasSize(3).doesNotHaveDuplicates().doesNotContain("");
      assertThat(seen().instances())
          .hasSize(3)
          .allMatch(each -> each.state() == Instance.State.RUNNING);
      assertThat(seen().isChanging()).isFalse();
    }

    @Test
    void saysThatItMovesUntilItIsThere() throws Exception {
      ProviderReport _ = testReconciler.converge(pool);

      assertThat(seen().isChanging()).isTrue();
    }

    @Test
    void askingTwiceWritesOnce() throws Exception {
      ProviderReport _ = settled();
      int writes = cloud.writeCount();

      ProviderReport _ = testReconciler.converge(pool);

      assertThat(cloud.writeCount()).isEqualTo(writes);
      assertThat(cloud.countScaleSets(NAME)).isEqualTo(1);
    }

    @Test
    void askingAgainAfterARestartWritesNothingEither() throws Exception {
      ProviderReport _ = settled();
      int writes = cloud.writeCount();

      testReconciler.restart();
      ProviderReport _ = testReconciler.converge(pool);

      assertThat(cloud.writeCount()).isEqualTo(writes);
    }

    @Test
    void followsTheSizeUpAndDown() throws Exception {
      ProviderReport _ = settled();

      pool.setReplicas(5);
      assertThat(members(settled())).hasSize(5);

      pool.setReplicas(1);
      ProviderReport one = settled();
      assertThat(members(one)).hasSize(1);
      assertThat(one.status().path("replicas").asInt()).isEqualTo(1);
    }

    @Test
    void namesThoseOnTheirWayOutAndDoesNotCountThem() throws Exception {
      ProviderReport before = settled();

      ProviderReport _ = testReconciler.converge(pool.setReplicas(1));
      ProviderReport during = testReconciler.converge(pool);
      List<String> leaving = leaving();
      cloud.completePendingWork();
      ProviderReport after = settled();

      assertThat(before.annotations()).containsEntry(MetadataKeys.LEAVING, Optional.empty());
      assertThat(during.annotations())
          .containsEntry(
              MetadataKeys.LEAVING,
              leaving.isEmpty() ? Optional.empty() : Optional.of(String.join(",", leaving)));
      assertThat(members(during))
          .containsAll(leaving)
          .hasSize(during.status().path("replicas").asInt() + leaving.size());
      assertThat(after.annotations()).containsEntry(MetadataKeys.LEAVING, Optional.empty());
    }

    @Test
    void leavesWhatSomebodyElseMadeAlone() throws Exception {
      cloud.createForeign(NAME);
      int writes = cloud.writeCount();

      ProviderReport report = testReconciler.converge(pool);
      boolean gone = testReconciler.delete(pool);

      assertThat(cloud.writeCount()).isEqualTo(writes);
      assertThat(cloud.countScaleSets(NAME)).isEqualTo(1);
      assertThat(report.status().path("ready").asBoolean()).isFalse();
      assertThat(report.conditions())
          .anyMatch(
              each -> each.status() == ConditionStatus.FALSE && each.message().contains(NAME));
      assertThat(gone).isTrue();
    }
  }

  @Nested
  class Failing {
    /**
     * A throttled read is repeated after the time that the cloud asks for: one test waits for it.
     */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "THROTTLED")
    void everyFaultOfALookArrivesAsItsOwnKind(Fault fault) throws Exception {
      ProviderReport _ = settled();
      cloud.failReads(fault, _ -> true);

      Throwable thrown = catchThrowable(() -> testReconciler.observe(pool));

      assertThat(thrown).isExactlyInstanceOf(fault.readException());
    }

    @ParameterizedTest
    @EnumSource
    void everyFaultOfAWriteArrivesAsItsOwnKind(Fault fault) throws Exception {
      ProviderReport _ = settled();
      cloud.failWrite(fault);

      Throwable thrown = catchThrowable(() -> testReconciler.converge(pool.setReplicas(4)));

      assertThat(thrown).isExactlyInstanceOf(fault.writeException());
    }

    @ParameterizedTest
    @EnumSource
    void whateverBefallsACreationInTheEndThereIsOne(Fault fault) throws Exception {
      cloud.failWrite(fault);

      Throwable thrown = catchThrowable(() -> testReconciler.converge(pool));
      testReconciler.restart();
      ProviderReport _ = testReconciler.converge(pool);
      cloud.completePendingWork();
      ProviderReport _ = testReconciler.converge(pool);
      cloud.completePendingWork();

      assertThat(thrown).isExactlyInstanceOf(fault.writeException());
      assertThat(members(testReconciler.converge(pool))).hasSize(3);
      assertThat(cloud.countScaleSets(NAME)).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void whateverBefallsADeletionInTheEndThereIsNone(Fault fault) throws Exception {
      ProviderReport _ = settled();
      cloud.failWrite(fault);

      Throwable thrown = catchThrowable(() -> testReconciler.delete(pool));
      testReconciler.restart();
      deleteWhole();

      assertThat(thrown).isExactlyInstanceOf(fault.writeException());
      assertThat(cloud.countScaleSets(NAME)).isZero();
    }

    @Test
    void aCreationThatWasAcceptedAndFailsIsToldAndMadeAgain() throws Exception {
      ProviderReport _ = testReconciler.converge(pool);
      assumeTrue(cloud.failPendingWork(WHY), "what is accepted is done");

      assertThat(poolUnderTest.seenInDetail().problem()).get().asString().contains(WHY);
      assertThat(members(settled())).hasSize(3);
      assertThat(poolUnderTest.seenInDetail().problem()).isEmpty();
    }

    @Test
    void aChangeThatWasAcceptedAndFailsIsToldAndMadeAgain() throws Exception {
      ProviderReport _ = settled();
      ProviderReport _ = testReconciler.converge(pool.setReplicas(5));
      assumeTrue(cloud.failPendingWork(WHY), "what is accepted is done");

      assertThat(seen().instances()).hasSize(3);
      assertThat(poolUnderTest.seenInDetail().problem()).get().asString().contains(WHY);
      assertThat(members(settled())).hasSize(5);
      assertThat(poolUnderTest.seenInDetail().problem()).isEmpty();
    }

    @Test
    void aThrottledCallIsToldToTheGateAndSaysHowLongToWait() throws Exception {
      ProviderReport _ = settled();
      cloud.failReads(Fault.THROTTLED, _ -> true);

      Throwable thrown = catchThrowable(() -> testReconciler.observe(pool));

      assertThat(thrown)
          .isExactlyInstanceOf(Fault.THROTTLED.readException())
          .isInstanceOfSatisfying(
              ProviderException.Throttled.class,
              each -> assertThat(each.retryAfter()).isPositive());
      assertThat(testReconciler.outcomes()).hasAtLeastOneElementOfType(CallOutcome.Throttled.class);
    }

    @Test
    void noCallPassesTheGateUnseen() throws Exception {
      ProviderReport _ = settled();

      assertThat(testReconciler.gateEntries()).isEqualTo(cloud.callCount());
      assertThat(testReconciler.outcomes()).hasSize(testReconciler.gateEntries());
    }

    @Test
    void credentialsAreUsedNoMoreOnceTheirSecretIsGone() throws Exception {
      ProviderReport _ = settled();
      boolean inSecret = testReconciler.scope(pool).identity().credentialsSecret().isPresent();
      int before = cloud.callCount();

      testReconciler.removeSecrets();
      Throwable thrown = catchThrowable(() -> testReconciler.observe(pool));

      if (inSecret) {
        assertThat(thrown).isInstanceOf(ProviderException.Denied.class);
        assertThat(cloud.callCount()).isEqualTo(before);
      } else {
        assertThat(thrown).isNull();
      }
    }
  }

  @Nested
  class Observe {
    @Test
    void showsPoolsBeyondTheFirstPage() throws Exception {
      List<String> names = manyPools();

      var shown = testReconciler.observe(testReconciler.scope(pool), new ObservationRequest.All());

      assertThat(shown.keySet()).containsAll(names);
    }

    @Test
    void isNotDoneWhenAPageIsMissing() throws Exception {
      var _ = manyPools();
      testReconciler.restart();
      int before = cloud.callCount();
      var _ = testReconciler.observe(testReconciler.scope(pool), new ObservationRequest.All());
      int calls = cloud.callCount() - before;

      // Whichever call it is that fails, what was not shown is not taken for absent. Of many calls,
      // which are all alike but for the first and the last few, some are tried.
      int step = 1 + calls / 20;
      for (int call = 0; call < calls; call += calls - call > step ? step : 1) {
        testReconciler.restart();
        int first = call;
        cloud.failReads(Fault.BROKEN, read -> read >= first);
        Throwable thrown =
            catchThrowable(
                () ->
                    testReconciler.observe(
                        testReconciler.scope(pool), new ObservationRequest.All()));
        assertThat(thrown).as("call %d", call).isInstanceOf(ProviderException.class);
      }
    }

    @ParameterizedTest
    @EnumSource(names = {"BROKEN", "LOST_BEFORE", "LOST_AFTER"})
    void endsOnACloudThatFailsEveryThirdRead(Fault fault) throws Exception {
      List<String> names = manyPools();

      // Wherever in the look the third falls.
      for (int third = 0; third < 3; third++) {
        testReconciler.restart();
        int offset = third;
        cloud.failReads(fault, read -> read % 3 == offset);
        var shown =
            testReconciler.observe(testReconciler.scope(pool), new ObservationRequest.All());
        assertThat(shown.keySet()).as("read %d of each three", third).containsAll(names);
      }
    }

    @Test
    void doesNotTakeUnreadInstancesForNone() throws Exception {
      ProviderReport _ = settled();
      assumeTrue(cloud.hideInstances(pool), "pools are shown with their instances");
      int writes = cloud.writeCount();

      Throwable look = catchThrowable(() -> testReconciler.observe(pool));
      Throwable pass = catchThrowable(() -> testReconciler.converge(pool.setReplicas(1)));

      assertThat(look).isInstanceOf(ProviderException.class);
      assertThat(pass).isInstanceOf(ProviderException.class);
      assertThat(cloud.writeCount()).isEqualTo(writes);
    }

    @Test
    void saysNothingOfWhatIsNotThere() throws Exception {
      var seen = testReconciler.observe(pool);

      assertThat(seen).isInstanceOf(Observation.ProvenAbsent.class);
    }

    private List<String> manyPools() throws Exception {
      var names = new ArrayList<String>();
      ProviderReport _ = settled();
      names.add(testReconciler.provider().cloudName(pool.pool()));
      for (int i = 0; i < cloud.poolsExceedingOnePage(); i++) {
        PoolObjects more = cloud.pool("pool-" + i, 0);
        names.add(testReconciler.provider().cloudName(more.pool()));
        ProviderReport _ = testReconciler.converge(more);
      }
      return names;
    }
  }

  /** Reads that show less than is there. */
  @Nested
  class Lagging {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void makesOneScaleSetInTheEndAndNeverASecond(long seed) throws Exception {
      assumeTrue(cloud.lagReads(seed), "its reads cannot lag");

      for (int pass = 0; pass < 6; pass++) {
        convergeAsFarAsItCan();
        assertThat(cloud.countScaleSets(NAME)).isLessThanOrEqualTo(1);
      }
      cloud.completePendingWork();
      convergeAsFarAsItCan();
      cloud.completePendingWork();

      assertThat(members(testReconciler.converge(pool))).hasSize(3);
      assertThat(cloud.countScaleSets(NAME)).isOne();
    }

    /** A cloud refuses a second of a name, which passes by itself. */
    private void convergeAsFarAsItCan() throws Exception {
      try {
        ProviderReport _ = testReconciler.converge(pool);
      } catch (ProviderException early) {
        assertThat(early.needsUserAction()).as(early.getMessage()).isFalse();
      }
    }
  }

  @Nested
  class Delete {
    @Test
    void leavesNothing() throws Exception {
      ProviderReport _ = settled();

      deleteWhole();

      assertThat(cloud.countScaleSets(NAME)).isZero();
      assertThat(testReconciler.observe(pool)).isInstanceOf(Observation.ProvenAbsent.class);
    }

    /** By which auditors are told. */
    @Test
    void isDoneByStepsThatSaySo() throws Exception {
      ProviderReport _ = settled();
      assertThat(testReconciler.stepsDone()).isNotEmpty().noneMatch(PlanStep::deletes);

      while (cloud.countScaleSets(NAME) > 0) {
        boolean gone = testReconciler.delete(pool);
        assertThat(gone).isFalse();
        cloud.completePendingWork();
      }
      assertThat(testReconciler.stepsDone()).anyMatch(PlanStep::deletes);
      deleteWhole();

      assertThat(testReconciler.stepsDone()).last().matches(PlanStep::deletes);
    }

    @Test
    void ofWhatIsGoneWritesNothing() throws Exception {
      ProviderReport _ = settled();
      deleteWhole();
      int writes = cloud.writeCount();

      boolean gone = testReconciler.delete(pool);

      assertThat(gone).isTrue();
      assertThat(cloud.writeCount()).isEqualTo(writes);
    }

    @Test
    void needsNoClusterOnceThePoolHasItsPlace() throws Exception {
      ProviderReport _ = settled();

      testReconciler.restart();
      var _ = pool.removeCluster();
      deleteWhole();

      assertThat(cloud.countScaleSets(NAME)).isZero();
    }

    @Test
    void isNotDoneWhileInstancesAreLeft() throws Exception {
      ProviderReport _ = settled();

      boolean gone = testReconciler.delete(pool);

      assertThat(gone).isFalse();
    }

    @Test
    void isNotDoneWhileMachinesOutliveTheirScaleSet() throws Exception {
      assumeTrue(cloud.letMachinesOutlive(), "a scale set is shown as long as it has machines");
      ProviderReport _ = settled();

      assertThat(testReconciler.delete(pool)).isFalse();
      assertThat(cloud.countScaleSets(NAME)).isZero();
      assertThat(testReconciler.delete(pool)).isFalse();

      cloud.completePendingWork();
      assertThat(testReconciler.delete(pool)).isTrue();
    }

    @Test
    void ofAScaleSetWhoseTagsAreGoneIsNotDoneInSilence() throws Exception {
      ProviderReport _ = settled();
      assumeTrue(cloud.loseTags(pool), "nothing can lose its tags");
      testReconciler.restart();
      int writes = cloud.writeCount();

      for (int pass = 0; pass < 3; pass++) {
        assertThat(testReconciler.delete(pool)).isFalse();
        cloud.completePendingWork();
      }

      assertThat(cloud.countScaleSets(NAME)).isOne();
      assertThat(cloud.writeCount()).isEqualTo(writes);
      assertThat(testReconciler.transcript().getLast()).contains("left alone: ");
    }
  }

  @Nested
  class Identity {
    @Test
    void isNotGrantedUnlessSomethingAdmitsThePool() {
      for (CloudIdentity other :
          List.of(
              new CloudIdentity.OfSecret(new ObjectKey("elsewhere", "key")),
              new CloudIdentity.OfObject("InventedIdentity", new ObjectKey("", NAME)),
              new CloudIdentity.OfObject("InventedIdentity", pool.pool().key()))) {
        assertThatThrownBy(() -> authorize(other))
            .as(other.toString())
            .isInstanceOf(PrerequisiteException.class)
            .hasMessageContaining(other.toString());
      }
    }

    @Test
    void isNotLentByWhatIsWrittenOnThePool() throws Exception {
      ProviderReport _ = settled();
      Place place = Place.parse(pool.pool().annotation(MetadataKeys.PLACE).orElseThrow());
      CloudScope scope = place.scope();
      var foreign = new CloudIdentity.OfSecret(new ObjectKey("elsewhere", "key"));
      var forged =
          new CloudScope(scope.cloud(), foreign, scope.account(), scope.region(), scope.parentId());
      String written = new Place(forged, place.name()).annotationValue();
      pool.annotate(Map.of(MetadataKeys.PLACE, Optional.of(written)));
      int calls = cloud.callCount();

      testReconciler.restart();

      assertThatThrownBy(() -> testReconciler.delete(pool))
          .isInstanceOf(PrerequisiteException.class);
      assertThat(cloud.callCount()).isEqualTo(calls);
      assertThat(cloud.countScaleSets(NAME)).isOne();
    }

    @Test
    void servesADeletionOnlyWhileItAdmitsThePool() throws Exception {
      ProviderReport _ = settled();
      boolean withdrawn = pool.removeIdentities();
      int writes = cloud.writeCount();
      int calls = cloud.callCount();

      if (withdrawn) {
        assertThatThrownBy(() -> testReconciler.delete(pool))
            .isInstanceOf(PrerequisiteException.class);
        assertThat(cloud.callCount()).isEqualTo(calls);
      } else {
        boolean _ = testReconciler.delete(pool);
        assertThat(cloud.writeCount()).isGreaterThan(writes);
      }
    }

    private void authorize(CloudIdentity identity) throws PrerequisiteException {
      testReconciler.provider().authorize(identity, pool.pool(), pool.inputs().relatedObjects());
    }
  }

  @Nested
  class Marks extends MarksContract<D, O> {
    Marks() {
      super(PoolProviderContract.this::poolUnderTest);
    }
  }

  @Nested
  class Relabel extends RelabelContract<D, O> {
    Relabel() {
      super(PoolProviderContract.this::poolUnderTest);
    }
  }

  @Nested
  class Adopt extends AdoptContract<D, O> {
    Adopt() {
      super(PoolProviderContract.this::poolUnderTest);
    }
  }

  @Nested
  class Reporting {
    @Test
    void noReportHoldsAnEmptyObject() throws Exception {
      ProviderReport first = testReconciler.converge(pool);
      ProviderReport last = settled();

      assertThat(empties(first.status(), "status")).isEmpty();
      assertThat(empties(last.status(), "status")).isEmpty();
      assertThat(empties(last.spec(), "spec")).isEmpty();
    }

    @Test
    void conditionsHaveTheFormOfTheirKind() throws Exception {
      var form = testReconciler.provider().kind().conditionStyle();

      cloud.createForeign("foreign");
      ProviderReport bad = testReconciler.converge(cloud.pool("foreign", 1));
      ProviderReport good = settled();

      var reported = Stream.of(bad, good).flatMap(each -> each.conditions().stream()).toList();
      assertThat(reported)
          .extracting(Condition::status)
          .contains(ConditionStatus.TRUE, ConditionStatus.FALSE);
      assertThat(reported)
          .allMatch(
              each ->
                  form == PoolKind.ConditionStyle.WITH_REASON
                      ? each.reason().matches("[A-Z][A-Za-z]*") && each.severity().isEmpty()
                      : each.severity().isEmpty() == (each.status() != ConditionStatus.FALSE));
      assertThat(good.conditions()).extracting(Condition::type).doesNotHaveDuplicates();
    }

    @Test
    void nothingNewIsToldWhereNothingHappened() throws Exception {
      ProviderReport first = settled();

      ProviderReport second = testReconciler.converge(pool);

      assertThat(second).isEqualTo(first);
    }

    private static List<String> empties(ObjectNode tree, String path) {
      var found = new ArrayList<String>();
      for (Map.Entry<String, JsonNode> field : tree.properties()) {
        if (field.getValue() instanceof ObjectNode inner) {
          String at = path + "." + field.getKey();
          found.addAll(inner.isEmpty() ? List.of(at) : empties(inner, at));
        }
      }
      return found;
    }
  }

  @Nested
  class Autoscaled {
    @Test
    void isProvenWhereTheCloudCanAndRefusedWhereItCannot() throws Exception {
      PoolObjects one = cloud.autoscaledPool(NAME, 2).orElse(pool);
      boolean able = one != pool;
      ProviderReport _ = testReconciler.converge(one);
      cloud.completePendingWork();
      if (able) {
        cloud.autoscale(NAME, 4);
        cloud.completePendingWork();
      }
      int writes = cloud.writeCount();

      ProviderReport report = testReconciler.converge(one);

      assertThat(
              testReconciler.provider().traits(one.pool()).sizing()
                  instanceof PoolTraits.Sizing.ByCloud)
          .isEqualTo(able);
      assertThat(report.replicas()).isEqualTo(able ? OptionalInt.of(4) : OptionalInt.empty());
      assertThat(members(report)).hasSize(able ? 4 : 3);
      assertThat(cloud.writeCount()).isEqualTo(writes);
    }

    @Test
    void isNotSaidOfAPoolThatDoesNotAskForIt() throws Exception {
      ProviderReport report = settled();

      assertThat(testReconciler.provider().traits(pool.pool()).sizing())
          .isInstanceOf(PoolTraits.Sizing.ByMachinePool.class);
      assertThat(report.replicas()).isEmpty();
    }
  }

  @Nested
  class Leaving {
    @Test
    void ofANamedInstanceIsHonouredJustWhereATraitSaysSo() throws Exception {
      ProviderReport _ = settled();
      boolean honoured = testReconciler.provider().traits(pool.pool()).picksVictims() == Actor.WEIR;
      Instance victim = seen().instances().get(1);

      List<PlanStep> steps = carryOut(leave(victim, false));
      cloud.completePendingWork();
      ProviderReport replaced = settled();

      assertThat(steps.isEmpty()).isEqualTo(!honoured);
      assertThat(members(replaced)).hasSize(3);
      assertThat(members(replaced).contains(victim.providerId())).isEqualTo(!honoured);
    }

    @Test
    void ofANamedInstanceTakesNoOtherWhileThePoolShrinks() throws Exception {
      ProviderReport before = settled();
      Instance victim = seen().instances().getLast();
      if (testReconciler.provider().traits(pool.pool()).picksVictims() == Actor.CLOUD) {
        return;
      }

      List<PlanStep> _ = carryOut(leave(victim, true));
      pool.setReplicas(2);
      ProviderReport after = settled();

      assertThat(members(after))
          .hasSize(2)
          .isSubsetOf(members(before))
          .doesNotContain(victim.providerId());
    }

    @Test
    void ofAnInstanceThatIsOnItsWayOutIsNotAskedForAgain() throws Exception {
      ProviderReport _ = settled();
      PoolIntent<D> intent = leave(seen().instances().getFirst(), false);

      List<PlanStep> _ = carryOut(intent);

      assertThat(testReconciler.plan(pool, intent, testReconciler.observe(pool)))
          .noneMatch(step -> step.endsInstances() > 0);
    }

    @ParameterizedTest
    @EnumSource(names = {"BROKEN", "LOST_BEFORE", "LOST_AFTER"})
    void whateverBefallsAnEndThatShrinksThePoolLeavesOneFewerAndNeverTwo(Fault fault)
        throws Exception {
      ProviderReport before = settled();
      if (testReconciler.provider().traits(pool.pool()).picksVictims() == Actor.CLOUD) {
        return;
      }
      Instance victim = seen().instances().getFirst();
      pool.setReplicas(2);
      PoolIntent<D> intent = shrink(victim, before.status().path("replicas").asInt());
      cloud.failWrite(fault);

      Throwable thrown = catchThrowable(() -> carryOut(intent));
      testReconciler.restart();
      for (int pass = 0; pass < 3; pass++) {
        List<PlanStep> _ = carryOut(intent);
        assertThat(staying())
            .as("a machine whose end was accepted is TERMINATING at once")
            .hasSize(2)
            .doesNotContain(victim.providerId());
      }
      cloud.completePendingWork();
      List<PlanStep> late = carryOut(intent);
      cloud.completePendingWork();

      assertThat(thrown).isExactlyInstanceOf(fault.writeException());
      assertThat(late).isEmpty();
      assertThat(members(testReconciler.converge(pool)))
          .hasSize(2)
          .isSubsetOf(members(before))
          .doesNotContain(victim.providerId());
    }

    private List<String> staying() throws Exception {
      return seen().instances().stream()
          .filter(each -> each.state() != Instance.State.TERMINATING)
          .map(Instance::providerId)
          .toList();
    }

    private PoolIntent<D> shrink(Instance victim, int size) throws Exception {
      var leave = new PoolIntent.Leave(victim.id(), true, cloud.clock().instant());
      return new PoolIntent.Converge<>(
          testReconciler.desired(pool),
          OptionalInt.of(size),
          List.of(leave),
          PoolIntent.Roll.PROCEED);
    }

    private PoolIntent<D> leave(Instance victim, boolean shrink) throws Exception {
      var leave = new PoolIntent.Leave(victim.id(), shrink, cloud.clock().instant());
      return new PoolIntent.Converge<>(
          testReconciler.desired(pool), List.of(leave), PoolIntent.Roll.PROCEED);
    }

    private List<PlanStep> carryOut(PoolIntent<D> intent) throws Exception {
      Observation<O> seen = testReconciler.observe(pool);
      List<PlanStep> steps = testReconciler.plan(pool, intent, seen);
      for (PlanStep step : steps) {
        var _ =
            testReconciler
                .provider()
                .apply(testReconciler.scope(pool), step, seen, step.toString());
      }
      return steps;
    }
  }

  @Nested
  class TakenNames {
    @Test
    void areRefusedWhereTheyAreUniqueAndDoubtedWhereTheyAreNot() throws Exception {
      Observation<O> stale = testReconciler.observe(pool);
      var want = new PoolIntent.Converge<>(testReconciler.desired(pool));
      List<PlanStep> creation = testReconciler.plan(pool, want, stale);
      cloud.failWrite(Fault.LOST_AFTER);
      Throwable lost = catchThrowable(() -> testReconciler.converge(pool));

      assertThat(lost).isInstanceOf(ProviderException.Ambiguous.class);
      switch (testReconciler.provider().kind().nameUniqueness()) {
        case UNIQUE ->
            assertThat(
                    catchThrowable(
                        () ->
                            testReconciler
                                .provider()
                                .apply(
                                    testReconciler.scope(pool),
                                    creation.getFirst(),
                                    stale,
                                    "another")))
                .as("its name is taken, or its creation under way: look before the next write")
                .isInstanceOfAny(ProviderException.Ambiguous.class, ProviderException.Busy.class);
        case SHARED ->
            assertThat(
                    CreationStep.creatingSince(testReconciler.annotations(pool))
                        .map(since -> since.plus(testReconciler.provider().maxListDelay()))
                        .orElse(Instant.MIN))
                .isAfter(cloud.clock().instant());
      }
    }
  }

  private PoolUnderTest<D, O> poolUnderTest() {
    return poolUnderTest;
  }

  private ProviderReport settled() throws Exception {
    return poolUnderTest.settled();
  }

  private void deleteWhole() throws Exception {
    poolUnderTest.deleteWhole();
  }

  private O seen() throws Exception {
    return poolUnderTest.seen();
  }

  private List<String> leaving() throws Exception {
    return seen().instances().stream()
        .filter(each -> each.state() == Instance.State.TERMINATING)
        .map(Instance::providerId)
        .filter(id -> !id.isEmpty())
        .sorted()
        .toList();
  }

  private static List<String> members(ProviderReport providerReport) {
    return PoolUnderTest.members(providerReport);
  }
}
