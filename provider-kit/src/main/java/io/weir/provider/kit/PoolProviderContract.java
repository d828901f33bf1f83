package io.weir.provider.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Keys;
import io.weir.api.conditions.Condition;
import io.weir.api.conditions.ConditionStatus;
import io.weir.provider.CallGate.Outcome;
import io.weir.provider.Desired;
import io.weir.provider.Instance;
import io.weir.provider.Intent;
import io.weir.provider.Interest;
import io.weir.provider.Observation;
import io.weir.provider.Observed;
import io.weir.provider.PoolKind;
import io.weir.provider.ProviderException;
import io.weir.provider.Report;
import io.weir.provider.Resolution;
import io.weir.provider.Step;
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

/**
 * What every provider owes the manager. Each trait or its opposite is proven.
 *
 * @param <D> the provider's desired state
 * @param <O> the provider's observed state
 */
public abstract class PoolProviderContract<D extends Desired, O extends Observed> {
  private static final String NAME = "workers";

  private CloudUnderTest<D, O> cloud;
  private Passes<D, O> passes;
  private PoolObjects pool;

  /** The provider on its own, empty cloud; closed after the test. */
  protected abstract CloudUnderTest<D, O> cloud() throws Exception;

  @BeforeEach
  void open() throws Exception {
    cloud = cloud();
    passes = new Passes<>(cloud);
    pool = cloud.pool(NAME, 3);
  }

  @AfterEach
  void nothingThatIsSaidHoldsASecret() {
    try {
      assertThat(String.join("\n", passes.said())).doesNotContain(cloud.secretTexts());
    } finally {
      cloud.close();
    }
  }

  @Nested
  class Resolve {
    @Test
    void givesEqualResultsForEqualInputs() throws Exception {
      D first = passes.desired(pool);

      D second = passes.desired(pool);

      assertThat(second).isEqualTo(first).hasToString(first.toString());
    }

    @Test
    void writesNothing() throws Exception {
      D _ = passes.desired(pool);

      assertThat(cloud.writes()).isZero();
    }

    @Test
    void tellsAnotherSizeApart() throws Exception {
      D three = passes.desired(pool);

      D four = passes.desired(pool.sized(4));

      assertThat(four).isNotEqualTo(three);
    }

    @Test
    void needsFirstBootDataJustWhereItsTraitsSaySo() throws Exception {
      boolean needed = passes.provider().traits(pool.pool()).bootstrapData();

      Resolution<D> without = passes.resolve(pool.booting(null));

      assertThat(without)
          .isInstanceOf(needed ? Resolution.Blocked.class : Resolution.Resolved.class);
    }
  }

  @Nested
  class Converge {
    @Test
    void makesAPoolWhoseMembersAreTold() throws Exception {
      Report made = settled();

      assertThat(made.status().path("replicas").asInt()).isEqualTo(3);
      assertThat(made.status().path("ready").asBoolean()).isTrue();
      assertThat(members(made)).hasSize(3).doesNotHaveDuplicates().doesNotContain("");
      assertThat(seen().instances())
          .hasSize(3)
          .allMatch(each -> each.state() == Instance.State.RUNNING);
      assertThat(seen().moving()).isFalse();
    }

    @Test
    void saysThatItMovesUntilItIsThere() throws Exception {
      Report _ = passes.converge(pool);

      assertThat(seen().moving()).isTrue();
    }

    @Test
    void askingTwiceWritesOnce() throws Exception {
      Report _ = settled();
      int writes = cloud.writes();

      Report _ = passes.converge(pool);

      assertThat(cloud.writes()).isEqualTo(writes);
      assertThat(cloud.count(NAME)).isEqualTo(1);
    }

    @Test
    void askingAgainAfterARestartWritesNothingEither() throws Exception {
      Report _ = settled();
      int writes = cloud.writes();

      passes.restart();
      Report _ = passes.converge(pool);

      assertThat(cloud.writes()).isEqualTo(writes);
    }

