package io.weir.webhook.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.webhook.http.ConnectionTable.Connection;
import io.weir.webhook.http.ConnectionTable.Stage;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ConnectionTableTest {

  private long now;
  private final ConnectionTable table = new ConnectionTable(() -> now);
  private final List<String> closed = new ArrayList<>();
  private final Set<String> busy = new HashSet<>();
  private final Set<String> justAnswered = new HashSet<>();

  private Connection open(String name, String from) {
    var line = new TestLine(name, ++now);
    var connection = new Connection(address(from), line);
    line.closes = () -> table.closed(connection);
    table.opened(connection);
    return connection;
  }

  /** A caller that has been waited for since it came, unless it is busy. */
  private final class TestLine implements ConnectionTable.Line {
    private final String name;
    private long since;
    private Runnable closes = () -> {};

    TestLine(String name, long since) {
      this.name = name;
      this.since = since;
    }

    @Override
    public boolean awaitsCaller() {
      if (justAnswered.remove(name)) {
        since = ++now;
      }
      return !busy.contains(name);
    }

    @Override
    public long idleSince() {
      return since;
    }

    @Override
    public boolean isBegun() {
      return false;
    }

    @Override
    public void cut() {
      closed.add(name);
      closes.run();
    }
  }

  private static InetAddress address(String literal) {
    try {
      return InetAddress.getByName(literal);
    } catch (UnknownHostException impossible) {
      throw new AssertionError(impossible);
    }
  }

  private void open(int count, String from) {
    for (int i = 0; i < count; i++) {
      Connection _ = open(from + " " + i, from);
    }
  }

  private void pass(Duration time) {
    now += time.toNanos();
  }

  @Test
  void whoConnectsAndSaysNothingTakesNoPlaceFromWhoIsKnown() {
    Connection known = open("api server", "10.0.0.1");
    table.encrypted(known);
    table.answered(known, true);

    open(10_000, "10.0.0.2");

    assertThat(closed).hasSize(10_000 - Stage.HANDSHAKE.places()).doesNotContain("api server");
    assertThat(table.count(Stage.KNOWN)).isEqualTo(1);
  }

  @Test
  void whereThereIsNoPlaceTheOldestOfTheAddressWithTheMostGoes() {
    Connection _ = open("other", "10.0.0.1");

    open(Stage.HANDSHAKE.places(), "10.0.0.2");

    assertThat(closed).containsExactly("10.0.0.2 0");
  }

  @Test
  void whoWaitsForTheServerIsNotClosedForIt() {
    busy.add("10.0.0.2 0");

    open(Stage.HANDSHAKE.places() + 1, "10.0.0.2");

    assertThat(closed).containsExactly("10.0.0.2 1");
  }

  @Test
  void whoWaitedForTheServerIsNotClosedInTheMomentThatItIsAnswered() {
    justAnswered.add("10.0.0.2 0");

    open(Stage.HANDSHAKE.places() + 1, "10.0.0.2");

    assertThat(closed).containsExactly("10.0.0.2 1");
  }

  @Test
  void aHandshakeHasTenSecondsAndAKnownConnectionTwoMinutes() {
    Connection known = open("known", "10.0.0.1");
    table.encrypted(known);
    table.answered(known, true);
    Connection _ = open("half-open", "10.0.0.2");

    pass(Duration.ofSeconds(11));
    table.closeLate();
    assertThat(closed).containsExactly("half-open");

    pass(Duration.ofSeconds(110));
    table.closeLate();
    assertThat(closed).containsExactly("half-open", "known");
  }

  @Test
  void requestsThatAreNoReviewsGetNoMoreTime() {
    Connection connection = open("curious", "10.0.0.2");
    table.encrypted(connection);

    for (int i = 0; i < 11; i++) {
      pass(Duration.ofSeconds(1));
      table.expect(connection, Duration.ofSeconds(5));
      table.answered(connection, false);
    }
    table.closeLate();

    assertThat(closed).containsExactly("curious");
  }

  @Test
  void aReviewHasAPlaceOfItsOwnUntilItIsAnswered() {
    Connection connection = open("new", "10.0.0.1");
    table.encrypted(connection);
    assertThat(table.reviewing(connection)).isTrue();

    for (int i = 0; i < 1000; i++) {
      table.encrypted(open("silent " + i, "10.0.0.1"));
    }
    table.answered(connection, true);

    assertThat(closed).doesNotContain("new");
    assertThat(table.isKnown(connection)).isTrue();
  }

  @Test
  void whatIsClosedComesBackByNothing() {
    Connection connection = open("gone", "10.0.0.1");
    table.closed(connection);

    table.encrypted(connection);
    table.answered(connection, true);

    for (Stage stage : Stage.values()) {
      assertThat(table.count(stage)).isZero();
    }
  }
}
