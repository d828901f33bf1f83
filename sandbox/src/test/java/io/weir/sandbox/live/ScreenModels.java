package io.weir.sandbox.live;

import io.weir.api.ObjectKey;
import io.weir.clouds.InstanceState;
import io.weir.clouds.InstanceState.Phase;
import io.weir.sandbox.ShellAccess;
import io.weir.sandbox.objects.SandboxCloud;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Screen models to draw. */
public final class ScreenModels {
  public static final Instant START = Instant.parse("2026-01-31T12:00:00Z");

  private ScreenModels() {}

  /** A pool of three: one has joined, one could not, one boots; and a Node of none. */
  public static ScreenModel busy() {
    var screenModel = new ScreenModel();
    var _ = screenModel.updatePool(pool("ScalingUp", 2, 1), START.plusSeconds(1));
    var _ =
        screenModel.instances(
            List.of(
                instance("i-1", "us-east-1a", "running", Phase.RUNNING),
                instance("i-2", "us-east-1b", "running", Phase.RUNNING),
                instance("i-3", "us-east-1c", "pending", Phase.PENDING),
                instance("i-0", "us-east-1c", "terminated", Phase.TERMINATED)),
            START.plusSeconds(5));
    var _ =
        screenModel.node(
            new NodeRow("node-1", "aws:///us-east-1a/i-1", true, false, "v1.35.4"),
            START.plusSeconds(8));
    var _ =
        screenModel.node(new NodeRow("stray", "", false, false, "v1.35.4"), START.plusSeconds(8));
    var _ =
        screenModel.updateFailures(
            Map.of("i-2", "could not join (TOKEN_REJECTED)"), START.plusSeconds(9));
    return screenModel;
  }

  /** A pool of Kapsule, whose ids and names are long. */
  public static ScreenModel kapsule() {
    var screenModel = new ScreenModel();
    String id = "6f5902ac-2370-44db-9d0c-176cb0d6f1aa";
    var node =
        new NodeRow(
            "scw-demo-workers-1715609f7c744c6996362e3ef906a",
            "scaleway://instance/fr-par-1/" + id,
            true,
            false,
            "v1.35.4");
    var _ = screenModel.updatePool(pool("Running", 1, 1), START);
    var _ = screenModel.instances(List.of(instance(id, "fr-par-1", "ready", Phase.RUNNING)), START);
    var _ = screenModel.node(node, START);
    return screenModel;
  }

  static InstanceState instance(String id, String zone, String state, Phase phase) {
    return new InstanceState(id, "workers", zone, state, phase);
  }

  static PoolRow pool(String phase, int there, int ready) {
    return new PoolRow(
        new ObjectKey("default", "workers"), phase, 3, there, ready, there, "v1.35.4", "", START);
  }

  /** A pool of three that becomes one of two: a budget holds up one of its Nodes. */
  public static ScreenModel draining() {
    var screenModel = new ScreenModel();
    String waits =
        "from 3 to 2 replicas; 1 of 3 leaving: i-1 (scale-in, Node node-1) draining, 1 pod left:"
            + " default/web-1 (Cannot evict pod as it would violate the pod's disruption budget.)";
    var _ =
        screenModel.updatePool(
            new PoolRow(
                new ObjectKey("default", "workers"),
                "ScalingDown",
                2,
                3,
                2,
                3,
                "v1.35.4",
                waits,
                START),
            START);
    var _ =
        screenModel.instances(
            List.of(instance("i-1", "us-east-1a", "running", Phase.RUNNING)), START);
    var _ =
        screenModel.node(
            new NodeRow("node-1", "aws:///us-east-1a/i-1", true, true, "v1.35.4"), START);
    return screenModel;
  }

  /** What stands above it. */
  public static ScreenHeader title() {
    var shellAccess =
        new ShellAccess(Path.of("/s/kubeconfig"), Path.of("/s/bin"), Path.of("/s/env"));
    return new ScreenHeader(
        "sandbox-1",
        "Kubernetes v1.35.4",
        START,
        new UsageHints(shellAccess, "weir", SandboxCloud.AWS));
  }
}
