package io.weir.provider.aws.machinepool.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.weir.provider.CloudIdentity;
import io.weir.provider.CloudScope;
import io.weir.provider.ObservationRequest;
import io.weir.provider.PoolProviderFactory.ProviderContext;
import io.weir.provider.ProviderException;
import io.weir.provider.ScopeReads;
import io.weir.provider.aws.account.calls.AwsSessions;
import io.weir.provider.aws.group.calls.GroupReader;
import io.weir.provider.aws.image.ImageQuery;
import io.weir.provider.aws.image.calls.ImageReader;
import io.weir.provider.aws.machinepool.calls.HostileAws.Answer;
import io.weir.provider.aws.network.NetworkQuery;
import io.weir.provider.aws.network.calls.NetworkReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whoever answers in AWS's place can have a read fail, and neither hold nor end the manager. */
class HostileAwsTest {

  private static final CloudScope SCOPE =
      new CloudScope("aws", new CloudIdentity.Ambient(), "us-east-1");

  /** An answer that is larger than any limit, and small enough to be sent if there is none. */
  private static final long FLOOD = 128L << 20;

  /** After so many pages even an endless list ends, or a test without a limit would not. */
  private static final int PAGES = 2_000;

  @BeforeEach
  void credentials() {
    System.setProperty("aws.accessKeyId", "test");
    System.setProperty("aws.secretAccessKey", "test");
  }

  @AfterEach
  void forget() {
    System.clearProperty("aws.accessKeyId");
    System.clearProperty("aws.secretAccessKey");
  }

  /** What a list is made of, and how it is read. */
  enum Listing {
    SUBNETS("DescribeSubnets"),
    SECURITY_GROUPS("DescribeSecurityGroups"),
    GROUPS_BY_NAME("DescribeAutoScalingGroups"),
    GROUPS("DescribeAutoScalingGroups"),
    TEMPLATES("DescribeLaunchTemplates"),
    VERSIONS("DescribeLaunchTemplateVersions");

    private final String api;

    Listing(String api) {
      this.api = api;
    }

