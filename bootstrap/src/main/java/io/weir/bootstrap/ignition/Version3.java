package io.weir.bootstrap.ignition;

import io.weir.bootstrap.ignition.MachineConfig.Directory;
import io.weir.bootstrap.ignition.MachineConfig.Disk;
import io.weir.bootstrap.ignition.MachineConfig.FileNode;
import io.weir.bootstrap.ignition.MachineConfig.Filesystem;
import io.weir.bootstrap.ignition.MachineConfig.NetworkUnit;
import io.weir.bootstrap.ignition.MachineConfig.Node;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Writes version 3.4. It knows no units of networkd, which become files where networkd looks for
 * them, and no path twice, so what is appended is told with the file.
 */
final class Version3 {

  private static final String NETWORK = "/etc/systemd/network/";
  private static final int READABLE = 0644;

  static Tree write(MachineConfig config) {
    var files = new ArrayList<FileNode>(config.files());
    config.network().forEach(unit -> addTo(files, unit));
    return new Tree()
        .put("ignition", new Tree().put("version", IgnitionVersion.V3_4.full()))
        .put("passwd", Parts.passwd(config.users(), config.groups()))
        .put("storage", storage(config, files))
        .put("systemd", Parts.systemd(config.units()));
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
    var node = new Node(NETWORK + name, null, null, READABLE, null);
    return new FileNode(node, new Content.Inline(text), false);
  }

  private static Tree storage(MachineConfig config, List<FileNode> files) {
    var byPath = new LinkedHashMap<String, List<FileNode>>();
    files.forEach(
        file -> byPath.computeIfAbsent(file.node().path(), _ -> new ArrayList<>()).add(file));
    return new Tree()
        .putTrees("disks", config.disks(), Version3::disk)
        .putTrees("filesystems", config.filesystems(), Version3::filesystem)
        .putTrees("directories", config.directories(), Version3::directory)
        .putTrees("files", List.copyOf(byPath.values()), Version3::file);
  }

  /** A partition needs a number here; without size and start it takes the whole disk. */
  private static Tree disk(Disk disk) {
    return new Tree()
        .put("device", disk.device())
        .put("wipeTable", disk.wipeTable())
        .putTrees(
            "partitions",
            disk.onePartition() ? List.of(1) : List.<Integer>of(),
            number -> new Tree().put("number", number));
  }

  private static Tree filesystem(Filesystem filesystem) {
    return new Tree()
        .put("device", filesystem.device())
        .put("format", filesystem.format())
        .put("label", filesystem.label())
        .put("wipeFilesystem", filesystem.wipe())
        .putTexts("options", filesystem.options());
  }

  private static Tree directory(Directory directory) {
    return Parts.node(new Tree(), directory.node(), directory.node().overwrite())
        .put("mode", directory.node().mode());
  }

  /** A file replaces what the image has, as it does in version 2.3 without being told. */
  private static Tree file(List<FileNode> entries) {
    Optional<FileNode> whole = entries.stream().filter(file -> !file.append()).findFirst();
    Node node = whole.orElseGet(entries::getFirst).node();
    boolean replaces = !Objects.equals(node.overwrite(), false);
    return Parts.node(new Tree(), node, whole.isPresent() ? replaces : null)
        .put("mode", node.mode())
        .put("contents", whole.map(file -> Parts.resource(file.content())).orElse(null))
        .putTrees(
            "append",
            entries.stream().filter(FileNode::append).toList(),
            file -> Parts.resource(file.content()));
  }

  private Version3() {}
}
