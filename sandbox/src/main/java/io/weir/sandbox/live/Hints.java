package io.weir.sandbox.live;

import io.weir.sandbox.WayIn;
import java.util.List;

/**
 * How a sandbox is used from another terminal.
 *
 * @param wayIn where things are
 * @param weir how the weir command is called
 */
public record Hints(WayIn wayIn, String weir) {

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
    return List.of(
        "kubectl scale machinepool " + pool + " --replicas 5",
        "kubectl get machinepool,awsmachinepool,node",
        "kubectl edit awsmachinepool " + pool + "      another instanceType, say",
        "kubectl delete machinepool " + pool,
        weir + " sandbox fault kill --random",
        weir + " sandbox fault throttle --for 1m");
  }
}
