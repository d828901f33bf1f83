package io.weir.bootstrap.cloudconfig;

import io.weir.api.bootstrap.DiskSetup.Filesystem;
import io.weir.api.bootstrap.DiskSetup.Partition;
import io.weir.api.bootstrap.DiskSetup.PartitionSpec;
import io.weir.bootstrap.BootstrapDataException;
import io.weir.bootstrap.yaml.YamlNode;
import io.weir.bootstrap.yaml.YamlNode.Bool;
import io.weir.bootstrap.yaml.YamlNode.Int;
import io.weir.bootstrap.yaml.YamlNode.Mapping;
import io.weir.bootstrap.yaml.YamlNode.Sequence;
import io.weir.bootstrap.yaml.YamlNode.Text;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Partitions and file systems as cloud-init knows them. */
final class DisksYaml {

  static @Nullable Mapping partitions(List<Partition> partitions) {
    var disks = Mapping.builder();
    var seen = new HashSet<String>();
    for (int i = 0; i < partitions.size(); i++) {
      Partition partition = partitions.get(i);
      if (!seen.add(partition.device())) {
        throw BootstrapDataException.invalid(
            "spec.diskSetup.partitions[" + i + "].device", "listed twice; remove one of the two");
      }
      disks.put(partition.device(), partition(partition));
    }
    return partitions.isEmpty() ? null : disks.build();
  }

  private static Mapping partition(Partition partition) {
    return Mapping.builder()
        .put("table_type", partition.tableType())
        .put("layout", layout(partition))
        .put("overwrite", partition.overwrite())
        .build();
  }

  private static @Nullable YamlNode layout(Partition partition) {
    if (!partition.diskLayout().isEmpty()) {
      return new Sequence(partition.diskLayout().stream().map(DisksYaml::share).toList());
    }
    return partition.layout() == null ? null : new Bool(partition.layout());
  }

  private static YamlNode share(PartitionSpec partitionSpec) {
    var percentage = new Int(partitionSpec.percentage());
    String type = partitionSpec.partitionType();
    return type == null ? percentage : new Sequence(List.of(percentage, code(type)));
  }

  /**
   * The code of a partition type. Numbers where cloud-init's schema wants numbers; text where a
   * number would lose a leading zero or a letter: for GPT cloud-init fills {@code 07} up to {@code
   * 0700}, but 7 to {@code 7000}.
   */
  private static YamlNode code(String type) {
    return switch (type) {
      case "Linux" -> new Int(83);
      case "LinuxSwap" -> new Int(82);
      case "LinuxExtended" -> new Int(85);
      case "LinuxRAID" -> new Text("fd");
      case "LVM" -> new Text("8e");
      case "Fat32" -> new Text("0c");
      case "NTFS" -> new Text("07");
      default -> new Text(type);
    };
  }

  static @Nullable Sequence filesystems(List<Filesystem> filesystems) {
    return filesystems.isEmpty()
        ? null
        : new Sequence(filesystems.stream().<YamlNode>map(DisksYaml::filesystem).toList());
  }

  private static Mapping filesystem(Filesystem filesystem) {
    return Mapping.builder()
        .put("label", filesystem.label())
        .put("filesystem", filesystem.filesystem())
        .put("device", filesystem.device())
        .put("partition", filesystem.partition())
        .put("overwrite", filesystem.overwrite())
        .put("replace_fs", filesystem.replaceFS())
        .putTexts("extra_opts", filesystem.extraOpts())
        .build();
  }

  private DisksYaml() {}
}