    @Test
    void followsTheSizeUpAndDown() throws Exception {
      Report _ = settled();

      Report _ = passes.converge(pool.sized(5));
      cloud.settle();
      assertThat(members(passes.converge(pool))).hasSize(5);

      Report _ = passes.converge(pool.sized(1));
      cloud.settle();
      Report one = passes.converge(pool);
      assertThat(members(one)).hasSize(1);
      assertThat(one.status().path("replicas").asInt()).isEqualTo(1);
    }

    @Test
    void namesThoseOnTheirWayOutAndDoesNotCountThem() throws Exception {
      Report before = settled();

      Report _ = passes.converge(pool.sized(1));
      Report during = passes.converge(pool);
      List<String> leaving = leaving();
      cloud.settle();
      Report after = passes.converge(pool);

      assertThat(before.annotations()).containsEntry(Keys.LEAVING, Optional.empty());
      assertThat(during.annotations())
          .containsEntry(
              Keys.LEAVING,
              leaving.isEmpty() ? Optional.empty() : Optional.of(String.join(",", leaving)));
      assertThat(members(during))
          .containsAll(leaving)
          .hasSize(during.status().path("replicas").asInt() + leaving.size());
      assertThat(after.annotations()).containsEntry(Keys.LEAVING, Optional.empty());
    }

    @Test
    void leavesWhatSomebodyElseMadeAlone() throws Exception {
      cloud.makeForeign(NAME);
      int writes = cloud.writes();

      Report told = passes.converge(pool);
      boolean gone = passes.delete(pool);

      assertThat(cloud.writes()).isEqualTo(writes);
      assertThat(cloud.count(NAME)).isEqualTo(1);
      assertThat(told.status().path("ready").asBoolean()).isFalse();
      assertThat(told.conditions())
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
      Report _ = settled();
      cloud.failReads(fault, _ -> true);

      Throwable thrown = catchThrowable(() -> passes.look(pool));

      assertThat(thrown).isExactlyInstanceOf(fault.ofRead());
    }

    @ParameterizedTest
    @EnumSource
    void everyFaultOfAWriteArrivesAsItsOwnKind(Fault fault) throws Exception {
      Report _ = settled();
      cloud.failWrite(fault);

      Throwable thrown = catchThrowable(() -> passes.converge(pool.sized(4)));

      assertThat(thrown).isExactlyInstanceOf(fault.ofWrite());
    }

    @ParameterizedTest
    @EnumSource
    void whateverBefallsACreationInTheEndThereIsOne(Fault fault) throws Exception {
      cloud.failWrite(fault);

      Throwable thrown = catchThrowable(() -> passes.converge(pool));
      passes.restart();
      Report _ = passes.converge(pool);
      cloud.settle();
      Report _ = passes.converge(pool);
      cloud.settle();

      assertThat(thrown).isExactlyInstanceOf(fault.ofWrite());
      assertThat(members(passes.converge(pool))).hasSize(3);
      assertThat(cloud.count(NAME)).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void whateverBefallsADeletionInTheEndThereIsNone(Fault fault) throws Exception {
      Report _ = settled();
      cloud.failWrite(fault);

      Throwable thrown = catchThrowable(() -> passes.delete(pool));
      passes.restart();
      deleteWhole();

      assertThat(thrown).isExactlyInstanceOf(fault.ofWrite());
      assertThat(cloud.count(NAME)).isZero();
    }

    @Test
    void aThrottledCallIsToldToTheGateAndSaysHowLongToWait() throws Exception {
      Report _ = settled();
      cloud.failReads(Fault.THROTTLED, _ -> true);

      Throwable thrown = catchThrowable(() -> passes.look(pool));

      assertThat(thrown)
          .isExactlyInstanceOf(Fault.THROTTLED.ofRead())
          .isInstanceOfSatisfying(
              ProviderException.Throttled.class, each -> assertThat(each.after()).isPositive());
      assertThat(passes.outcomes()).contains(Outcome.THROTTLED);
    }

    @Test
    void noCallPassesTheGateUnseen() throws Exception {
      Report _ = settled();

      assertThat(passes.entered()).isEqualTo(cloud.calls());
      assertThat(passes.outcomes()).hasSize(passes.entered());
    }

    @Test
    void credentialsAreUsedNoMoreOnceTheirSecretIsGone() throws Exception {
      Report _ = settled();
      boolean inSecret = passes.place(pool).secret().isPresent();
      int before = cloud.calls();

      passes.removeSecrets();
      Throwable thrown = catchThrowable(() -> passes.look(pool));

      if (inSecret) {
        assertThat(thrown).isInstanceOf(ProviderException.Denied.class);
        assertThat(cloud.calls()).isEqualTo(before);
      } else {
        assertThat(thrown).isNull();
      }
    }
  }

