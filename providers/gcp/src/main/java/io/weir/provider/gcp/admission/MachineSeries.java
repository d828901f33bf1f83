package io.weir.provider.gcp.admission;

import java.util.Locale;
import java.util.Set;

/**
 * Which disks the machine series take. Those that are not named take all types of Persistent Disk.
 *
 * @see <a href="https://cloud.google.com/compute/docs/disks/persistent-disks">Persistent Disk</a>
 * @see <a href="https://cloud.google.com/compute/docs/disks/hyperdisks">Hyperdisk</a>
 * @param name such as {@code n2}
 */
record MachineSeries(String name) {

  private static final Set<String> WITHOUT_STANDARD =
      Set.of("a3", "c3", "c3d", "g2", "h3", "m3", "z3");

  private static final Set<String> HYPERDISK_ONLY =
      Set.of("a4", "a4x", "c4", "c4a", "c4d", "g4", "h4d", "m4", "n4", "n4a", "n4d", "x4");

  /** That of a machine type. */
  static MachineSeries of(String machineType) {
    return new MachineSeries(machineType.split("-", 2)[0].toLowerCase(Locale.ROOT));
  }

  /** Whether its machines start with a disk of this type. */
  boolean takes(String diskType) {
    if (HYPERDISK_ONLY.contains(name)) {
      return !diskType.startsWith("pd-");
    }
    return !(WITHOUT_STANDARD.contains(name) && diskType.equals("pd-standard"));
  }

  /** A type that they start with. */
  String suggestion() {
    return HYPERDISK_ONLY.contains(name) ? "hyperdisk-balanced" : "pd-balanced";
  }
}
