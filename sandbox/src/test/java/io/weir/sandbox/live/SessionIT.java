package io.weir.sandbox.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.sandbox.SandboxOptions;
import io.weir.sandbox.Staying;
import io.weir.sandbox.fault.DeskClient;
import io.weir.sandbox.fault.Misbehaviour;
import io.weir.sandbox.fault.Order;
import io.weir.sandbox.fit.Fitting;
import io.weir.sandbox.objects.Manifests;
import io.weir.sandbox.once.Transcript;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A session as a person has one, read line by line. */
class SessionIT {
  private static final int PATIENCE_SECONDS = 120;

  @TempDir private static Path directory;
  private static final Told TOLD = new Told();
  private static Thread session;
  private static DeskClient desk;

  @BeforeAll
  static void start() throws Exception {
    var transcript =
        new Transcript(new PrintStream(TOLD, true, StandardCharsets.UTF_8), System::nanoTime);
    var staying = new Staying(0, Optional.empty(), true);
    session =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    new Session(
                            Fitting.fit(Manifests.example()), transcript, Optional.empty(), "weir")
                        .run(SandboxOptions.defaults().in(directory).with(staying));
                  } catch (InterruptedException _) {
                    // The end of the test.
                  } catch (Exception failure) {
                    transcript.step("failed: " + failure);
                  }
                });
    desk = new DeskClient(List.of(directory));
    TOLD.await("MachinePool workers: Running, 3 wanted, 3 there, 3 Ready, 3 up to date");
  }

  @AfterAll
  static void stop() throws Exception {
    session.interrupt();
    session.join();
    TOLD.await("stopped; nothing is left");
    try (var entries = Files.list(directory)) {
      assertThat(entries.filter(Files::isDirectory)).isEmpty();
    }
  }

  @Nested
  class AnOrder {
    @Test
    void toKillAnInstanceIsCarriedOutAndSeen() throws Exception {
      List<String> answer = send(new Order.Kill(""));

      assertThat(answer.getFirst()).matches("killed instance i-\\w+ of workers in us-east-1.");
      TOLD.await(answer.getFirst());
      TOLD.await("of workers in us-east-1");
    }

    @Test
    void toThrottleStrikesUntilItIsCleared() throws Exception {
      List<String> laid =
          send(
              new Order.Misbehave(
                  Misbehaviour.THROTTLE, "DescribeAutoScalingGroups", "", "", 0, 1, 0, 0));
      int id = Integer.parseInt(laid.getFirst().replaceAll("fault (\\d+):.*", "$1"));
      TOLD.await("DescribeAutoScalingGroups");
      TOLD.await("Throttling");

      List<String> list = send(new Order.Show());
      List<String> cleared = send(new Order.Clear(id));

      assertThat(list).anyMatch(line -> line.contains("throttle at DescribeAutoScalingGroups"));
      assertThat(cleared.getFirst()).startsWith("ended fault " + id);
    }

    @Test
    void toCutTheWorkloadClusterIsSeenByTheManager() throws Exception {
      send(new Order.Misbehave(Misbehaviour.UNREACHABLE, "", "", "", 0, 1, 0, 0));
      TOLD.await("Cluster demo ConnectionLost");

      send(new Order.Clear(0));

      TOLD.await("Cluster demo ConnectionRestored");
    }

    @Test
    void forAWhileEndsByItself() throws Exception {
      send(
          new Order.Misbehave(
              Misbehaviour.DENIED, "CancelInstanceRefresh", "", "", 0, 1, 1_000, 0));

      TOLD.await("is over: denied at CancelInstanceRefresh, for 1 s");
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
    return desk.send(order, Optional.empty());
  }

  /** What was told, to be waited for. */
  private static final class Told extends OutputStream {
    private final StringBuilder line = new StringBuilder();
    private final List<String> seen = new ArrayList<>();
    private final LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();

    @Override
    public synchronized void write(int b) {
      if (b == '\n') {
        lines.add(line.toString());
        line.setLength(0);
      } else {
        line.append((char) b);
      }
    }

    void await(String text) throws InterruptedException {
      Predicate<String> wanted = each -> each.contains(text);
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
      while (seen.stream().noneMatch(wanted)) {
        String next = lines.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
        if (next == null) {
          throw new AssertionError("never told: " + text + "\n" + String.join("\n", seen));
        }
        seen.add(next);
      }
    }
  }
}