  @Nested
  class Look {
    @Test
    void showsPoolsBeyondTheFirstPage() throws Exception {
      List<String> names = manyPools();

      var shown = passes.look(passes.place(pool), new Interest.All());

      assertThat(shown.keySet()).containsAll(names);
    }

    @Test
    void isNotDoneWhenAPageIsMissing() throws Exception {
      var _ = manyPools();
      passes.restart();
      int before = cloud.calls();
      var _ = passes.look(passes.place(pool), new Interest.All());
      int calls = cloud.calls() - before;

      // Whichever call it is that fails, what was not shown is not taken for absent.
      for (int call = 0; call < calls; call++) {
        passes.restart();
        int first = call;
        cloud.failReads(Fault.BROKEN, read -> read >= first);
        Throwable thrown =
            catchThrowable(() -> passes.look(passes.place(pool), new Interest.All()));
        assertThat(thrown).as("call %d", call).isInstanceOf(ProviderException.class);
      }
    }

    @ParameterizedTest
    @EnumSource(names = {"BROKEN", "LOST_BEFORE", "LOST_AFTER"})
    void endsOnACloudThatFailsEveryThirdRead(Fault fault) throws Exception {
      List<String> names = manyPools();

      // Wherever in the look the third falls.
      for (int third = 0; third < 3; third++) {
        passes.restart();
        int offset = third;
        cloud.failReads(fault, read -> read % 3 == offset);
        var shown = passes.look(passes.place(pool), new Interest.All());
        assertThat(shown.keySet()).as("read %d of each three", third).containsAll(names);
      }
    }

    @Test
    void saysNothingOfWhatIsNotThere() throws Exception {
      var seen = passes.look(pool);

      assertThat(seen).isInstanceOf(Observation.ProvenAbsent.class);
    }

    private List<String> manyPools() throws Exception {
      var names = new ArrayList<String>();
      Report _ = settled();
      names.add(passes.provider().cloudName(pool.pool()));
      for (int i = 0; i < cloud.morePoolsThanAPage(); i++) {
        PoolObjects more = cloud.pool("pool-" + i, 0);
        names.add(passes.provider().cloudName(more.pool()));
        Report _ = passes.converge(more);
      }
      return names;
    }
  }

  @Nested
  class Delete {
    @Test
    void leavesNothing() throws Exception {
      Report _ = settled();

      deleteWhole();

      assertThat(cloud.count(NAME)).isZero();
      assertThat(passes.look(pool)).isInstanceOf(Observation.ProvenAbsent.class);
    }

    @Test
    void ofWhatIsGoneWritesNothing() throws Exception {
      Report _ = settled();
      deleteWhole();
      int writes = cloud.writes();

      boolean gone = passes.delete(pool);

      assertThat(gone).isTrue();
      assertThat(cloud.writes()).isEqualTo(writes);
    }

    @Test
    void needsNoClusterOnceThePoolHasItsPlace() throws Exception {
      Report _ = settled();

      passes.restart();
      var _ = pool.withoutCluster();
      deleteWhole();

      assertThat(cloud.count(NAME)).isZero();
    }

    @Test
    void isNotDoneWhileInstancesAreLeft() throws Exception {
      Report _ = settled();

      boolean gone = passes.delete(pool);

      assertThat(gone).isFalse();
    }
  }

  @Nested
  class Told {
    @Test
    void noReportHoldsAnEmptyObject() throws Exception {
      Report first = passes.converge(pool);
      Report last = settled();

      assertThat(empties(first.status(), "status")).isEmpty();
      assertThat(empties(last.status(), "status")).isEmpty();
      assertThat(empties(last.spec(), "spec")).isEmpty();
    }

