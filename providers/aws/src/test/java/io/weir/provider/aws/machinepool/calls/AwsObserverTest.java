package io.weir.provider.aws.machinepool.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.provider.CloudIdentity;
import io.weir.provider.CloudScope;
import io.weir.provider.ObservationRequest;
import io.weir.provider.ProviderException;
import io.weir.provider.ScopeReads;
import io.weir.provider.aws.machinepool.AwsObservedState;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AwsObserverTest {

  private static final CloudScope SCOPE =
      new CloudScope("aws", new CloudIdentity.Ambient(), "us-east-1");

  private static final Duration ALL_AGAIN = Duration.ofMinutes(31);
  private static final Duration UNMARKED_AGAIN = Duration.ofSeconds(61);

  private final PagedAws aws = new PagedAws();
  private final InstantSource ticking = this::tick;
  private Instant time = Instant.EPOCH;
  private final Clock clock = ticking.withZone(ZoneOffset.UTC);
  private final AwsObserver observer = new AwsObserver(clock);

  /** Calls, and what is handed over between them. */
  private final List<String> log = aws.log;

  @BeforeEach
  void twoPagesAndATemplateWithoutAGroup() {
    aws.templates.addAll(List.of("a", "b", "c", "alone"));
    aws.pages.add(List.of("a", "b"));
    aws.pages.add(List.of("c"));
  }

  @Test
  void handsOverAPageOfGroupsBeforeTheNextIsReadAndTemplatesWithoutOneAtTheEnd() throws Exception {
    observeAll();

    assertThat(log)
        .containsExactly(
            "read templates",
            "read page 0",
            "group a of template lt-a",
            "group b of template lt-b",
            "read page 1",
            "group c of template lt-c",
            "read groups [alone]",
            "no group of template lt-alone");
  }

  @Test
  void findsTheGroupThatAPageLacksForWantOfTheTagAlsoInANewProcess() throws Exception {
    aws.untaggedGroups.add("alone");

    observeAll();

    assertThat(handedOver())
        .contains("group alone of template lt-alone")
        .doesNotContain("no group of template lt-alone");
  }

  @Test
  void looksForWhatRemainsByNamePastTheCacheAndForMachinesThatOutliveTheirGroup() throws Exception {
    observeAll();
    aws.templates.clear();
    aws.untaggedGroups.add("lost");
    aws.outliving.addAll(List.of("a", "gone"));
    log.clear();

    observeRemains("a", "b", "gone", "lost", "nothing");

    assertThat(log)
        .containsExactly(
            "read templates [a, b, gone, lost, nothing]",
            "read groups [a, b, gone, lost, nothing]",
            "read machines of [a, b, gone, lost, nothing]",
            "group a of none, a",
            "group b of none, b",
            "no group of none, gone and [i-gone]",
            "group lost of none, lost");
  }

  @Test
  void takesNothingForGoneWhoseMachinesCannotBeRead() {
    aws.throttled.add("read machines of [gone]");

    assertThatThrownBy(() -> observeRemains("gone"))
        .isInstanceOf(ProviderException.Throttled.class);
  }

  @Test
  void takesATemplateOfWhichNoVersionIsListedYetForOneThatRemains() throws Exception {
    aws.templates.add("new");
    aws.withoutVersions.add("new");

    observeRemains("new");

    assertThat(handedOver()).containsExactly("no group of template lt-new");
  }

  @Test
  void takesAPageThatFailsForNoAbsence() {
    aws.throttled.add("read page 1");

    assertThatThrownBy(this::observeAll).isInstanceOf(ProviderException.Throttled.class);

    assertThat(handedOver())
        .containsExactly("group a of template lt-a", "group b of template lt-b");
  }

  @Test
  void followsAPageThatIsShortOrEmpty() throws Exception {
    aws.pages.addFirst(List.of());
    aws.pages.add(2, List.of());

    observeAll();

    assertThat(handedOver())
        .containsExactly(
            "group a of template lt-a",
            "group b of template lt-b",
            "group c of template lt-c",
            "no group of template lt-alone");
  }

  @Test
  void readsTheTemplatesThatItDoesNotKnowOnceForAllPages() throws Exception {
    aws.untagged.addAll(List.of("a", "c"));

    observeAll();

    assertThat(log)
        .containsExactly(
            "read templates",
            "read page 0",
            "group b of template lt-b",
            "read page 1",
            "read groups [alone]",
            "no group of template lt-alone",
            "read templates [a, c]",
            "group a of template lt-a",
            "group c of template lt-c");
  }

  @Test
  void takesATemplateThatAFailedWriteMayHaveChangedMeanwhileForUnknown() throws Exception {
    observeAll();
    log.clear();
    aws.beforePage = page -> invalidate(page, "c");

    observeAll();

    assertThat(log)
        .containsExactly(
            "read page 0",
            "group a of template lt-a",
            "group b of template lt-b",
            "read page 1",
            "read groups [alone]",
            "no group of template lt-alone",
            "read templates [c]",
            "group c of template lt-c");
  }

  @Test
  void readsAPageOnceForAllKindsOfAScope() throws Exception {
    var reads = new ScopeReads(SCOPE);
    observe(reads);
    log.clear();

    observe(reads);

    assertThat(log).noneMatch(line -> line.startsWith("read"));
    assertThat(handedOver()).hasSize(4);
  }

  @Test
  void showsAForeignTemplateWithoutAGroupAlsoWhenAllTemplatesAreReadAgain() throws Exception {
    aws.templates.add("foreign");
    aws.untagged.add("foreign");
    observeOnly("foreign");

    for (int look = 0; look < 3; look++) {
      later(ALL_AGAIN);
      observeAll();

      assertThat(handedOver()).contains("no group of template lt-foreign");
    }
  }

  @Test
  void showsATemplateThatAReadOfAllLacksUntilAReadByNameFindsNone() throws Exception {
    observeAll();
    aws.untagged.add("alone");

    later(ALL_AGAIN);
    observeAll();
    assertThat(handedOver()).contains("no group of template lt-alone");

    aws.templates.remove("alone");
    later(ALL_AGAIN);
    observeAll();
    assertThat(log).contains("read templates [alone]").noneMatch(line -> line.endsWith("lt-alone"));
  }

  @Test
  void remembersWhatAReadOfAllLackedWhenItFailsAfterwards() throws Exception {
    observeAll();
    aws.untagged.add("alone");

    later(ALL_AGAIN);
    aws.throttled.add("read page 1");
    assertThatThrownBy(this::observeAll).isInstanceOf(ProviderException.Throttled.class);
    aws.throttled.clear();
    log.clear();
    observeAll();

    assertThat(handedOver()).contains("no group of template lt-alone");
  }

  @Test
  void findsTheGroupOfATemplateThatLostItsTagWhereTheGroupLostItToo() throws Exception {
    observeAll();
    aws.pages.set(1, List.of());
    aws.untaggedGroups.add("c");
    aws.untagged.add("c");

    later(ALL_AGAIN);
    observeAll();

    assertThat(handedOver())
        .contains("group c of template lt-c")
        .doesNotContain("no group of template lt-c");
  }

  @Test
  void handsOverThePagesBeforeItReadsUnmarkedTemplatesAgain() throws Exception {
    aws.unmarked.add("a");
    observeAll();

    later(UNMARKED_AGAIN);
    observeAll();

    assertThat(log)
        .containsExactly(
            "read page 0",
            "group b of template lt-b",
            "read page 1",
            "group c of template lt-c",
            "read groups [alone]",
            "no group of template lt-alone",
            "read templates [a]",
            "group a of template lt-a");
  }

  @Test
  void keepsBackOnlyWhoseTemplateCannotBeRead() throws Exception {
    aws.unmarked.add("a");
    observeAll();

    later(UNMARKED_AGAIN);
    observer.cache().invalidate("c", clock.instant());
    aws.throttled.add("read templates [a, c]");
    assertThatThrownBy(this::observeAll).isInstanceOf(ProviderException.Throttled.class);

    assertThat(handedOver())
        .containsExactly("group b of template lt-b", "no group of template lt-alone");
  }

  @Test
  void takesNoGroupForAbsentThatMayBeThereWithoutTheTag() throws Exception {
    aws.templates.add("foreign");
    aws.untagged.add("foreign");
    aws.untaggedGroups.add("foreign");
    observeOnly("foreign");
    observeAll();

    log.clear();
    aws.throttled.add("read groups [alone, foreign]");
    assertThatThrownBy(this::observeAll).isInstanceOf(ProviderException.Throttled.class);

    assertThat(handedOver())
        .containsExactly(
            "group a of template lt-a", "group b of template lt-b", "group c of template lt-c");
  }

  @Test
  void handsOverNamedOnesBeforeItReadsUnmarkedTemplatesAgain() throws Exception {
    aws.unmarked.add("a");
    observeAll();

    later(UNMARKED_AGAIN);
    aws.throttled.add("read templates [a]");
    assertThatThrownBy(() -> observeOnly("a", "b", "alone"))
        .isInstanceOf(ProviderException.Throttled.class);

    assertThat(handedOver())
        .containsExactly("no group of template lt-alone", "group b of template lt-b");
  }

  private void invalidate(int page, String name) {
    if (page == 1) {
      observer.cache().invalidate(name, clock.instant());
    }
  }

  private Instant tick() {
    time = time.plusMillis(1);
    return time;
  }

  private void observeAll() throws ProviderException {
    observe(new ScopeReads(SCOPE));
  }

  private void observe(ScopeReads reads) throws ProviderException {
    observe(reads, new ObservationRequest.All());
  }

  private void observeOnly(String... names) throws ProviderException {
    observe(new ScopeReads(SCOPE), new ObservationRequest.Only(Set.of(names)));
  }

  private void observe(ScopeReads reads, ObservationRequest request) throws ProviderException {
    observer.observe(aws, reads, request, (name, seen) -> log.add(text(name, seen)));
  }

  private void observeRemains(String... names) throws ProviderException {
    observer.observeRemains(
        aws, new TreeSet<>(List.of(names)), (name, seen) -> log.add(text(name, seen)));
  }

  private void later(Duration duration) {
    time = time.plus(duration);
    log.clear();
  }

  private static String text(String name, AwsObservedState seen) {
    var outliving = seen.outliving().stream().map(machine -> machine.instance().id()).toList();
    return "%s of %s%s"
        .formatted(
            seen.group().map(group -> "group " + group.name()).orElse("no group"),
            seen.template().map(template -> "template " + template.id()).orElse("none, " + name),
            outliving.isEmpty() ? "" : " and " + outliving);
  }

  private List<String> handedOver() {
    var handed = new ArrayList<>(log);
    handed.removeIf(line -> line.startsWith("read"));
    return handed;
  }
}
