package io.weir.provider.azure.size;

import io.weir.api.Excerpt;
import io.weir.provider.PrerequisiteException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Whether machines of a size can be what a pool asks for. */
public final class VmSizeRules {

  /** The capability that makes a network interface fast unless the pool says otherwise. */
  public static final String ACCELERATED_NETWORKING = "AcceleratedNetworkingEnabled";

  private static final String REASON = "VMSizeNotUsable";
  private static final BigDecimal LEAST = BigDecimal.valueOf(2);

  private VmSizeRules() {}

  /**
   * What a pool asks of a size.
   *
   * @param zones the failure domains of its MachinePool
   * @param ephemeralDisk whether its OS disk is on the host
   * @param encryptionAtHost whether it says anything of encryption at the host
   * @param ultraDisks whether it may have ultra disks
   */
  public record Demands(
      List<String> zones, boolean ephemeralDisk, boolean encryptionAtHost, boolean ultraDisks) {
    public Demands {
      zones = List.copyOf(zones);
    }
  }

  /**
   * Accepts a size, or says what people must change.
   *
   * @throws PrerequisiteException if machines of it could not be made, or could not join
   */
  public static void check(VmSize size, String location, Demands demands)
      throws PrerequisiteException {
    String asked = "spec.template.vmSize is %s, which ".formatted(Excerpt.of(size.name()));
    if (size.restricted()) {
      throw unusable(
          asked
              + "this subscription may not use in %s: choose another size, or have it allowed"
                  .formatted(location));
    }
    atLeastTwo(size, asked, "vCPUs", "vCPUs");
    atLeastTwo(size, asked, "MemoryGB", "GiB of memory");
    if (demands.ephemeralDisk() && !size.can("EphemeralOSDiskSupported")) {
      throw unusable(
          asked
              + "has no room for an ephemeral OS disk: remove"
              + " spec.template.osDisk.diffDiskSettings, or choose another size");
    }
    if (demands.encryptionAtHost() && !size.can("EncryptionAtHostSupported")) {
      throw unusable(
          asked
              + "has no encryption at the host: remove"
              + " spec.template.securityProfile.encryptionAtHost, or choose another size");
    }
    zones(size, location, demands, asked);
  }

  private static void atLeastTwo(VmSize size, String asked, String capability, String unit)
      throws PrerequisiteException {
    var amount = size.amount(capability);
    if (amount.filter(there -> there.compareTo(LEAST) < 0).isPresent()) {
      throw unusable(
          asked
              + "has %s %s, and a Node needs 2: choose a larger size"
                  .formatted(amount.get().toPlainString(), unit));
    }
  }

  private static void zones(VmSize size, String location, Demands demands, String asked)
      throws PrerequisiteException {
    Set<String> missing = new TreeSet<>(demands.zones());
    missing.removeAll(size.zones());
    if (!missing.isEmpty()) {
      throw unusable(
          asked
              + "%s does not have in the zones %s of the MachinePool's failureDomains: it has it in %s"
                  .formatted(location, Excerpt.of(missing.toString()), size.zones()));
    }
    if (!demands.ultraDisks()) {
      return;
    }
    Set<String> without = new TreeSet<>(demands.zones());
    without.removeAll(size.ultraDiskZones());
    boolean none = demands.zones().isEmpty() && !size.ultraDisksInRegion();
    if (none || !without.isEmpty()) {
      throw unusable(
          asked
              + "has no ultra disks %s: %s has them for it in the zones %s"
                  .formatted(
                      demands.zones().isEmpty()
                          ? "outside of zones"
                          : "in the zones " + Excerpt.of(without.toString()),
                      location,
                      size.ultraDiskZones()));
    }
  }

  /** Of a size that is not in the region's list. */
  public static PrerequisiteException unknown(String name, String location) {
    return unusable(
        "spec.template.vmSize is %s, which is no size that %s offers: correct it"
            .formatted(Excerpt.of(name), location));
  }

  private static PrerequisiteException unusable(String message) {
    return PrerequisiteException.needsUserAction(REASON, message);
  }
}
