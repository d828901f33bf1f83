package io.weir.sandbox.live;

import io.weir.api.ObjectKey;
import io.weir.sandbox.WayIn;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Scenes to draw. */
public final class Scenes {
  public static final Instant START = Instant.parse("2026-01-31T12:00:00Z");

  private Scenes() {}

  /** A pool of three: one has joined, one could not, one boots; and a Node of none. */
  public static Scene busy() {
    var scene = new Scene();
    var _ = scene.pool(pool("ScalingUp", 2, 1), START.plusSeconds(1));
    var _ =
        scene.instances(
            List.of(
                new InstanceRow("i-1", "workers", "us-east-1a", "running"),
                new InstanceRow("i-2", "workers", "us-east-1b", "running"),
                new InstanceRow("i-3", "workers", "us-east-1c", "pending"),
                new InstanceRow("i-0", "workers", "us-east-1c", "terminated")),
            START.plusSeconds(5));
    var _ =
        scene.node(
            new NodeRow("node-1", "aws:///us-east-1a/i-1", true, "v1.35.4"), START.plusSeconds(8));
    var _ = scene.node(new NodeRow("stray", "", false, "v1.35.4"), START.plusSeconds(8));
    var _ = scene.failures(Map.of("i-2", "could not join (TOKEN_REJECTED)"), START.plusSeconds(9));
    return scene;
  }

  static PoolRow pool(String phase, int there, int ready) {
    return new PoolRow(
        new ObjectKey("default", "workers"), phase, 3, there, ready, there, "v1.35.4", START);
  }

  /** What stands above it. */
  public static Title title() {
    var wayIn = new WayIn(Path.of("/s/kubeconfig"), Path.of("/s/bin"), Path.of("/s/env"));
    return new Title("sandbox-1", "Kubernetes v1.35.4", START, new Hints(wayIn, "weir"));
  }
}
