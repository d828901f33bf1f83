package io.weir.provider.azure.machinepool;

import io.weir.api.ApiObject;
import io.weir.provider.azure.api.AzureMachinePool;

/** Names of scale sets. */
public final class ScaleSetNames {

  /** Computers on Windows have names of 15 characters, of which Azure's numbers take six. */
  private static final int LONGEST_ON_WINDOWS = 9;

  private static final int KEPT_ON_WINDOWS = 5;

  private ScaleSetNames() {}

  /** That of a pool's scale set, as upstream's provider has it; it must not change. */
  public static String of(ApiObject pool) {
    return of(pool.name(), pool.as(AzureMachinePool.class).spec());
  }

  static String of(String pool, AzureMachinePool.Spec spec) {
    boolean windows = spec.template().osDisk().osType().equals("Windows");
    return windows && pool.length() > LONGEST_ON_WINDOWS
        ? "win-" + pool.substring(pool.length() - KEPT_ON_WINDOWS)
        : pool;
  }
}
