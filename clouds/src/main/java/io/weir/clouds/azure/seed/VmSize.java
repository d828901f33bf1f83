package io.weir.clouds.azure.seed;

import java.util.Map;

/**
 * A size of virtual machines, the same in every location.
 *
 * @param name such as {@code Standard_D2s_v3}
 * @param family by which quota is counted, such as {@code standardDSv3Family}
 * @param cores how many virtual processors it has
 * @param memoryGb its memory
 * @param capabilities further ones, by the names of the list of SKUs
 */
public record VmSize(
    String name, String family, int cores, int memoryGb, Map<String, String> capabilities) {
  public VmSize {
    capabilities = Map.copyOf(capabilities);
  }
}
