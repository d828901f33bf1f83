package io.weir.sandbox.live;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.clouds.SimulatedCloud;
import io.weir.controlplane.binaries.Binaries;
import io.weir.sandbox.Progress;
import io.weir.sandbox.Sandbox;
import io.weir.sandbox.SandboxOptions;
import io.weir.sandbox.cloud.ClusterVersions;
import io.weir.sandbox.fault.Desk;
import io.weir.sandbox.fit.Fitted;
import io.weir.sandbox.live.screen.Terminal;
import io.weir.sandbox.objects.Manifests;
import io.weir.sandbox.once.Transcript;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A sandbox from its start until somebody stops it. */
public final class Session {
  private final Fitted fitted;
  private final Transcript transcript;
  private final Optional<Terminal> terminal;
  private final String weir;

  /**
   * One session.
   *
   * @param fitted what is applied, and the world for it
   * @param transcript where its start and its end are told
   * @param terminal where it is shown meanwhile; empty to go on in the transcript
   * @param weir how the weir command is called
   */
  public Session(Fitted fitted, Transcript transcript, Optional<Terminal> terminal, String weir) {
    this.fitted = fitted;
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
    try (var sandbox = Sandbox.start(options.with(fitted.world()), progress(options))) {
      sandbox.closeFirst(() -> transcript.step("stopping"));
      runIn(sandbox);
    }
  }

  /**
   * Runs it in a sandbox that is there already, and not stopped at its end.
   *
   * @throws IOException when the manifests are refused, or the manager keeps ending
   */
  void runIn(Sandbox sandbox) throws IOException, InterruptedException {
    fitted.told().forEach(transcript::step);
    apply(sandbox);
    var live = new Live(sandbox);
    Optional<ClusterVersions> versions =
        sandbox
            .kapsule()
            .map(kapsule -> ClusterVersions.serve(sandbox.kube(), kapsule, live::tell));
    versions.ifPresent(sandbox::closeFirst);
    try (var desk = Desk.open(sandbox, sandbox.name(), told -> live.tell("Sandbox", told))) {
      sandbox.closeFirst(desk);
      var hints = new Hints(sandbox.wayIn(), weir, sandbox.cloud());
      explain(hints);
      live.show(terminal, transcript, title(sandbox, hints));
    } finally {
      versions.ifPresent(ClusterVersions::close);
    }
  }

  private void apply(Sandbox sandbox) throws IOException, InterruptedException {
    Manifests manifests = fitted.manifests();
    if (manifests.objects().isEmpty()) {
      transcript.step("going on with what is there");
    } else {
      sandbox.apply(manifests);
      transcript.step("applied %s: %s".formatted(manifests.name(), manifests.summary()));
    }
  }

  private void explain(Hints hints) {
    transcript.section("In another terminal:", hints.exports());
    Stream<ObjectKey> pools =
        fitted.manifests().objects().stream()
            .filter(object -> object.groupKind().kind().equals("MachinePool"))
            .map(ApiObject::key);
    transcript.section("Things to try:", hints.tries(pools));
    transcript.section("Ctrl-C stops it.", List.of());
  }

  private static Title title(Sandbox sandbox, Hints hints) {
    SimulatedCloud cloud = sandbox.clouds().getFirst();
    return new Title(
        sandbox.name(),
        "Kubernetes %s, %s %s"
            .formatted(
                Binaries.kubernetesVersion(), cloud.name(), String.join(", ", cloud.regions())),
        Instant.now(),
        hints);
  }

  private Progress progress(SandboxOptions options) {
    return new Progress() {
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
                  .staying()
                  .keptAs()
                  .map(
                      name -> "stopped; " + weir + " sandbox --keep=" + name + " goes on from here")
                  .orElse("stopped; nothing is left but the cache"));
        }
      }
    };
  }
}
