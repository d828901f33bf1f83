package io.weir.sandbox.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.sandbox.SandboxOptions;
import io.weir.sandbox.Staying;
import io.weir.sandbox.fault.DeskClient;
import io.weir.sandbox.fault.Order;
import io.weir.sandbox.fit.Fitting;
import io.weir.sandbox.objects.Cloud;
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
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A session with a cloud's example, told in lines that can be waited for. */
final class RunningSession {
  private static final int PATIENCE_SECONDS = 360;

  private final Told told = new Told();
  private final Path directory;
  private final DeskClient desk;
  private final Thread thread;

  private RunningSession(Cloud cloud, Path directory) {
    this.directory = directory;
    desk = new DeskClient(List.of(directory));
    var transcript =
        new Transcript(new PrintStream(told, true, StandardCharsets.UTF_8), System::nanoTime);
    var options =
        SandboxOptions.defaults()
            .in(directory)
            .with(cloud)
            .with(new Staying(0, Optional.empty(), true))
            .withManagerArguments("--observe-soon=1s", "--observe-busy=3s", "--observe-idle=5s");
    var session =
        new Session(Fitting.fit(Manifests.example(cloud)), transcript, Optional.empty(), "weir");
    thread = Thread.ofPlatform().unstarted(() -> run(session, options, transcript));
  }

  static RunningSession start(Cloud cloud, Path directory) {
    var session = new RunningSession(cloud, directory);
    session.thread.start();
    return session;
  }

  private static void run(Session session, SandboxOptions options, Transcript transcript) {
    try {
      session.run(options);
    } catch (InterruptedException _) {
      // The end of the test.
    } catch (Exception failure) {
      transcript.step("failed: " + failure);
    }
  }

  /** Waits until a line with this text has been told, or one with another of these. */
  void await(String... texts) throws InterruptedException {
    told.await(texts);
  }

  /** Waits until this is what has been told of the pool last. */
  void awaitPool(String text) throws InterruptedException {
    told.awaitLast("MachinePool workers: ", text);
  }

  /** From now on only what is told later is waited for. */
  void forget() {
    told.forget();
  }

  /** What a person in another terminal orders. */
  List<String> send(Order order) throws Exception {
    return desk.send(order, Optional.empty());
  }

  /** What a person in another terminal changes. */
  void patch(String kind, String name, String patch) throws Exception {
    try (var children = Files.list(directory)) {
      Path home = children.filter(Files::isDirectory).findFirst().orElseThrow();
      var command =
          new ProcessBuilder(
              home.resolve("bin/kubectl").toString(),
              "patch",
              kind,
              name,
              "--type=merge",
              "-p",
              patch);
      command.environment().put("KUBECONFIG", home.resolve("kubeconfig").toString());
      Process kubectl = command.redirectErrorStream(true).start();
      kubectl.getOutputStream().close();
      String said = new String(kubectl.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(kubectl.waitFor()).as(said).isZero();
    }
  }

  /** Stops it, and finds nothing left. */
  void stop() throws Exception {
    thread.interrupt();
    thread.join();
    told.await("stopped; nothing is left");
    try (var entries = Files.list(directory)) {
      assertThat(entries.filter(Files::isDirectory)).isEmpty();
    }
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

    void forget() {
      lines.clear();
      seen.clear();
    }

    void await(String... texts) throws InterruptedException {
      Predicate<String> wanted = each -> Stream.of(texts).anyMatch(each::contains);
      until(() -> seen.stream().anyMatch(wanted), String.join(" or ", texts));
    }

    void awaitLast(String about, String text) throws InterruptedException {
      until(
          () ->
              seen.reversed().stream()
                  .filter(each -> each.contains(about))
                  .findFirst()
                  .filter(last -> last.contains(text))
                  .isPresent(),
          about + text);
    }

    private void until(BooleanSupplier holds, String claim) throws InterruptedException {
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
      while (!holds.getAsBoolean()) {
        String next = lines.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
        if (next == null) {
          throw new AssertionError("never told: " + claim + "\n" + String.join("\n", seen));
        }
        seen.add(next);
      }
    }
  }
}
