package io.weir.provider.kit;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.provider.PoolProviderFactory;
import java.nio.file.Path;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** The documentation's example of a provider, built and tested outside of this source tree. */
class ToyProviderBuildIT {
  private static final XPath XPATH = XPathFactory.newInstance().newXPath();

  private static ToyProviderBuild toyProviderBuild;

  @BeforeAll
  static void build(@TempDir Path directory) throws Exception {
    toyProviderBuild = ToyProviderBuild.build(directory);
  }

  @AfterAll
  static void close() throws Exception {
    if (toyProviderBuild != null) {
      toyProviderBuild.close();
    }
  }

  @Test
  void aProviderOfOnesOwnIsFound() throws Exception {
    assertThat(ServiceLoader.load(PoolProviderFactory.class, toyProviderBuild.classLoader()))
        .extracting(PoolProviderFactory::cloud)
        .contains("toy");
  }

  @ParameterizedTest
  @CsvSource({
    "toy.ToyPoolContractTest, 80",
    "fleet.FleetPoolContractTest, 80",
    "shelf.ShelfPoolContractTest, 15",
  })
  void eachOfItsPoolsMeetsTheContract(String suite, int least) throws Exception {
    assertThat(toyProviderBuild.failedTests(suite, least)).isEmpty();
  }

  @Test
  void itsPomNamesTheSpiAndTheKitOfThisReleaseAndNothingElse() throws Exception {
    String weir = "io.weir:%s:" + text(read(Path.of("../pom.xml")), "/project/version") + ":%s";

    Document pom = read(ToyProviderBuild.pom());

    NodeList dependencies = (NodeList) XPATH.evaluate("//dependency", pom, XPathConstants.NODESET);
    String version = text(pom, "/project/properties/weir.version");
    assertThat(IntStream.range(0, dependencies.getLength()).mapToObj(dependencies::item))
        .extracting(one -> coordinates(one).replace("${weir.version}", version))
        .containsExactlyInAnyOrder(
            weir.formatted("weir-provider", "provided"),
            weir.formatted("weir-provider-kit", "test"));
    assertThat(text(pom, "/project/parent")).isEmpty();
  }

  private static Document read(Path pom) throws Exception {
    return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(pom.toFile());
  }

  private static String coordinates(Node dependency) {
    return Stream.of("groupId", "artifactId", "version", "scope")
        .map(part -> text(dependency, part))
        .collect(Collectors.joining(":"));
  }

  private static String text(Node node, String path) {
    try {
      return XPATH.evaluate(path, node).strip();
    } catch (XPathExpressionException wrong) {
      throw new IllegalArgumentException(wrong);
    }
  }

  @ParameterizedTest(name = "{2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          more = answer.path("more").asBoolean() | more = false | showsPoolsBeyondTheFirstPage
          Ownership.of(marks, identity.claim()) | new Ownership.Ours() | leavesWhatSomebodyElseMadeAlone
          set.name(), now.pool().claim().marks(), | set.name(), new io.weir.provider.PoolMarks("", ""), | ofAPoolThatMovedFollowsTheWordOfAdministratorsAndNothingElseDoes
          new ErrorResponse(jsonRequest, | new ErrorResponse(new JsonHttpClient.JsonRequest(jsonRequest.action(), "GET", jsonRequest.uri(), null), | everyFaultOfAWriteArrivesAsItsOwnKind
          public boolean endsPass() { | public boolean endsPass() { if (!name.isEmpty()) { return false; } | endsThePassSoThatOfTwoManagersThatMarkAtOnceOnlyTheLastGoesOn
          set.size() != toyDesiredState.size() | set.size() >= 0 | askingTwiceWritesOnce
          new ToyDesiredState(in.replicas()) | new ToyDesiredState(in.replicas() + clock.hashCode() % 2 + 1) | makesAPoolWhoseMembersAreTold
          set.isStaying(leave.instanceId()) | leave.shrink() | ofANamedInstanceIsHonouredJustWhereATraitSaysSo
          errorResponse.alreadyExists() | errorResponse.rejected("no") | areRefusedWhereTheyAreUniqueAndDoubtedWhereTheyAreNot
          case 404 -> errorResponse.notFound() | case 403 -> errorResponse.busy() | everyFaultOfALookArrivesAsItsOwnKind
          ReadRetry.run(() -> send(cloudScope, "GET", path, Json.MAPPER.nullNode())) | send(cloudScope, "GET", path, Json.MAPPER.nullNode()) | endsOnACloudThatFailsEveryThirdRead
          Duration.ofSeconds(1) | Duration.ZERO | aThrottledCallIsToldToTheGateAndSaysHowLongToWait
          putObject("initialization").put("provisioned", true) | putObject("initialization") | noReportHoldsAnEmptyObject
          return providerReport; | return new ProviderReport(providerReport.spec(), providerReport.status(), ready); | namesThoseOnTheirWayOutAndDoesNotCountThem
          KIND.conditionStyle() | PoolKind.ConditionStyle.WITH_SEVERITY | conditionsHaveTheFormOfTheirKind
          return !state.equals("STILL") | return false | saysThatItMovesUntilItIsThere
          return set.state().equals("GOING") ? | return set.size() >= 0 ? | leavesNothing
          """)
  void aDefectIsCaughtByTheTestThatNamesIt(
      String from, String to, String caught, @TempDir Path directory) throws Exception {
    assertCaught("toy.ToyPoolContractTest", from, to, caught, directory);
  }

  @ParameterizedTest(name = "{2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          return failure; | return Optional.empty(); | aChangeThatWasAcceptedAndFailsIsToldAndMadeAgain
          return failure; | return Optional.empty(); | aCreationThatWasAcceptedAndFailsIsToldAndMadeAgain
          seen.isIn("DELETING")) | !seen.isIn("READY")) | aChangeThatWasAcceptedAndFailsIsToldAndMadeAgain
          !answer.get().has("machines") | answer.get().isNull() | doesNotTakeUnreadInstancesForNone
          """)
  void aDefectInWhatTakesLongIsCaughtByTheTestThatNamesIt(
      String from, String to, String caught, @TempDir Path directory) throws Exception {
    assertCaught("fleet.FleetPoolContractTest", from, to, caught, directory);
  }

  private static void assertCaught(
      String suite, String from, String to, String caught, Path directory) throws Exception {
    try (var defective = toyProviderBuild.with(from, to, directory)) {
      assertThat(defective.fails(suite, caught)).isTrue();
    }
  }
}
