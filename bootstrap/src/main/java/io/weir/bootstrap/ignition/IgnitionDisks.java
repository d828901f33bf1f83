package io.weir.bootstrap.ignition;

import io.weir.api.bootstrap.DiskSetup.Partition;
import io.weir.bootstrap.BootstrapDataException;
import io.weir.bootstrap.ignition.MachineConfig.Disk;
import io.weir.bootstrap.ignition.MachineConfig.Filesystem;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Disks and file systems, as far as Ignition makes them. */
final class IgnitionDisks {

  private static final Set<String> FORMATS = Set.of("ext4", "btrfs", "xfs", "vfat", "swap");

  static List<Disk> disks(List<Partition> partitions) {
    var disks = new ArrayList<Disk>();
    var seen = new HashSet<String>();
    for (int i = 0; i < partitions.size(); i++) {
      Partition partition = partitions.get(i);
      String field = "spec.diskSetup.partitions[" + i + "]";
      if (!seen.add(partition.device())) {
        throw BootstrapDataException.invalid(
            field + ".device", "listed twice; remove one of the two");
      }
      disks.add(disk(partition, field));
    }
    return disks;
  }

  private static Disk disk(Partition partition, String field) {
    if (!partition.diskLayout().isEmpty()) {
      throw BootstrapDataException.notSupported(
          field + ".diskLayout",
          "Ignition does not support percentages of a disk; use layout true, or cloud-config");
    }
    String type = partition.tableType();
    if (type != null && !type.isEmpty() && !type.equals("gpt")) {
      throw BootstrapDataException.notSupported(
          field + ".tableType", "Ignition does not support %s; use gpt".formatted(type));
    }
    return new Disk(
        IgnitionFiles.requireAbsolute(partition.device(), field + ".device"),
        partition.overwrite(),
        Boolean.TRUE.equals(partition.layout()));
  }

  static List<Filesystem> filesystems(
      List<io.weir.api.bootstrap.DiskSetup.Filesystem> filesystems) {
    var made = new ArrayList<Filesystem>();
    for (int i = 0; i < filesystems.size(); i++) {
      made.add(filesystem(filesystems.get(i), "spec.diskSetup.filesystems[" + i + "]"));
    }
    return made;
  }

  private static Filesystem filesystem(
      io.weir.api.bootstrap.DiskSetup.Filesystem given, String field) {
    if (given.partition() != null) {
      throw BootstrapDataException.notSupported(
          field + ".partition", "Ignition does not support it; name the partition in device");
    }
    if (given.replaceFS() != null) {
      throw BootstrapDataException.notSupported(
          field + ".replaceFS", "Ignition does not support it; remove it");
    }
    if (!FORMATS.contains(given.filesystem())) {
      throw BootstrapDataException.notSupported(
          field + ".filesystem",
          "Ignition does not support %s; use one of %s"
              .formatted(given.filesystem(), FORMATS.stream().sorted().toList()));
    }
    return new Filesystem(
        IgnitionFiles.requireAbsolute(given.device(), field + ".device"),
        given.filesystem(),
        given.label(),
        given.overwrite(),
        given.extraOpts());
  }

  private IgnitionDisks() {}
}
