package io.weir.sandbox.live;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.clouds.SimulatedCloud;
import io.weir.controlplane.binaries.Binaries;
import io.weir.sandbox.ProgressListener;
import io.weir.sandbox.Sandbox;
import io.weir.sandbox.SandboxOptions;
import io.weir.sandbox.cloud.RunningCloud;
import io.weir.sandbox.fault.FaultServer;
import io.weir.sandbox.live.screen.Terminal;
import io.weir.sandbox.objects.Manifests;
import io.weir.sandbox.once.Transcript;
import io.weir.sandbox.prepare.PreparedManifests;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A sandbox from its start until somebody stops it. */
public final class SandboxSession {
  private final PreparedManifests preparedManifests;
  private final Transcript transcript;
  private final Optional<Terminal> terminal;
  private final String weir;

  /**
   * One session.
   *
   * @param preparedManifests what is applied, and the worlds for it
   * @param transcript where its start and its end are told
   * @param terminal where it is shown meanwhile; empty to go on in the transcript
   * @param weir how the weir command is called
   */
  public SandboxSession(
      PreparedManifests preparedManifests,
      Transcript transcript,
      Optional<Terminal> terminal,
      String weir) {
    this.preparedManifests = preparedManifests;
    this.transcript = transcript;
    this.terminal = terminal;
    this.weir = weir;
  }

  /**
   * Runs it; returns when it is being stopped, which the end of the JVM does.
   *
   * @throws IOException when the sandbox does not start, the manifests are refused, or the manager
   *     keeps ending
   */
  public void run(SandboxOptions options) throws IOException, InterruptedException {
    try (var sandbox =
        Sandbox.start(options.withFitted(preparedManifests.worlds()), progress(options))) {
      sandbox.addToCloseFirst(() -> transcript.step("stopping"));
      runIn(sandbox);
    }
  }

  /**
   * Runs it in a sandbox that is there already, and not stopped at its end.
   *
   * @throws IOException when the manifests are refused, or the manager keeps ending
   */
  void runIn(Sandbox sandbox) throws IOException, InterruptedException {
    preparedManifests.additions().forEach(transcript::step);
    apply(sandbox);
    var liveView = new LiveView(sandbox);
    List<RunningCloud.Controller> controllers =
        sandbox.runningClouds().stream()
            .flatMap(
                cloud -> cloud.startControllers(sandbox.kube(), liveView::addActivity).stream())
            .toList();
    controllers.forEach(sandbox::addToCloseFirst);
    try (var faultServer =
        FaultServer.start(
            sandbox, sandbox.name(), reported -> liveView.addActivity("Sandbox", reported))) {
      sandbox.addToCloseFirst(faultServer);
      var usageHints = new UsageHints(sandbox.shellAccess(), weir, sandbox.cloud());
      explain(usageHints);
      liveView.show(terminal, transcript, title(sandbox, usageHints));
    } finally {
      controllers.forEach(RunningCloud.Controller::close);
    }
  }

  private void apply(Sandbox sandbox) throws IOException, InterruptedException {
    Manifests manifests = preparedManifests.manifests();
    if (manifests.objects().isEmpty()) {
      transcript.step("continuing with the saved state");
    } else {
      sandbox.apply(manifests);
      transcript.step("applied %s: %s".formatted(manifests.name(), manifests.summary()));
    }
  }

  private void explain(UsageHints usageHints) {
    transcript.section("In another terminal:", usageHints.exportCommands());
    Stream<ObjectKey> pools =
        preparedManifests.manifests().objects().stream()
            .filter(object -> object.groupKind().kind().equals("MachinePool"))
            .map(ApiObject::key);
    transcript.section("Things to try:", usageHints.suggestedCommands(pools));
    transcript.section("Ctrl-C stops it.", List.of());
  }

  private static ScreenHeader title(Sandbox sandbox, UsageHints usageHints) {
    SimulatedCloud cloud = sandbox.clouds().getFirst();
    return new ScreenHeader(
        sandbox.name(),
        "Kubernetes %s, %s %s"
            .formatted(
                Binaries.kubernetesVersion(), cloud.name(), String.join(", ", cloud.regions())),
        Instant.now(),
        usageHints);
  }

  private ProgressListener progress(SandboxOptions options) {
    return new ProgressListener() {
      private volatile boolean begun;

      @Override
      public void step(String sentence) {
        begun = true;
        transcript.step(sentence);
      }

      @Override
      public void stopped() {
        if (begun) {
          transcript.step(
              options
                  .interactive()
                  .savedName()
                  .map(
                      name ->
                          "stopped; " + weir + " sandbox --keep=" + name + " continues from here")
                  .orElse("stopped; only the cache is left"));
        }
      }
    };
  }
}
