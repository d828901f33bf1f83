package io.weir.sandbox.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.sandbox.fault.Misbehaviour;
import io.weir.sandbox.fault.Order;
import io.weir.sandbox.objects.Cloud;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A session as a person has one, read line by line. */
class SessionIT {
  @TempDir private static Path directory;
  private static RunningSession session;

  @BeforeAll
  static void start() throws Exception {
    session = RunningSession.start(Cloud.AWS, directory);
    session.await("MachinePool workers: Running, 3 wanted, 3 there, 3 Ready, 3 up to date");
  }

  @AfterAll
  static void stop() throws Exception {
    session.stop();
  }

  @Nested
  class AnOrder {
    @Test
    void toKillAnInstanceIsCarriedOutAndSeen() throws Exception {
      List<String> answer = send(new Order.Kill(""));

      assertThat(answer.getFirst()).matches("killed instance i-\\w+ of workers in us-east-1.");
      session.await(answer.getFirst());
      session.await("of workers in us-east-1");
    }

    @Test
    void toThrottleStrikesUntilItIsCleared() throws Exception {
      List<String> laid =
          send(
              new Order.Misbehave(
                  Misbehaviour.THROTTLE, "DescribeAutoScalingGroups", "", "", 0, 1, 0, 0));
      int id = Integer.parseInt(laid.getFirst().replaceAll("fault (\\d+):.*", "$1"));
      session.await("DescribeAutoScalingGroups");
      session.await("Throttling");

      List<String> list = send(new Order.Show());
      List<String> cleared = send(new Order.Clear(id));

      assertThat(list).anyMatch(line -> line.contains("throttle at DescribeAutoScalingGroups"));
      assertThat(cleared.getFirst()).startsWith("ended fault " + id);
    }

    @Test
    void toCutTheWorkloadClusterIsSeenByTheManager() throws Exception {
      send(new Order.Misbehave(Misbehaviour.UNREACHABLE, "", "", "", 0, 1, 0, 0));
      session.await("Cluster demo ConnectionLost");

      send(new Order.Clear(0));

      session.await("Cluster demo ConnectionRestored");
    }

    @Test
    void forAWhileEndsByItself() throws Exception {
      send(
          new Order.Misbehave(
              Misbehaviour.DENIED, "CancelInstanceRefresh", "", "", 0, 1, 1_000, 0));

      session.await("is over: denied at CancelInstanceRefresh, for 1 s");
    }

    @Test
    void thatCannotBeCarriedOutSaysWhy() {
      assertThatThrownBy(
              () -> send(new Order.Misbehave(Misbehaviour.ERROR, "NoSuchCall", "", "", 0, 1, 0, 0)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("the simulated AWS has no operation NoSuchCall; it has Cancel");
      assertThatThrownBy(() -> send(new Order.Kill("i-9")))
          .hasMessageStartingWith("there is no instance and no Node i-9; those that run: i-");
    }
  }

  private static List<String> send(Order order) throws Exception {
    return session.send(order);
  }
}
