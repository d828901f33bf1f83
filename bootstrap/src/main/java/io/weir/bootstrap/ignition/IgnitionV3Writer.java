package io.weir.bootstrap.ignition;

import io.weir.bootstrap.ignition.MachineConfig.Directory;
import io.weir.bootstrap.ignition.MachineConfig.Disk;
import io.weir.bootstrap.ignition.MachineConfig.FileNode;
import io.weir.bootstrap.ignition.MachineConfig.FileSystemNode;
import io.weir.bootstrap.ignition.MachineConfig.Filesystem;
import io.weir.bootstrap.ignition.MachineConfig.NetworkUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Writes version 3.4. It knows no units of networkd, which become files where networkd looks for
 * them, and no path twice, so what is appended is told with the file.
 */
final class IgnitionV3Writer {

  private static final String NETWORK = "/etc/systemd/network/";
  private static final int READABLE = 0644;

  static JsonObjectBuilder write(MachineConfig config) {
    var files = new ArrayList<FileNode>(config.files());
    config.network().forEach(unit -> addTo(files, unit));
    return new JsonObjectBuilder()
        .put("ignition", new JsonObjectBuilder().put("version", IgnitionVersion.V3_4.specVersion()))
        .put("passwd", CommonIgnitionParts.passwd(config.users(), config.groups()))
        .put("storage", storage(config, files))
        .put("systemd", CommonIgnitionParts.systemd(config.units()));
  }

  private static void addTo(List<FileNode> files, NetworkUnit unit) {
    Optional.ofNullable(unit.contents())
        .ifPresent(text -> files.add(networkFile(unit.name(), text)));
    unit.dropIns()
        .forEach(
            dropIn ->
                Optional.ofNullable(dropIn.contents())
                    .ifPresent(
                        text -> files.add(networkFile(unit.name() + ".d/" + dropIn.name(), text))));
  }

  private static FileNode networkFile(String name, String text) {
    var fileSystemNode = new FileSystemNode(NETWORK + name, null, null, READABLE, null);
    return new FileNode(fileSystemNode, new FileContent.Inline(text), false);
  }

  private static JsonObjectBuilder storage(MachineConfig config, List<FileNode> files) {
    var byPath = new LinkedHashMap<String, List<FileNode>>();
    files.forEach(
        file -> byPath.computeIfAbsent(file.node().path(), _ -> new ArrayList<>()).add(file));
    return new JsonObjectBuilder()
        .putTrees("disks", config.disks(), IgnitionV3Writer::disk)
        .putTrees("filesystems", config.filesystems(), IgnitionV3Writer::filesystem)
        .putTrees("directories", config.directories(), IgnitionV3Writer::directory)
        .putTrees("files", List.copyOf(byPath.values()), IgnitionV3Writer::file);
  }

  /** A partition needs a number here; without size and start it takes the whole disk. */
  private static JsonObjectBuilder disk(Disk disk) {
    return new JsonObjectBuilder()
        .put("device", disk.device())
        .put("wipeTable", disk.wipeTable())
        .putTrees(
            "partitions",
            disk.onePartition() ? List.of(1) : List.<Integer>of(),
            number -> new JsonObjectBuilder().put("number", number));
  }

  private static JsonObjectBuilder filesystem(Filesystem filesystem) {
    return new JsonObjectBuilder()
        .put("device", filesystem.device())
        .put("format", filesystem.format())
        .put("label", filesystem.label())
        .put("wipeFilesystem", filesystem.wipe())
        .putTexts("options", filesystem.options());
  }

  private static JsonObjectBuilder directory(Directory directory) {
    return CommonIgnitionParts.node(
            new JsonObjectBuilder(), directory.node(), directory.node().overwrite())
        .put("mode", directory.node().mode());
  }

  /**
   * A file replaces what the image has, as it does in version 2.3 without being told. Of two for
   * one path the last one stays, as it does there.
   */
  private static JsonObjectBuilder file(List<FileNode> entries) {
    Optional<FileNode> whole =
        entries.stream().filter(file -> !file.append()).reduce((_, later) -> later);
    FileSystemNode fileSystemNode = whole.orElseGet(entries::getFirst).node();
    boolean replaces = !Objects.equals(fileSystemNode.overwrite(), false);
    return CommonIgnitionParts.node(
            new JsonObjectBuilder(), fileSystemNode, whole.isPresent() ? replaces : null)
        .put("mode", fileSystemNode.mode())
        .put(
            "contents",
            whole.map(file -> CommonIgnitionParts.resource(file.content())).orElse(null))
        .putTrees(
            "append",
            entries.stream().filter(FileNode::append).toList(),
            file -> CommonIgnitionParts.resource(file.content()));
  }

  private IgnitionV3Writer() {}
}
