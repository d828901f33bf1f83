package io.weir.pass;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.harness.TestObjects;
import io.weir.pass.MachineDuties.Duty;
import io.weir.provider.Freshness;
import io.weir.provider.Instance;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What is to be done with the objects of a pool's instances, over several looks. */
class MachineDutiesTest {

  private static final Instant MADE = Instant.parse("2026-01-01T00:00:00Z");

  private Instant look = MADE.plusSeconds(3600);
  private final List<ApiObject> objects = new ArrayList<>();
  private List<Instance> instances = List.of();
  private Set<String> readyNodes = Set.of();
  private boolean makes = true;
  private MachineDuties before = new MachineDuties(List.of(), Map.of(), Optional.empty());

  @Nested
  class AnInstance {

    @Test
    void getsOneObjectWhichIsToldHowItIsFromThenOn() {
      instances = List.of(running("i-1"));
      assertThat(duties()).containsExactly("make i-1");

      objects.add(object("workers-1", "i-1"));
      assertThat(duties()).containsExactly("report workers-1 of i-1");
    }

    @Test
    void getsNoneWhileItHasNoProviderIdOrDoesNotRunOrLeaves() {
      instances =
          List.of(
              new Instance("i-0", "", "", Instance.State.STARTING, ""),
              running("i-1").in(Instance.State.IDLE),
              running("i-2").in(Instance.State.TERMINATING),
              running("i-3").in(Instance.State.HELD));

      assertThat(duties()).isEmpty();
    }

    @Test
    void getsNoneFromAPoolThatMakesNone() {
      instances = List.of(running("i-1"), running("i-2"));
      objects.add(object("workers-1", "i-1"));
      makes = false;

      assertThat(duties()).containsExactly("report workers-1 of i-1");
    }

    @Test
    void keepsItsObjectWhenItIsStoppedOrSomebodyHasDeletedTheObject() {
      instances = List.of(running("i-1").in(Instance.State.IDLE), running("i-2"));
      objects.add(object("workers-1", "i-1"));
      objects.add(deleting("workers-2", "i-2"));

      assertThat(duties()).containsExactly("report workers-1 of i-1", "report workers-2 of i-2");
    }

    @Test
    void keepsTheOldestOfSeveralObjectsAndTheOthersGo() {
      instances = List.of(running("i-1"));
      objects.add(object("workers-b", "i-1", MADE.plusSeconds(5)));
      objects.add(object("workers-a", "i-1", MADE));
      objects.add(object("workers-c", "i-1", MADE));

      assertThat(duties())
          .containsExactly("discard workers-b", "discard workers-c", "report workers-a of i-1");
    }

    @Test
    void isNotTakenForAFormerOneThatHadItsProviderId() {
      instances = List.of(createdAt("i-1", MADE.plus(Duration.ofMinutes(6))));
      objects.add(deleting("workers-1", "i-1"));
      assertThat(duties()).containsExactly("discard workers-1", "make i-1");

      instances = List.of(createdAt("i-1", MADE.plus(Duration.ofMinutes(4))));
      assertThat(duties()).containsExactly("report workers-1 of i-1");
    }
  }

  @Nested
  class AnObjectWithoutInstance {

    @Test
    void thatWasDeletedIsReleasedOnceALaterLookConfirmsTheAbsence() {
      objects.add(deleting("workers-1", "i-1"));

      assertThat(duties()).isEmpty();
      assertThat(before.nextLook()).hasValue(look.plusSeconds(20));
      look = look.plusSeconds(19);
      assertThat(duties()).isEmpty();
      look = look.plusSeconds(1);
      assertThat(duties()).containsExactly("release workers-1");
      assertThat(before.nextLook()).isEmpty();
    }

