package io.weir.sandbox.live;

import io.weir.sandbox.Sandbox;
import io.weir.sandbox.fault.FaultClient;
import io.weir.sandbox.fault.FaultRequest;
import io.weir.sandbox.lifecycle.TestSandbox;
import io.weir.sandbox.objects.Manifests;
import io.weir.sandbox.once.Transcript;
import io.weir.sandbox.prepare.ManifestPreparer;
import io.weir.sandbox.prepare.PreparedManifests;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A session in a sandbox that is there already, told in lines that can be waited for. */
final class RunningSession {
  private static final int PATIENCE_SECONDS = 360;

  private final CapturedOutput capturedOutput = new CapturedOutput();
  private final FaultClient faultClient;
  private final Thread thread;

  private RunningSession(Sandbox sandbox, Manifests manifests) {
    Path place = Objects.requireNonNull(sandbox.directory().getParent(), "it is made in one");
    faultClient = new FaultClient(List.of(place));
    var transcript =
        new Transcript(
            new PrintStream(capturedOutput, true, StandardCharsets.UTF_8), System::nanoTime);
    PreparedManifests preparedManifests =
        ManifestPreparer.prepare(manifests, TestSandbox.worldsOf(sandbox));
    var sandboxSession =
        new SandboxSession(preparedManifests, transcript, Optional.empty(), "weir");
    thread = Thread.ofPlatform().unstarted(() -> run(sandboxSession, sandbox, transcript));
  }

  /** Begins one with manifests for seed data that has all they need. */
  static RunningSession start(Sandbox sandbox, Manifests manifests) {
    var session = new RunningSession(sandbox, manifests);
    session.thread.start();
    return session;
  }

  private static void run(SandboxSession sandboxSession, Sandbox sandbox, Transcript transcript) {
    try {
      sandboxSession.runIn(sandbox);
    } catch (InterruptedException _) {
      // The end of the test.
    } catch (Exception failure) {
      transcript.step("failed: " + failure);
    }
  }

  /** Waits until a line with this text has been told, or one with another of these. */
  void await(String... texts) throws InterruptedException {
    capturedOutput.await(texts);
  }

  /** Waits until this is what has been told of a pool last. */
  void awaitPool(String name, String text) throws InterruptedException {
    capturedOutput.awaitLast("MachinePool " + name + ": ", text);
  }

  /** From now on only what is told later is waited for. */
  void forget() {
    capturedOutput.forget();
  }

  /** What a person in another terminal orders. */
  List<String> send(FaultRequest faultRequest) throws Exception {
    return faultClient.send(faultRequest, Optional.empty());
  }

  /** Ends it. */
  void stop() throws InterruptedException {
    thread.interrupt();
    thread.join();
  }

  /** What was told, to be waited for. */
  private static final class CapturedOutput extends OutputStream {
    private static final Pattern OF_POOL = Pattern.compile("MachinePool \\S+: ");

    private final StringBuilder line = new StringBuilder();
    private final List<String> seen = new ArrayList<>();
    private final LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final Map<String, String> ofPools = new HashMap<>();

    @Override
    public synchronized void write(int b) {
      if (b == '\n') {
        lines.add(line.toString());
        line.setLength(0);
      } else {
        line.append((char) b);
      }
    }

    /** What pools are like is remembered: of one that stays as it is nothing more is told. */
    void forget() {
      for (String next = lines.poll(); next != null; next = lines.poll()) {
        see(next);
      }
      seen.clear();
    }

    private void see(String next) {
      seen.add(next);
      Matcher ofPool = OF_POOL.matcher(next);
      if (ofPool.find()) {
        ofPools.put(ofPool.group(), next);
      }
    }

    void await(String... texts) throws InterruptedException {
      Predicate<String> wanted = each -> Stream.of(texts).anyMatch(each::contains);
      until(() -> seen.stream().anyMatch(wanted), String.join(" or ", texts));
    }

    void awaitLast(String about, String text) throws InterruptedException {
      until(() -> ofPools.getOrDefault(about, "").contains(text), about + text);
    }

    private void until(BooleanSupplier holds, String claim) throws InterruptedException {
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
      while (!holds.getAsBoolean()) {
        String next = lines.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
        if (next == null) {
          throw new AssertionError("never told: " + claim + "\n" + String.join("\n", seen));
        }
        see(next);
      }
    }
  }
}
