package io.weir.bootstrap.ignition;

import io.weir.bootstrap.ignition.MachineConfig.Directory;
import io.weir.bootstrap.ignition.MachineConfig.Disk;
import io.weir.bootstrap.ignition.MachineConfig.FileNode;
import io.weir.bootstrap.ignition.MachineConfig.Filesystem;
import io.weir.bootstrap.ignition.MachineConfig.NetworkUnit;
import java.util.List;

/** Writes version 2.3. */
final class IgnitionV2Writer {

  static JsonObjectBuilder write(MachineConfig config) {
    return new JsonObjectBuilder()
        .put("ignition", new JsonObjectBuilder().put("version", IgnitionVersion.V2_3.specVersion()))
        .put(
            "networkd",
            new JsonObjectBuilder()
                .putTrees("units", config.network(), IgnitionV2Writer::networkUnit))
        .put("passwd", CommonIgnitionParts.passwd(config.users(), config.groups()))
        .put("storage", storage(config))
        .put("systemd", CommonIgnitionParts.systemd(config.units()));
  }

  private static JsonObjectBuilder storage(MachineConfig config) {
    return new JsonObjectBuilder()
        .putTrees("disks", config.disks(), IgnitionV2Writer::disk)
        .putTrees("filesystems", config.filesystems(), IgnitionV2Writer::filesystem)
        .putTrees("directories", config.directories(), IgnitionV2Writer::directory)
        .putTrees("files", config.files(), IgnitionV2Writer::file);
  }

  /** A partition without any size or start takes the whole disk. */
  private static JsonObjectBuilder disk(Disk disk) {
    return new JsonObjectBuilder()
        .put("device", disk.device())
        .put("wipeTable", disk.wipeTable())
        .putTrees(
            "partitions",
            disk.onePartition() ? List.of(disk) : List.<Disk>of(),
            _ -> new JsonObjectBuilder());
  }

  private static JsonObjectBuilder filesystem(Filesystem filesystem) {
    return new JsonObjectBuilder()
        .put("name", filesystem.label())
        .put(
            "mount",
            new JsonObjectBuilder()
                .put("device", filesystem.device())
                .put("format", filesystem.format())
                .put("label", filesystem.label())
                .put("wipeFilesystem", filesystem.wipe())
                .putTexts("options", filesystem.options()));
  }

  private static JsonObjectBuilder directory(Directory directory) {
    var jsonObjectBuilder = new JsonObjectBuilder().put("filesystem", "root");
    return CommonIgnitionParts.node(
            jsonObjectBuilder, directory.node(), directory.node().overwrite())
        .put("mode", directory.node().mode());
  }

  private static JsonObjectBuilder file(FileNode file) {
    var jsonObjectBuilder = new JsonObjectBuilder().put("filesystem", "root");
    return CommonIgnitionParts.node(jsonObjectBuilder, file.node(), file.node().overwrite())
        .put("append", file.append() ? Boolean.TRUE : null)
        .put("contents", CommonIgnitionParts.resource(file.content()))
        .put("mode", file.node().mode());
  }

  private static JsonObjectBuilder networkUnit(NetworkUnit unit) {
    return new JsonObjectBuilder()
        .put("name", unit.name())
        .put("contents", unit.contents())
        .putTrees("dropins", unit.dropIns(), CommonIgnitionParts::dropIn);
  }

  private IgnitionV2Writer() {}
}