    @Test
    void thatNobodyDeletedGoesAfterAMinuteOfAbsence() {
      objects.add(object("workers-1", "i-1"));

      assertThat(duties()).isEmpty();
      assertThat(before.nextLook()).hasValue(look.plusSeconds(60));
      look = look.plusSeconds(60);
      assertThat(duties()).containsExactly("discard workers-1");
    }

    @Test
    void isNotGivenUpByOneLookAgainAndAgain() {
      objects.add(object("workers-1", "i-1"));

      for (int i = 0; i < 100; i++) {
        assertThat(duties()).isEmpty();
      }
    }

    @Test
    void countsAnewWhenTheInstanceHasBeenSeenInBetween() {
      objects.add(object("workers-1", "i-1"));
      assertThat(duties()).isEmpty();
      look = look.plusSeconds(40);
      instances = List.of(running("i-1"));
      assertThat(duties()).containsExactly("report workers-1 of i-1");

      instances = List.of();
      look = look.plusSeconds(40);
      assertThat(duties()).isEmpty();
      assertThat(before.nextLook()).hasValue(look.plusSeconds(60));
    }

    @Test
    void staysAsLongAsItsNodeIsReadyAndIsLookedAtAgain() {
      objects.add(object("workers-1", "i-1"));
      objects.add(deleting("workers-2", "i-2"));
      readyNodes = Set.of("test:///i-1", "test:///i-2");

      assertThat(duties()).isEmpty();
      assertThat(before.nextLook()).hasValue(look.plusSeconds(60));
      look = look.plusSeconds(3600);
      assertThat(duties()).isEmpty();

      readyNodes = Set.of();
      assertThat(duties()).isEmpty();
      look = look.plusSeconds(60);
      assertThat(duties()).containsExactly("discard workers-1", "release workers-2");
    }

    @Test
    void isLookedForWhenTheFirstOfSeveralIsDue() {
      objects.add(object("workers-1", "i-1"));
      objects.add(deleting("workers-2", "i-2"));

      assertThat(duties()).isEmpty();
      assertThat(before.nextLook()).hasValue(look.plusSeconds(20));
    }
  }

  private List<String> duties() {
    before =
        MachineDuties.of(
            objects,
            instances.stream().map(MachineDutiesTest::member).toList(),
            look,
            before.absentSince(),
            readyNodes::contains,
            makes);
    return before.duties().stream().map(MachineDutiesTest::text).toList();
  }

  private static String text(Duty duty) {
    return switch (duty) {
      case Duty.Make(PoolMember member) -> "make " + member.instance().id();
      case Duty.Report(ApiObject object, PoolMember member) ->
          "report %s of %s".formatted(object.name(), member.instance().id());
      case Duty.Release(ApiObject object) -> "release " + object.name();
      case Duty.Discard(ApiObject object) -> "discard " + object.name();
    };
  }

  private static PoolMember member(Instance instance) {
    return new PoolMember(instance, Freshness.CURRENT, Optional.empty(), Optional.empty());
  }

  private static Instance running(String id) {
    return new Instance(id, "test:///" + id, "", Instance.State.RUNNING, "");
  }

  private static Instance createdAt(String id, Instant created) {
    return new Instance(id, "test:///" + id, "", Instance.State.RUNNING, "", Optional.of(created));
  }

  private static ApiObject object(String name, String instance) {
    return object(name, instance, MADE);
  }

  private static ApiObject object(String name, String instance, Instant made) {
    return new ApiObject(
        TestObjects.parse(
            """
            {"apiVersion": "example.org/v1", "kind": "TestMachine",
             "metadata": {"namespace": "team", "name": "%s", "uid": "u-%s", "creationTimestamp": "%s"},
             "spec": {"providerID": "test:///%s"}}
            """
                .formatted(name, name, made, instance)));
  }

  private static ApiObject deleting(String name, String instance) {
    var tree = object(name, instance).copyTree();
    tree.withObject("/metadata").put("deletionTimestamp", "2026-01-01T00:30:00Z");
    return new ApiObject(tree);
  }
}
