package io.weir.sandbox.live;

import io.weir.sandbox.WayIn;
import io.weir.sandbox.objects.Cloud;
import java.util.List;
import java.util.Locale;

/**
 * How a sandbox is used from another terminal.
 *
 * @param wayIn where things are
 * @param weir how the weir command is called
 * @param cloud whose pools are shown
 */
public record Hints(WayIn wayIn, String weir, Cloud cloud) {

  /** What to type first. */
  public List<String> exports() {
    return List.of(
        "export KUBECONFIG=" + wayIn.kubeconfig(), "export PATH=" + wayIn.programs() + ":$PATH");
  }

  /** The same in one short line. */
  public String source() {
    return ". " + wayIn.environment();
  }

  /**
   * What to try then, the best first.
   *
   * @param pool the name of a pool that is there
   */
  public List<String> tries(String pool) {
    String kind = cloud.poolKind().toLowerCase(Locale.ROOT);
    return List.of(
        "kubectl scale machinepool " + pool + " --replicas 5",
        "kubectl get machinepool," + kind + ",node",
        "kubectl edit %s %s      %s".formatted(kind, pool, cloud.change()),
        "kubectl delete machinepool " + pool,
        weir + " sandbox fault kill --random",
        weir + " sandbox fault throttle --for 1m");
  }
}
