package io.weir.sandbox.live;

import io.weir.api.ObjectKey;
import io.weir.sandbox.ShellAccess;
import io.weir.sandbox.objects.SandboxCloud;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * How a sandbox is used from another terminal.
 *
 * @param shellAccess where things are
 * @param weir how the weir command is called
 * @param cloud whose pools are shown
 */
public record UsageHints(ShellAccess shellAccess, String weir, SandboxCloud cloud) {

  private static final String USUAL = "default";
  private static final ObjectKey EXAMPLE = new ObjectKey(USUAL, "workers");

  /** What to type first. */
  public List<String> exportCommands() {
    return List.of(
        "export KUBECONFIG=" + shellAccess.kubeconfig(),
        "export PATH=" + shellAccess.programs() + ":$PATH");
  }

  /** The same in one short line. */
  public String sourceCommand() {
    return ". " + shellAccess.environment();
  }

  /**
   * What to try then, the best first.
   *
   * @param pools those that are there; may be none
   */
  public List<String> suggestedCommands(Stream<ObjectKey> pools) {
    ObjectKey pool = pools.findFirst().orElse(EXAMPLE);
    String kubectl = usual(pool.namespace()) ? "kubectl" : "kubectl -n " + pool.namespace();
    String kind = cloud.poolKind().toLowerCase(Locale.ROOT);
    return List.of(
        "%s scale machinepool %s --replicas 5".formatted(kubectl, pool.name()),
        "%s get machinepool,%s,node".formatted(kubectl, kind),
        "%s edit %s %s      %s".formatted(kubectl, kind, pool.name(), cloud.exampleChange()),
        "%s delete machinepool %s".formatted(kubectl, pool.name()),
        weir + " sandbox fault kill --random",
        weir + " sandbox fault throttle --for 1m");
  }

  private static boolean usual(String namespace) {
    return namespace.isEmpty() || namespace.equals(USUAL);
  }
}
