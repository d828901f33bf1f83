package io.weir.bootstrap.cloudconfig;

import io.weir.api.bootstrap.DiskSetup;
import io.weir.api.bootstrap.KubeadmConfig.Ntp;
import io.weir.api.bootstrap.User;
import io.weir.bootstrap.BootstrapFile;
import io.weir.bootstrap.yaml.YamlNode;
import io.weir.bootstrap.yaml.YamlNode.Mapping;
import io.weir.bootstrap.yaml.YamlNode.Null;
import io.weir.bootstrap.yaml.YamlNode.Sequence;
import io.weir.bootstrap.yaml.YamlNode.Text;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a machine is to have however it joins, as cloud-init knows it. */
public final class MachineSections {

  private MachineSections() {}

  /** The value of {@code write_files}. */
  public static Sequence files(List<BootstrapFile> files) {
    return new Sequence(files.stream().<YamlNode>map(MachineSections::file).toList());
  }

  private static Mapping file(BootstrapFile file) {
    return Mapping.builder()
        .put("path", file.path())
        .put("encoding", file.encoding())
        .put("owner", file.owner())
        .put("permissions", file.permissions())
        .put("append", Boolean.TRUE.equals(file.append()) ? Boolean.TRUE : null)
        .put("content", file.content())
        .build();
  }

  /**
   * Time service, accounts, disks and mounts; without those of which nothing is asked for.
   *
   * @throws io.weir.bootstrap.BootstrapDataException if a disk is partitioned twice
   */
  public static Mapping of(
      @Nullable Ntp ntp, List<User> users, @Nullable DiskSetup disks, List<List<String>> mounts) {
    return Mapping.builder()
        .put("ntp", ntp(ntp))
        .put("users", users.isEmpty() ? null : UsersYaml.of(users))
        .put("disk_setup", disks == null ? null : DisksYaml.partitions(disks.partitions()))
        .put("fs_setup", disks == null ? null : DisksYaml.filesystems(disks.filesystems()))
        .put("mounts", mounts(mounts))
        .build();
  }

  private static @Nullable Mapping ntp(@Nullable Ntp ntp) {
    return ntp == null
        ? null
        : Mapping.builder()
            .put("enabled", ntp.enabled())
            .putTexts("servers", ntp.servers())
            .build();
  }

  private static @Nullable Sequence mounts(List<List<String>> mounts) {
    List<YamlNode> entries =
        mounts.stream()
            .filter(fields -> !fields.isEmpty()) // cloud-init would mount nothing at all
            .map(MachineSections::mount)
            .toList();
    return entries.isEmpty() ? null : new Sequence(entries);
  }

  /** What is empty cloud-init is to fill in: in fstab, the fields after it would move up. */
  private static YamlNode mount(List<String> fields) {
    return new Sequence(
        fields.stream()
            .<YamlNode>map(field -> field.isEmpty() ? new Null() : new Text(field))
            .toList());
  }
}
