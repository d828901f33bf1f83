package io.weir.bootstrap.ignition;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a machine is to have, in no version of Ignition. Absent values are null. */
record MachineConfig(
    List<Account> users,
    List<AccountGroup> groups,
    List<FileNode> files,
    List<Directory> directories,
    List<Unit> units,
    List<NetworkUnit> network,
    List<Disk> disks,
    List<Filesystem> filesystems) {

  MachineConfig {
    users = List.copyOf(users);
    groups = List.copyOf(groups);
    files = List.copyOf(files);
    directories = List.copyOf(directories);
    units = List.copyOf(units);
    network = List.copyOf(network);
    disks = List.copyOf(disks);
    filesystems = List.copyOf(filesystems);
  }

  /** A user or a group, by number or by name. */
  record Principal(@Nullable Integer id, @Nullable String name) {}

  /** What files and directories have in common; mode as a number. */
  record FileSystemNode(
      String path,
      @Nullable Principal user,
      @Nullable Principal group,
      @Nullable Integer mode,
      @Nullable Boolean overwrite) {}

  /** A file, or with {@code append} more for one. */
  record FileNode(FileSystemNode node, FileContent content, boolean append) {}

  /** A directory. */
  record Directory(FileSystemNode node) {}

  /** Lines for a unit of somebody else's. */
  record DropIn(String name, @Nullable String contents) {}

  /** A unit of systemd. */
  record Unit(
      String name,
      @Nullable Boolean enabled,
      @Nullable Boolean mask,
      @Nullable String contents,
      List<DropIn> dropIns) {
    Unit {
      dropIns = List.copyOf(dropIns);
    }
  }

  /** A unit of systemd-networkd. */
  record NetworkUnit(String name, @Nullable String contents, List<DropIn> dropIns) {
    NetworkUnit {
      dropIns = List.copyOf(dropIns);
    }
  }

  /** An account; the password's hash is secret. */
  record Account(
      String name,
      @Nullable String passwordHash,
      List<String> sshAuthorizedKeys,
      @Nullable Integer uid,
      @Nullable String gecos,
      @Nullable String homeDir,
      @Nullable Boolean noCreateHome,
      @Nullable String primaryGroup,
      List<String> groups,
      @Nullable Boolean noUserGroup,
      @Nullable Boolean system,
      @Nullable Boolean noLogInit,
      @Nullable String shell) {
    Account {
      sshAuthorizedKeys = List.copyOf(sshAuthorizedKeys);
      groups = List.copyOf(groups);
    }

    @Override
    public String toString() {
      return "Account[name=" + name + "]";
    }
  }

  /** A group of accounts; the password's hash is secret. */
  record AccountGroup(
      String name, @Nullable Integer gid, @Nullable String passwordHash, @Nullable Boolean system) {

    @Override
    public String toString() {
      return "AccountGroup[name=" + name + "]";
    }
  }

  /** A disk, with one partition over all of it or left without. */
  record Disk(String device, @Nullable Boolean wipeTable, boolean onePartition) {}

  /** A file system to make. */
  record Filesystem(
      String device,
      String format,
      @Nullable String label,
      @Nullable Boolean wipe,
      List<String> options) {
    Filesystem {
      options = List.copyOf(options);
    }
  }
}
