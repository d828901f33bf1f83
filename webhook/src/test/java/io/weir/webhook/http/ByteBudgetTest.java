package io.weir.webhook.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ByteBudgetTest {

  private static final long MB = 1L << 20;

  private final ByteBudget budget = new ByteBudget(4 * MB);
  private final List<String> cancelled = new ArrayList<>();

  private ByteBudget.Share share(String name, boolean known, long bytes) throws Exception {
    ByteBudget.Share share = budget.share(known, () -> cancelled.add(name));
    share.awaitCaller();
    share.add(bytes);
    return share;
  }

  @Test
  void whereThereIsNoRoomTheLargestWhoseCallerIsWaitedForIsCutOff() throws Exception {
    ByteBudget.Share _ = share("smaller", false, MB);
    ByteBudget.Share large = share("large", false, 2 * MB);

    assertThatThrownBy(() -> share("early", false, MB)).isInstanceOf(BusyException.class);
    assertThatThrownBy(() -> share("early, too", false, MB)).isInstanceOf(BusyException.class);
    large.close();
    ByteBudget.Share _ = share("later", false, MB);

    assertThat(cancelled).containsExactly("large");
    assertThatThrownBy(() -> large.add(1)).isInstanceOf(BusyException.class);
    assertThatThrownBy(large::stopAwaiting).isInstanceOf(BusyException.class);
  }

  @Test
  void largeOnesLeaveRoomForSmallOnes() throws Exception {
    ByteBudget.Share _ = share("large", false, 3 * MB);

    for (int i = 0; i < 100; i++) {
      ByteBudget.Share _ = share("small", false, 8 * 1024);
    }

    assertThat(cancelled).isEmpty();
  }

  @Test
  void whatIsWholeIsNotTakenAway() throws Exception {
    ByteBudget.Share whole = share("whole", false, 3 * MB);
    whole.stopAwaiting();

    assertThatThrownBy(() -> share("new", true, MB)).isInstanceOf(BusyException.class);

    assertThat(cancelled).isEmpty();
  }

  @Test
  void whoIsKnownLosesNothingToWhoIsNot() throws Exception {
    ByteBudget.Share _ = share("api server", true, 3 * MB);

    assertThatThrownBy(() -> share("stranger", false, MB)).isInstanceOf(BusyException.class);
    assertThat(cancelled).isEmpty();
    assertThatThrownBy(() -> share("api server, too", true, MB)).isInstanceOf(BusyException.class);
    assertThat(cancelled).containsExactly("api server");
  }

  @Test
  void whatIsGivenBackCanBeTakenAgain() throws Exception {
    ByteBudget.Share share = share("one", false, 3 * MB);
    share.replace(MB);
    ByteBudget.Share _ = share("two", false, 2 * MB);
    share.close();
    ByteBudget.Share _ = share("three", false, MB);

    assertThat(cancelled).isEmpty();
  }
}