    @Test
    void conditionsHaveTheFormOfTheirKind() throws Exception {
      var form = passes.provider().kind().conditions();

      cloud.makeForeign("foreign");
      Report bad = passes.converge(cloud.pool("foreign", 1));
      Report good = settled();

      var told = Stream.of(bad, good).flatMap(each -> each.conditions().stream()).toList();
      assertThat(told)
          .extracting(Condition::status)
          .contains(ConditionStatus.TRUE, ConditionStatus.FALSE);
      assertThat(told)
          .allMatch(
              each ->
                  form == PoolKind.Conditions.WITH_REASON
                      ? each.reason().matches("[A-Z][A-Za-z]*") && each.severity().isEmpty()
                      : each.severity().isEmpty() == (each.status() != ConditionStatus.FALSE));
      assertThat(good.conditions()).extracting(Condition::type).doesNotHaveDuplicates();
    }

    @Test
    void nothingNewIsToldWhereNothingHappened() throws Exception {
      Report first = settled();

      Report second = passes.converge(pool);

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
  class SizedByTheCloud {
    @Test
    void isProvenWhereTheCloudCanAndRefusedWhereItCannot() throws Exception {
      PoolObjects one = cloud.autoscaled(NAME, 2).orElse(pool);
      boolean able = one != pool;
      Report _ = passes.converge(one);
      cloud.settle();
      if (able) {
        cloud.autoscale(NAME, 4);
        cloud.settle();
      }
      int writes = cloud.writes();

      Report told = passes.converge(one);

      assertThat(passes.provider().traits(one.pool()).autoscaled()).isEqualTo(able);
      assertThat(told.replicas()).isEqualTo(able ? OptionalInt.of(4) : OptionalInt.empty());
      assertThat(members(told)).hasSize(able ? 4 : 3);
      assertThat(cloud.writes()).isEqualTo(writes);
    }

    @Test
    void isNotSaidOfAPoolThatDoesNotAskForIt() throws Exception {
      Report told = settled();

      assertThat(passes.provider().traits(pool.pool()).autoscaled()).isFalse();
      assertThat(told.replicas()).isEmpty();
    }
  }

  @Nested
  class NamesThatAreTaken {
    @Test
    void areRefusedWhereTheyAreUniqueAndDoubtedWhereTheyAreNot() throws Exception {
      Observation<O> stale = passes.look(pool);
      var want = new Intent.Converge<>(passes.desired(pool));
      List<Step> creation = passes.plan(pool, want, stale);
      cloud.failWrite(Fault.LOST_AFTER);
      Throwable lost = catchThrowable(() -> passes.converge(pool));

      assertThat(lost).isInstanceOf(ProviderException.Ambiguous.class);
      switch (passes.provider().kind().names()) {
        case UNIQUE ->
            assertThat(
                    catchThrowable(
                        () ->
                            passes
                                .provider()
                                .apply(passes.place(pool), creation.getFirst(), stale, "another")))
                .isInstanceOf(ProviderException.Ambiguous.class);
        case SHARED ->
            assertThat(passes.provider().doubtful(passes.notes(pool)))
                .isAfter(cloud.clock().instant());
      }
    }
  }

  private Report settled() throws Exception {
    Report _ = passes.converge(pool);
    cloud.settle();
    return passes.converge(pool);
  }

  private void deleteWhole() throws Exception {
    for (int pass = 0; pass < 5 && !passes.delete(pool); pass++) {
      cloud.settle();
    }
    assertThat(passes.delete(pool)).isTrue();
  }

  private O seen() throws Exception {
    if (passes.look(pool) instanceof Observation.Seen<O> there) {
      return there.observed();
    }
    throw new AssertionError("the pool is not there");
  }

  private List<String> leaving() throws Exception {
    return seen().instances().stream()
        .filter(each -> each.state() == Instance.State.LEAVING)
        .map(Instance::providerId)
        .filter(id -> !id.isEmpty())
        .sorted()
        .toList();
  }

  private static List<String> members(Report report) {
    return report.spec().path("providerIDList").valueStream().map(JsonNode::asText).toList();
  }
}
