package io.weir.provider.azure.machine;

import io.weir.api.Digest;
import java.util.Locale;

/** Names of AzureMachinePoolMachines. */
final class MachineNames {

  /** Of Machines, which are called the same. */
  private static final int LONGEST = 63;

  private static final int DIGITS = 8;

  private MachineNames() {}

  /**
   * That of an instance, as upstream's provider has it, so that either takes up what the other has
   * made. One that would be too long ends with a digest instead.
   *
   * @param pool name of the AzureMachinePool
   * @param instance the instance's number, or the name of its virtual machine
   */
  static String of(String pool, String instance) {
    String whole =
        (pool + "-" + instance)
            .toLowerCase(Locale.ROOT)
            .replaceAll("[^a-z0-9.-]", "-")
            .replaceAll("[.-]+$", "");
    return whole.length() <= LONGEST
        ? whole
        : whole.substring(0, LONGEST - DIGITS - 1)
            + "-"
            + Digest.sha256(whole).substring(0, DIGITS);
  }
}