    void read(PoolCalls calls) throws ProviderException {
      var filters = List.of(new NetworkQuery.Filter("vpc-id", List.of("vpc-1")));
      switch (this) {
        case SUBNETS -> {
          var _ = new NetworkReader(calls).read(new NetworkQuery.SubnetsWhere(filters));
        }
        case SECURITY_GROUPS -> {
          var _ = new NetworkReader(calls).read(new NetworkQuery.SecurityGroupsWhere(filters));
        }
        case GROUPS_BY_NAME -> {
          var _ = new GroupReader(calls).readNamed(Set.of("workers"));
        }
        case GROUPS, TEMPLATES, VERSIONS ->
            new AwsObserver(Clock.systemUTC())
                .observe(calls, new ScopeReads(SCOPE), new ObservationRequest.All(), (_, _) -> {});
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aPageThatNamesItselfAsTheNextEndsTheList(Listing listing) {
    try (var aws = new HostileAws(pages(listing, _ -> "again"))) {

      var failure = failureOf(aws, listing::read);

      assertThat(failure)
          .isInstanceOf(ProviderException.Transient.class)
          .hasMessage(listing.api + ": a page names one as the next that was read before");
      assertThat(aws.requests()).isLessThan(10);
    }
  }

  @ParameterizedTest
  @EnumSource
  void pagesWithoutEndAreNoList(Listing listing) {
    try (var aws = new HostileAws(pages(listing, number -> "page-" + number))) {

      var failure = failureOf(aws, listing::read);

      assertThat(failure)
          .isInstanceOf(ProviderException.Transient.class)
          .hasMessage(listing.api + ": the list has more than 500 pages");
      assertThat(aws.requests()).isLessThan(PAGES);
    }
  }

  @Test
  void aNameOfTheNextPageIsNoLongText() {
    try (var aws = new HostileAws(pages(Listing.SUBNETS, number -> "x".repeat(9_000) + number))) {

      assertThat(failureOf(aws, Listing.SUBNETS::read))
          .hasMessageContaining("more than 8192 characters");
    }
  }

  @Test
  void anAnswerWithoutEndIsNotReadToItsEnd() {
    var sent = new AtomicLong();
    try (var aws = new HostileAws(flood(sent))) {

      var failure = failureOf(aws, calls -> Listing.SUBNETS.read(calls));

      assertThat(failure)
          .isInstanceOf(ProviderException.Rejected.class)
          .hasMessageContaining("DescribeSubnets: the response is larger than fits")
          .hasMessageContaining("a larger heap");
      assertThat(aws.requests()).isEqualTo(1);
      assertThat(sent.get()).isLessThan(FLOOD);
    }
  }

  @Test
  void imagesBeyondNumberNameTheFieldThatAsksForThem() {
    try (var aws = new HostileAws(flood(new AtomicLong()))) {

      var failure =
          failureOf(
              aws,
              calls -> {
                var _ =
                    new ImageReader(calls)
                        .read(List.of(new ImageQuery.ImageNamed("amazon", "*", "x86_64")));
              });

      assertThat(failure)
          .isInstanceOf(ProviderException.Rejected.class)
          .hasMessageContaining("imageLookupFormat");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"deep", "entities", "outside"})
  void whatCannotBeParsedIsNoAnswer(String trick) {
    try (var aws = new HostileAws((action, _, out) -> write(out, document(trick, action)))) {

      assertThat(failureOf(aws, calls -> Listing.SUBNETS.read(calls)))
          .isInstanceOf(ProviderException.Transient.class);
    }
  }

  private static String document(String trick, String action) {
    return switch (trick) {
      case "deep" -> "<%sResponse>".formatted(action) + "<a>".repeat(400_000);
      case "entities" -> {
        var entities = new StringBuilder("<!ENTITY e0 \"%s\">".formatted("x".repeat(100)));
        for (int level = 1; level < 10; level++) {
          entities
              .append("<!ENTITY e%d \"".formatted(level))
              .append("&e%d;".formatted(level - 1).repeat(10))
              .append("\">");
        }
        yield "<!DOCTYPE a [%2$s]><%1$sResponse><requestId>&e9;</requestId></%1$sResponse>"
            .formatted(action, entities);
      }
      default ->
          "<!DOCTYPE a [<!ENTITY e SYSTEM \"file:///etc/hostname\">]><%1$sResponse><subnetSet><item><subnetId>&e;</subnetId></item></subnetSet></%1$sResponse>"
              .formatted(action);
    };
  }

  private static Answer flood(AtomicLong sent) {
    byte[] chunk = "x".repeat(1 << 16).getBytes(StandardCharsets.UTF_8);
    return (action, _, out) -> {
      write(out, "<" + action + "Response>");
      while (sent.addAndGet(chunk.length) < FLOOD) {
        out.write(chunk);
      }
    };
  }

  /** A list of nothing whose pages each name a next one. */
  private static Answer pages(Listing listing, IntFunction<String> token) {
    return (action, number, out) -> {
      boolean asked = action.equals(listing.api) && number < PAGES;
      String next = asked ? token.apply(number) : "";
      write(
          out,
          action.equals("DescribeAutoScalingGroups")
              ? "<%1$sResponse><%1$sResult><NextToken>%2$s</NextToken></%1$sResult></%1$sResponse>"
                  .formatted(action, next)
              : "<%1$sResponse>%3$s<nextToken>%2$s</nextToken></%1$sResponse>"
                  .formatted(action, next, TEMPLATE.getOrDefault(action, "")));
    };
  }

  private static final Map<String, String> TEMPLATE =
      Map.of(
          "DescribeLaunchTemplates",
          "<launchTemplates><item><launchTemplateId>lt-1</launchTemplateId>"
              + "<launchTemplateName>workers</launchTemplateName></item></launchTemplates>");

  private static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Something that reads. */
  @FunctionalInterface
  private interface Reading {
    void read(PoolCalls calls) throws ProviderException;
  }

  private static ProviderException failureOf(HostileAws aws, Reading reading) {
    var providerContext =
        new ProviderContext(
            Map.of("endpoint", aws.endpoint()), new UnlimitedCallGate(), Clock.systemUTC());
    try (var sessions = new AwsSessions(providerContext)) {
      var session = sessions.sessionFor(SCOPE);
      return catchThrowableOfType(ProviderException.class, () -> reading.read(() -> session));
    }
  }
}
