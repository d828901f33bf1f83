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
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AwsObserverTest {

  private static final CloudScope SCOPE =
      new CloudScope("aws", new CloudIdentity.Ambient(), "us-east-1");

  private final PagedAws aws = new PagedAws();
  private final AwsObserver observer = new AwsObserver(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));

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
    observe(new ScopeReads(SCOPE));

    assertThat(log)
        .containsExactly(
            "read templates",
            "read page 0",
            "group a of template lt-a",
            "group b of template lt-b",
            "read page 1",
            "group c of template lt-c",
            "no group of template lt-alone");
  }

  @Test
  void takesAPageThatFailsForNoAbsence() {
    aws.failingPage = 1;

    assertThatThrownBy(() -> observe(new ScopeReads(SCOPE)))
        .isInstanceOf(ProviderException.Transient.class);

    assertThat(handedOver())
        .containsExactly("group a of template lt-a", "group b of template lt-b");
  }

  @Test
  void followsAPageThatIsShortOrEmpty() throws Exception {
    aws.pages.addFirst(List.of());
    aws.pages.add(2, List.of());

    observe(new ScopeReads(SCOPE));

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

    observe(new ScopeReads(SCOPE));

    assertThat(log)
        .containsExactly(
            "read templates",
            "read page 0",
            "group b of template lt-b",
            "read page 1",
            "read templates [a, c]",
            "group a of template lt-a",
            "no group of template lt-alone",
            "group c of template lt-c");
  }

  @Test
  void takesATemplateThatAFailedWriteMayHaveChangedMeanwhileForUnknown() throws Exception {
    observe(new ScopeReads(SCOPE));
    log.clear();
    aws.beforePage = page -> invalidate(page, "c");

    observe(new ScopeReads(SCOPE));

    assertThat(log)
        .containsExactly(
            "read page 0",
            "group a of template lt-a",
            "group b of template lt-b",
            "read page 1",
            "read templates [c]",
            "no group of template lt-alone",
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

  private void invalidate(int page, String name) {
    if (page == 1) {
      observer.cache().invalidate(name, Instant.EPOCH);
    }
  }

  private void observe(ScopeReads reads) throws ProviderException {
    observer.observe(
        aws, reads, new ObservationRequest.All(), (name, seen) -> log.add(text(name, seen)));
  }

  private static String text(String name, AwsObservedState seen) {
    return "%s of %s"
        .formatted(
            seen.group().map(group -> "group " + group.name()).orElse("no group"),
            seen.template().map(template -> "template " + template.id()).orElse("none, " + name));
  }

  private List<String> handedOver() {
    var handed = new ArrayList<>(log);
    handed.removeIf(line -> line.startsWith("read"));
    return handed;
  }
}
