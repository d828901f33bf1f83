package io.weir.provider.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.weir.api.conditions.Condition;
import io.weir.api.conditions.ConditionStatus;
import io.weir.provider.DesiredState;
import io.weir.provider.ObservedState;
import io.weir.provider.Ownership;
import io.weir.provider.ProviderReport;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What Cluster API's own provider made is taken over on request, with proof, and as it is. */
abstract class AdoptContract<D extends DesiredState, O extends ObservedState>
    extends OpenedPoolContract<D, O> {
  AdoptContract(Supplier<PoolUnderTest<D, O>> opened) {
    super(opened);
  }

  @Test
  void marksWhatHasExactlyTheInstancesOfThePoolAndReplacesNone() throws Exception {
    PoolObjects adopting = optIn(upstreamPool());
    List<String> before = underTest.instances();

    underTest.assertMarksUntilOwned(adopting, "Adopt");

    ProviderReport _ = testReconciler.converge(adopting);
    cloud.completePendingWork();
    ProviderReport settled = testReconciler.converge(adopting);
    cloud.completePendingWork();
    assertThat(settled.status().path("ready").asBoolean()).isTrue();
    assertThat(underTest.instances()).isEqualTo(before);
    assertThat(PoolUnderTest.members(settled)).containsExactlyInAnyOrderElementsOf(before);
    int writes = cloud.writeCount();
    assertThat(testReconciler.convergeOnce(adopting)).isEmpty();
    assertThat(cloud.writeCount()).isEqualTo(writes);
  }

  @Test
  void isNotDoneUnasked() throws Exception {
    PoolObjects waiting = upstreamPool();

    String message = messageOfWhatIsLeftAlone(waiting);

    assertThat(message).contains(Ownership.ADOPT + "=true");
  }

  @Test
  void isNotDoneForWhatTheAnnotationDoesNotSay() throws Exception {
    PoolObjects waiting = upstreamPool();
    waiting.annotate(Map.of(Ownership.ADOPT, Optional.of("false")));

    String message = messageOfWhatIsLeftAlone(waiting);

    assertThat(message).contains(Ownership.ADOPT + "=true");
  }

  @Test
  void isNotDoneWhileThePoolListsTooFewInstances() throws Exception {
    PoolObjects waiting = optIn(upstreamPool());
    var _ = listed(waiting).remove(0);

    String message = messageOfWhatIsLeftAlone(waiting);

    assertThat(message)
        .contains("3 instances, which are not exactly the 2 in spec.providerIDList")
        .contains(Ownership.DECISIONS);
  }

  @Test
  void isNotDoneWhileThePoolListsOthersAsWell() throws Exception {
    PoolObjects waiting = optIn(upstreamPool());
    ArrayNode _ = listed(waiting).add("cloud:///another");

    String message = messageOfWhatIsLeftAlone(waiting);

    assertThat(message).contains("3 instances, which are not exactly the 4 in spec.providerIDList");
  }

  @Test
  void isNotDoneForAPoolThatListsNone() throws Exception {
    PoolObjects waiting = optIn(upstreamPool());
    var _ = waiting.poolTree().withObject("/spec").remove("providerIDList");

    String message = messageOfWhatIsLeftAlone(waiting);

    assertThat(message).contains("3 instances, which are not exactly the 0 in spec.providerIDList");
  }

  @Test
  void isNotDoneToWhatNobodyMarked() throws Exception {
    cloud.createForeign(PoolUnderTest.NAME);
    cloud.completePendingWork();
    PoolObjects greedy = optIn(cloud.pool(PoolUnderTest.NAME, 1));
    underTest.instances().forEach(greedy.poolTree().withArray("/spec/providerIDList")::add);
    int writes = cloud.writeCount();

    assertThat(testReconciler.convergeOnce(greedy)).isEmpty();
    assertThat(testReconciler.deleteOnce(greedy)).isEmpty();

    assertThat(cloud.writeCount()).isEqualTo(writes);
    assertThat(cloud.countScaleSets(PoolUnderTest.NAME)).isOne();
  }

  @Test
  void comesBeforeTheDeletionOfWhatWasAskedFor() throws Exception {
    PoolObjects adopting = optIn(upstreamPool());

    assertThat(testReconciler.deleteOnce(adopting)).containsExactly("Adopt");
    assertThat(cloud.countScaleSets(PoolUnderTest.NAME)).isOne();
    underTest.deleteWhole(adopting);

    assertThat(cloud.countScaleSets(PoolUnderTest.NAME)).isZero();
  }

  @Test
  void isAwaitedAtADeletionOnlyByAPoolThatListsInstances() throws Exception {
    PoolObjects waiting = upstreamPool();
    int writes = cloud.writeCount();

    assertThat(testReconciler.delete(waiting)).as("its machines would leak").isFalse();
    var _ = waiting.poolTree().withObject("/spec").remove("providerIDList");
    assertThat(testReconciler.delete(waiting)).isTrue();

    assertThat(cloud.writeCount()).isEqualTo(writes);
    assertThat(cloud.countScaleSets(PoolUnderTest.NAME)).isOne();
  }

  /** A pool as Cluster API's own provider leaves it, with what it made. */
  private PoolObjects upstreamPool() throws Exception {
    ProviderReport made = underTest.settled();
    assumeTrue(cloud.setUpstreamMarks(underTest.pool()), "nobody else makes such scale sets");
    testReconciler.restart();
    PoolObjects there = cloud.pool(PoolUnderTest.NAME, 3);
    there.poolTree().withObject("/spec").setAll(made.spec());
    return there;
  }

  private static PoolObjects optIn(PoolObjects objects) {
    objects.annotate(Map.of(Ownership.ADOPT, Optional.of("true")));
    return objects;
  }

  private static ArrayNode listed(PoolObjects objects) {
    return objects.poolTree().withArray("/spec/providerIDList");
  }

  /** What is reported of a pool for which nothing is written, without a word of the instances. */
  private String messageOfWhatIsLeftAlone(PoolObjects objects) throws Exception {
    int writes = cloud.writeCount();

    ProviderReport report = testReconciler.converge(objects.setReplicas(1));

    assertThat(cloud.writeCount()).isEqualTo(writes);
    assertThat(report.spec()).isEmpty();
    assertThat(report.status()).isEmpty();
    String message =
        report.conditions().stream()
            .filter(each -> each.status() == ConditionStatus.FALSE)
            .map(Condition::message)
            .collect(Collectors.joining("\n"));
    assertThat(message).doesNotContain(underTest.instances());
    return message;
  }
}
