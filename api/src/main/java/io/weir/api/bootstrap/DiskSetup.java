package io.weir.api.bootstrap;

import io.weir.api.EmptyIfNull;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Partitions and file systems to make at first boot.
 *
 * @param partitions disks to partition
 * @param filesystems file systems to make
 */
public record DiskSetup(List<Partition> partitions, List<Filesystem> filesystems) {

  public DiskSetup {
    partitions = EmptyIfNull.list(partitions);
    filesystems = EmptyIfNull.list(filesystems);
  }

  /**
   * How a disk is partitioned; exactly one of layout and diskLayout is set.
   *
   * @param device the disk
   * @param layout true for one partition over the whole disk, false for none
   * @param diskLayout the partitions in order
   * @param overwrite whether a disk that has partitions is partitioned anew; absent means no
   * @param tableType {@code mbr} or {@code gpt}; absent means mbr
   */
  public record Partition(
      String device,
      @Nullable Boolean layout,
      List<PartitionSpec> diskLayout,
      @Nullable Boolean overwrite,
      @Nullable String tableType) {

    public Partition {
      diskLayout = EmptyIfNull.list(diskLayout);
    }
  }

  /**
   * One partition of a disk.
   *
   * @param percentage share of the disk, in percent
   * @param partitionType a name such as {@code Linux}, or a GPT type GUID; absent means Linux
   */
  public record PartitionSpec(int percentage, @Nullable String partitionType) {}

  /**
   * A file system to make.
   *
   * @param device disk or partition
   * @param filesystem kind, as mkfs knows it
   * @param label label of the file system
   * @param partition number of the partition, {@code auto}, {@code any} or {@code none}
   * @param overwrite whether one that exists is made anew; absent means no
   * @param replaceFS on Azure, the kind of file system that is replaced
   * @param extraOpts further arguments for mkfs
   */
  public record Filesystem(
      String device,
      String filesystem,
      @Nullable String label,
      @Nullable String partition,
      @Nullable Boolean overwrite,
      @Nullable String replaceFS,
      List<String> extraOpts) {

    public Filesystem {
      extraOpts = EmptyIfNull.list(extraOpts);
    }
  }
}
