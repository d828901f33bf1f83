package io.weir.bootstrap.ignition;

import io.weir.bootstrap.ignition.MachineConfig.Directory;
import io.weir.bootstrap.ignition.MachineConfig.Disk;
import io.weir.bootstrap.ignition.MachineConfig.FileNode;
import io.weir.bootstrap.ignition.MachineConfig.Filesystem;
import io.weir.bootstrap.ignition.MachineConfig.NetworkUnit;
import java.util.List;

/** Writes version 2.3. */
final class Version2 {

  static Tree write(MachineConfig config) {
    return new Tree()
        .put("ignition", new Tree().put("version", IgnitionVersion.V2_3.full()))
        .put("networkd", new Tree().putTrees("units", config.network(), Version2::networkUnit))
        .put("passwd", Parts.passwd(config.users(), config.groups()))
        .put("storage", storage(config))
        .put("systemd", Parts.systemd(config.units()));
  }

  private static Tree storage(MachineConfig config) {
    return new Tree()
        .putTrees("disks", config.disks(), Version2::disk)
        .putTrees("filesystems", config.filesystems(), Version2::filesystem)
        .putTrees("directories", config.directories(), Version2::directory)
        .putTrees("files", config.files(), Version2::file);
  }

  /** A partition without any size or start takes the whole disk. */
  private static Tree disk(Disk disk) {
    return new Tree()
        .put("device", disk.device())
        .put("wipeTable", disk.wipeTable())
        .putTrees(
            "partitions", disk.onePartition() ? List.of(disk) : List.<Disk>of(), _ -> new Tree());
  }

  private static Tree filesystem(Filesystem filesystem) {
    return new Tree()
        .put("name", filesystem.label())
        .put(
            "mount",
            new Tree()
                .put("device", filesystem.device())
                .put("format", filesystem.format())
                .put("label", filesystem.label())
                .put("wipeFilesystem", filesystem.wipe())
                .putTexts("options", filesystem.options()));
  }

  private static Tree directory(Directory directory) {
    var tree = new Tree().put("filesystem", "root");
    return Parts.node(tree, directory.node(), directory.node().overwrite())
        .put("mode", directory.node().mode());
  }

  private static Tree file(FileNode file) {
    var tree = new Tree().put("filesystem", "root");
    return Parts.node(tree, file.node(), file.node().overwrite())
        .put("append", file.append() ? Boolean.TRUE : null)
        .put("contents", Parts.resource(file.content()))
        .put("mode", file.node().mode());
  }

  private static Tree networkUnit(NetworkUnit unit) {
    return new Tree()
        .put("name", unit.name())
        .put("contents", unit.contents())
        .putTrees("dropins", unit.dropIns(), Parts::dropIn);
  }

  private Version2() {}
}
