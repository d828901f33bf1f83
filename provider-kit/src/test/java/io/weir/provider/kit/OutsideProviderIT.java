package io.weir.provider.kit;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.provider.PoolProviderFactory;
import java.nio.file.Path;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The documentation's example of a provider, built and tested outside of this source tree. */
class OutsideProviderIT {
  @TempDir Path directory;

  @Test
  void aProviderOfOnesOwnIsFoundAndMeetsTheContract() throws Exception {
    try (var outside = Outside.build(directory, "", "")) {
      assertThat(ServiceLoader.load(PoolProviderFactory.class, outside.loader()))
          .extracting(PoolProviderFactory::cloud)
          .contains("toy");
      assertThat(outside.failures()).isEmpty();
    }
  }

  @ParameterizedTest(name = "{2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          more = answer.path("more").asBoolean() | more = false | showsPoolsBeyondTheFirstPage
          owner.equals(pool.pool().toString()) | true | leavesWhatSomebodyElseMadeAlone
          afterSending(call.writes(), | afterSending(false, | everyFaultOfAWriteArrivesAsItsOwnKind
          ours && set.size() != want.size() | ours | askingTwiceWritesOnce
          .asInt(1) | .asInt(1) + clock.hashCode() % 2 + 1 | makesAPoolWhoseMembersAreTold
          case 409 -> new ProviderException.Ambiguous | case 409 -> new ProviderException.Rejected | areRefusedWhereTheyAreUniqueAndDoubtedWhereTheyAreNot
          case 403 -> new ProviderException.Denied | case 403 -> new ProviderException.Busy | everyFaultOfALookArrivesAsItsOwnKind
          Reads.send(() -> send(scope, "GET", path, Json.MAPPER.nullNode())) | send(scope, "GET", path, Json.MAPPER.nullNode()) | endsOnACloudThatFailsEveryThirdRead
          Duration.ofSeconds(1) | Duration.ZERO | aThrottledCallIsToldToTheGateAndSaysHowLongToWait
          ArrayList<String>(); | ArrayList<String>(); status.putObject("initialization"); | noReportHoldsAnEmptyObject
          "Error", "NotMade" | "", "NotMade" | conditionsHaveTheFormOfTheirKind
          return !state.equals("STILL") | return false | saysThatItMovesUntilItIsThere
          && !there.observed().state().equals("GOING") | && there.observed().size() < 0 | leavesNothing
          """)
  void aDefectIsCaughtByTheTestThatNamesIt(String from, String to, String caught) throws Exception {
    try (var outside = Outside.build(directory, from, to)) {
      assertThat(outside.failures()).contains(caught);
    }
  }
}
