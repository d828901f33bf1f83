package io.weir.provider;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.provider.OwnerMarks.Origin;
import io.weir.provider.OwnershipClaim.Adoption;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OwnershipTest {

  private static final String HERE = "uid-here";
  private static final String POOL = "AWSMachinePool/team/workers";
  private static final String DECISION = POOL + " prod";

  private Set<String> former = Set.of();
  private Set<String> formerPools = Set.of();
  private Adoption adoption = new Adoption.NotRequested();
  private Set<String> instances = Set.of("aws:///a/i-1", "aws:///a/i-2");

  private Ownership of(String cluster, String pool, Origin origin) {
    var marks =
        new OwnerMarks("group workers", cluster, pool, origin, instances, "tag it with a=b");
    return Ownership.of(marks, claim(adoption));
  }

  @Test
  void whatCarriesBothMarksIsOurs() {
    assertThat(of(HERE, POOL, Origin.UPSTREAM)).isEqualTo(new Ownership.Ours());
  }

  @Test
  void whatHindersIsHeldWhileTheDecisionsOfAdministratorsCannotBeRead() {
    var claim =
        new OwnershipClaim(
            new PoolMarks(HERE, POOL),
            "team",
            formerPools,
            former,
            adoption,
            Optional.of("ConfigMap weir-ownership cannot be read"),
            Set.of());
    var others =
        new OwnerMarks("group workers", HERE, "another", Origin.UNKNOWN, instances, "tag it");
    var own = new OwnerMarks("group workers", HERE, POOL, Origin.UNKNOWN, instances, "tag it");

    assertThat(Ownership.of(others, claim))
        .isInstanceOfSatisfying(
            Ownership.Held.class,
            held ->
                assertThat(held.reason()).contains("belongs to pool another", "cannot be read"));
    assertThat(Ownership.of(own, claim)).isEqualTo(new Ownership.Ours());
  }

  @Test
  void whatCarriesAnotherPoolsMarkIsForeignEvenToOneOfTheSameNameElsewhere() {
    for (String other :
        Set.of("AWSMachinePool/other/workers", "AWSManagedMachinePool/team/workers")) {
      former = Set.of("uid-former");
      adoption = new Adoption.Granted();
      assertThat(of(HERE, other, Origin.UPSTREAM)).isInstanceOf(Ownership.Foreign.class);
      assertThat(of("uid-former", other, Origin.UPSTREAM)).isInstanceOf(Ownership.Foreign.class);
    }
  }

  @Test
  void aCopyInAnotherManagementClusterIsHeldUntilAdministratorsSayThatItMoved() {
    assertThat(of("uid-former", POOL, Origin.UPSTREAM).conflict().orElseThrow())
        .contains("uid-former team", "ConfigMap weir-ownership");
    adoption = new Adoption.Granted();
    assertThat(of("uid-former", POOL, Origin.UPSTREAM)).isInstanceOf(Ownership.Held.class);

    former = Set.of("uid-former");

    assertThat(of("uid-former", POOL, Origin.UPSTREAM))
        .isInstanceOfSatisfying(
            Ownership.Claimable.class, claimable -> assertThat(claimable.adopted()).isFalse());
  }

  @Test
  void whatWasTakenOverOnceIsNotTakenFromTheSameManagementClusterAgain() {
    var again =
        new OwnershipClaim(
            new PoolMarks(HERE, POOL),
            "team",
            Set.of(),
            Set.of("uid-former", "uid-other"),
            new Adoption.Granted(),
            Optional.empty(),
            Set.of("uid-former"));
    var marked =
        new OwnerMarks("group workers", "uid-former", POOL, Origin.UPSTREAM, instances, "tag it");
    var others =
        new OwnerMarks("group workers", "uid-other", POOL, Origin.UPSTREAM, instances, "tag it");

    assertThat(Ownership.of(marked, again))
        .isInstanceOfSatisfying(
            Ownership.Held.class,
            held -> assertThat(held.reason()).contains("uid-former", "weir.io/taken-over"));
    assertThat(Ownership.of(others, again)).isInstanceOf(Ownership.Claimable.class);
  }

  @Test
  void aPoolThatWasRestoredUnderAnotherNameTakesWhatItHadByTheWordOfAdministrators() {
    String old = "AWSMachinePool/old/workers";
    assertThat(of(HERE, old, Origin.UPSTREAM).conflict().orElseThrow())
        .contains("'" + old + " " + POOL + "' to former-pools");

    formerPools = Set.of(old);

    assertThat(of(HERE, old, Origin.UPSTREAM)).isInstanceOf(Ownership.Claimable.class);
    assertThat(of("uid-other", old, Origin.UPSTREAM)).isInstanceOf(Ownership.Held.class);
    former = Set.of("uid-other");
    assertThat(of("uid-other", old, Origin.UPSTREAM)).isInstanceOf(Ownership.Claimable.class);
  }

  @Test
  void whatLostAMarkIsNeitherTakenNorLetGoOf() {
    former = Set.of("");
    adoption = new Adoption.Granted();

    assertThat(of("", POOL, Origin.UPSTREAM))
        .isInstanceOfSatisfying(
            Ownership.Held.class, held -> assertThat(held.reason()).contains("tag it with a=b"));
    assertThat(of(HERE, "", Origin.UPSTREAM))
        .isInstanceOfSatisfying(
            Ownership.Foreign.class,
            foreign -> {
              assertThat(foreign.marked()).isFalse();
              assertThat(foreign.reason()).contains("tag it with a=b");
            });
  }

  @Test
  void whatOursUsesIsMarked() {
    assertThat(of("", "", Origin.USED_BY_OURS)).isInstanceOf(Ownership.Claimable.class);
  }

  @Test
  void whatUpstreamMadeIsAdoptedOnlyOnRequestAndWithExactlyItsInstances() {
    assertThat(of("", "", Origin.UPSTREAM).conflict().orElseThrow()).contains("weir.io/adopt=true");

    adoption = new Adoption.Requested(Set.of("aws:///a/i-1"), DECISION);
    assertThat(of("", "", Origin.UPSTREAM).conflict().orElseThrow())
        .contains("has 2 instances, which are not exactly the 1 in spec.providerIDList")
        .doesNotContain("i-1", "i-2");

    adoption = new Adoption.Requested(instances, DECISION);
    assertThat(of("", "", Origin.UPSTREAM))
        .isInstanceOfSatisfying(
            Ownership.Claimable.class, claimable -> assertThat(claimable.adopted()).isTrue());
  }

  @Test
  void whatHasInstancesWhoseIdsCanBeGuessedTakesAnAdministrator() {
    var marks =
        new OwnerMarks("scale set workers", "", "", Origin.UPSTREAM, instances, true, "tag it");
    var requested = new Adoption.Requested(instances, DECISION);

    assertThat(Ownership.of(marks, claim(requested)).conflict().orElseThrow())
        .contains("IDs that anybody can guess", "'" + DECISION + "' to adopt")
        .doesNotContain("i-1");
    assertThat(Ownership.of(marks, claim(new Adoption.Granted())))
        .isInstanceOf(Ownership.Claimable.class);
  }

  private OwnershipClaim claim(Adoption word) {
    return new OwnershipClaim(new PoolMarks(HERE, POOL), "team", formerPools, former, word);
  }

  @Test
  void whatTwoPoolsCouldAskForOrHasNoInstancesTakesAnAdministrator() {
    adoption = new Adoption.Contested("pool other/workers", DECISION);
    assertThat(of("", "", Origin.UPSTREAM)).isInstanceOf(Ownership.Foreign.class);

    instances = Set.of();
    adoption = new Adoption.Requested(Set.of(), DECISION);
    assertThat(of("", "", Origin.UPSTREAM)).isInstanceOf(Ownership.Foreign.class);

    adoption = new Adoption.Granted();
    assertThat(of("", "", Origin.UPSTREAM)).isInstanceOf(Ownership.Claimable.class);
  }

  @Test
  void whatCarriesNoMarkAtAllIsNeverTaken() {
    adoption = new Adoption.Granted();
    assertThat(of("", "", Origin.UNKNOWN)).isInstanceOf(Ownership.Foreign.class);
  }

  /** The table of decision record 13; an administrator's word is all that can be granted. */
  @ParameterizedTest(name = "cluster {0}, pool {1}, {2}, {3}: {4}")
  @CsvSource(
      nullValues = "-",
      textBlock =
          """
          here   , this    , UNKNOWN       , nothing   , ours
          here   , this    , UPSTREAM      , everything, ours
          -      , this    , UNKNOWN       , nothing   , held
          -      , this    , UPSTREAM      , everything, held
          -      , this    , USED_BY_OURS  , everything, held
          here   , -       , UNKNOWN       , nothing   , foreign
          here   , -       , UPSTREAM      , everything, foreign
          here   , -       , USED_BY_OURS  , everything, foreign
          former , -       , UPSTREAM      , everything, foreign
          here   , another , UNKNOWN       , everything, another's
          -      , another , UPSTREAM      , everything, another's
          -      , another , USED_BY_OURS  , everything, another's
          former , another , UNKNOWN       , everything, another's
          another, another , UNKNOWN       , everything, another's
          former , this    , UNKNOWN       , everything, relabel
          former , this    , UNKNOWN       , nothing   , held
          another, this    , UNKNOWN       , everything, held
          here   , before  , UNKNOWN       , everything, relabel
          here   , before  , UNKNOWN       , nothing   , another's
          former , before  , UNKNOWN       , everything, relabel
          another, before  , UNKNOWN       , everything, held
          -      , before  , UNKNOWN       , everything, held
          -      , before  , UNKNOWN       , nothing   , another's
          -      , -       , USED_BY_OURS  , nothing   , relabel
          -      , -       , UPSTREAM      , everything, adopt
          -      , -       , UPSTREAM      , nothing   , foreign
          -      , -       , UNKNOWN       , everything, foreign
          """)
  void eachRowOfTheTableIsDecidedAsItSays(
      @Nullable String cluster,
      @Nullable String pool,
      Origin origin,
      String word,
      String expected) {
    String old = "AWSMachinePool/old/workers";
    if (word.equals("everything")) {
      former = Set.of("uid-former");
      formerPools = Set.of(old);
      adoption = new Adoption.Granted();
    }
    var clusters = Map.of("here", HERE, "former", "uid-former", "another", "uid-another");
    var pools = Map.of("this", POOL, "before", old, "another", "AWSMachinePool/other/workers");

    Ownership decided =
        of(
            cluster == null ? "" : clusters.get(cluster),
            pool == null ? "" : pools.get(pool),
            origin);

    assertThat(text(decided)).isEqualTo(expected);
    assertThat(decided.conflict().isEmpty())
        .isEqualTo(Set.of("ours", "relabel", "adopt").contains(expected));
  }

  private static String text(Ownership ownership) {
    return switch (ownership) {
      case Ownership.Ours _ -> "ours";
      case Ownership.Claimable claimable -> claimable.eventReason().toLowerCase(Locale.ROOT);
      case Ownership.Held _ -> "held";
      case Ownership.Foreign(String _, boolean marked) -> marked ? "another's" : "foreign";
    };
  }

  @Test
  void withoutAnUidOfItsOwnAManagementClusterOwnsNothingThatLostThatMark() {
    var marks = new OwnerMarks("group workers", "", POOL, Origin.UNKNOWN, Set.of(), "tag it");

    assertThat(Ownership.of(marks, OwnershipClaim.byMarks(new PoolMarks("", POOL), "team")))
        .isInstanceOf(Ownership.Held.class);
  }

  @Test
  void anAdoptionNeedsAllInstancesAndNoOthers() {
    for (Set<String> listed :
        List.of(
            Set.of("aws:///a/i-1"),
            Set.of("aws:///a/i-1", "aws:///a/i-3"),
            Set.of("aws:///a/i-1", "aws:///a/i-2", "aws:///a/i-3"),
            Set.<String>of())) {
      adoption = new Adoption.Requested(listed, DECISION);
      assertThat(of("", "", Origin.UPSTREAM)).isInstanceOf(Ownership.Foreign.class);
    }
  }

  @Test
  void whoMustChooseBetweenTwoPoolsReadsWhichTheyAreAndTheLineToAdd() {
    adoption = new Adoption.Contested("pool other/workers", DECISION);

    assertThat(of("", "", Origin.UPSTREAM).conflict().orElseThrow())
        .contains("pool other/workers", "'" + DECISION + "' to adopt in ConfigMap weir-ownership");
  }
}
