package io.weir.provider.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.MetadataKeys;
import io.weir.api.conditions.ConditionStatus;
import io.weir.provider.CloudScope;
import io.weir.provider.DesiredState;
import io.weir.provider.ObservedState;
import io.weir.provider.Ownership;
import io.weir.provider.Place;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.ProviderReport;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Marks on cloud objects say whose they are, and nothing that is written on a pool does. */
abstract class MarksContract<D extends DesiredState, O extends ObservedState>
    extends OpenedPoolContract<D, O> {
  private static final String NAME = PoolUnderTest.NAME;

  MarksContract(Supplier<PoolUnderTest<D, O>> opened) {
    super(opened);
  }

  @Test
  void keepACopyOfTheObjectsInAnotherManagementClusterFromTouchingAnything() throws Exception {
    ProviderReport _ = underTest.settled();
    int writes = cloud.writeCount();

    pool.moveTo("elsewhere").setReplicas(1);
    testReconciler.restart();
    ProviderReport report = testReconciler.converge(pool);
    boolean gone = testReconciler.delete(pool);

    assertThat(cloud.writeCount()).isEqualTo(writes);
    assertThat(gone).isFalse();
    assertThat(report.spec()).isEmpty();
    assertThat(report.status()).isEmpty();
    assertThat(report.conditions())
        .anyMatch(
            each ->
                each.status() == ConditionStatus.FALSE
                    && each.message().contains("former-management-clusters"));
  }

  @Test
  void moveWithThePoolOnceAdministratorsSayWhereItCameFrom() throws Exception {
    List<String> before = PoolUnderTest.members(underTest.settled());
    pool.moveTo("elsewhere").setFormerManagementClusters("here");
    testReconciler.restart();

    List<String> after = PoolUnderTest.members(testReconciler.converge(pool));

    assertThat(after).isEqualTo(before);
    int writes = cloud.writeCount();
    ProviderReport _ = testReconciler.converge(pool);
    assertThat(cloud.writeCount()).isEqualTo(writes);
    pool.moveTo("here").setFormerManagementClusters();
    ProviderReport former = testReconciler.converge(pool.setReplicas(1));
    assertThat(cloud.writeCount()).as("the former one is held").isEqualTo(writes);
    assertThat(former.spec()).isEmpty();
  }

  @Test
  void areTakenFromAFormerManagementClusterOnce() throws Exception {
    ProviderReport _ = underTest.settled();
    pool.moveTo("elsewhere").setFormerManagementClusters("here");
    testReconciler.restart();
    ProviderReport _ = underTest.settled();
    PoolObjects left = cloud.pool(NAME, 3).setFormerManagementClusters("elsewhere");
    ProviderReport _ = testReconciler.converge(left);
    cloud.completePendingWork();
    int writes = cloud.writeCount();

    // Each names the other as its former one, and neither gives way.
    for (int turn = 0; turn < 3; turn++) {
      ProviderReport refused = testReconciler.converge(pool);
      ProviderReport _ = testReconciler.converge(left);

      assertThat(refused.spec()).isEmpty();
      assertThat(refused.conditions())
          .anyMatch(each -> each.message().contains("remove the annotation weir.io/taken-over"));
    }
    assertThat(cloud.writeCount()).isEqualTo(writes);
  }

  @Test
  void areTakenBackAfterAMoveThereAndBack() throws Exception {
    List<String> before = PoolUnderTest.members(underTest.settled());
    for (int move = 0; move < 2; move++) {
      pool.moveTo("elsewhere").setFormerManagementClusters("here");
      ProviderReport _ = underTest.settled();
      pool.moveTo("here").setFormerManagementClusters("elsewhere");
      assertThat(PoolUnderTest.members(underTest.settled())).isEqualTo(before);
    }
  }

  @Test
  void tellAPoolOfTheSameNameInAnotherNamespaceApart() throws Exception {
    ProviderReport _ = underTest.settled();
    PoolObjects other = cloud.pool(NAME, 3);
    other.poolTree().withObject("/metadata").put("namespace", "elsewhere");

    assertThat(ownerships(other))
        .isNotEmpty()
        .allSatisfy(
            each ->
                assertThat(each)
                    .isInstanceOfSatisfying(
                        Ownership.Foreign.class, foreign -> assertThat(foreign.marked()).isTrue()));
  }

  @Test
  void areNotReplacedByWhatIsWrittenOnThePool() throws Exception {
    ProviderReport report = underTest.settled();
    PoolObjects thief = cloud.pool(NAME, 3);
    thief.poolTree().withObject("/metadata").put("namespace", "elsewhere");
    thief.annotate(report.annotations());
    thief.annotate(Map.of(Ownership.ADOPT, Optional.of("true")));
    thief.poolTree().withObject("/spec").setAll(report.spec());

    assertThat(ownerships(thief)).isNotEmpty().allMatch(each -> each instanceof Ownership.Foreign);
  }

  @Test
  void ofAnotherNameAreNotReachedByANameThatIsWrittenOnThePool() throws Exception {
    ProviderReport _ = underTest.settled();
    PoolObjects other = cloud.pool("other", 1);
    ProviderReport _ = testReconciler.converge(other);
    Place place = Place.parse(other.pool().annotation(MetadataKeys.PLACE).orElseThrow());
    String name = testReconciler.provider().cloudName(pool.pool());
    write(other, new Place(place.scope(), name));

    ProviderReport _ = testReconciler.converge(other);

    assertThat(Place.parse(other.pool().annotation(MetadataKeys.PLACE).orElseThrow()))
        .isEqualTo(place);
    write(other, new Place(place.scope(), name));
    for (int i = 0; i < 3; i++) {
      boolean _ = testReconciler.delete(other);
      cloud.completePendingWork();
    }
    assertThat(cloud.countScaleSets(NAME)).isOne();
  }

  @Test
  void areLookedForOnlyWherePoolsOfTheKindCanBe() throws Exception {
    ProviderReport _ = underTest.settled();
    Place place = Place.parse(pool.pool().annotation(MetadataKeys.PLACE).orElseThrow());
    CloudScope scope = place.scope();
    int calls = cloud.callCount();

    testReconciler.restart();
    for (CloudScope forged :
        List.of(
            new CloudScope(
                "forged", scope.identity(), scope.account(), scope.region(), scope.parentId()),
            new CloudScope(
                scope.cloud(), scope.identity(), "forged", scope.region(), scope.parentId()),
            new CloudScope(
                scope.cloud(), scope.identity(), scope.account(), scope.region(), "for/ged"))) {
      write(pool, new Place(forged, place.name()));
      assertThatThrownBy(() -> testReconciler.delete(pool))
          .as(forged.toString())
          .isInstanceOf(PrerequisiteException.class)
          .hasMessageContaining(MetadataKeys.PLACE);
    }
    assertThat(cloud.callCount()).isEqualTo(calls);
  }

  private void write(PoolObjects objects, Place place) {
    objects.annotate(Map.of(MetadataKeys.PLACE, Optional.of(place.annotationValue())));
  }

  private List<Ownership> ownerships(PoolObjects other) throws Exception {
    return underTest.ownerships(other);
  }
}
