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
          new Refusal(call, | new Refusal(new JsonHttp.Call(call.action(), "GET", call.uri(), null), | everyFaultOfAWriteArrivesAsItsOwnKind
          set.size() == want.size() ? | set.size() < 0 ? | askingTwiceWritesOnce
          in.replicas() | in.replicas() + clock.hashCode() % 2 + 1 | makesAPoolWhoseMembersAreTold
          refusal.taken() | refusal.rejected("no") | areRefusedWhereTheyAreUniqueAndDoubtedWhereTheyAreNot
          case 404 -> refusal.notFound() | case 403 -> refusal.busy() | everyFaultOfALookArrivesAsItsOwnKind
          Reads.send(() -> send(scope, "GET", path, Json.MAPPER.nullNode())) | send(scope, "GET", path, Json.MAPPER.nullNode()) | endsOnACloudThatFailsEveryThirdRead
          Duration.ofSeconds(1) | Duration.ZERO | aThrottledCallIsToldToTheGateAndSaysHowLongToWait
          Report.of(new Members(set.instances()), !progress.deleting(), ready) | Optional.of(Report.of(new Members(set.instances()), true, ready)).map(told -> { told.status().putObject("initialization"); return told; }).get() | noReportHoldsAnEmptyObject
          Report.of(new Members(set.instances()), !progress.deleting(), ready) | Optional.of(Report.of(new Members(set.instances()), true, ready)).map(told -> new Report(told.spec(), told.status(), ready)).get() | namesThoseOnTheirWayOutAndDoesNotCountThem
          KIND.conditions() | PoolKind.Conditions.WITH_REASON | conditionsHaveTheFormOfTheirKind
          return !state.equals("STILL") | return false | saysThatItMovesUntilItIsThere
          return set.state().equals("GOING") ? | return set.size() >= 0 ? | leavesNothing
          """)
  void aDefectIsCaughtByTheTestThatNamesIt(String from, String to, String caught) throws Exception {
    try (var outside = Outside.build(directory, from, to)) {
      assertThat(outside.failures()).contains(caught);
    }
  }
}
