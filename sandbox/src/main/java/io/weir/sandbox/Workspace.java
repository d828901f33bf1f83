package io.weir.sandbox;

import io.weir.controlplane.files.FileTree;
import io.weir.controlplane.files.PrivateDirectory;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The directory of one sandbox, which goes with it unless it is to be kept. A sandbox that was
 * killed leaves its directory behind; the next one finds it without its lock and deletes it.
 */
final class Workspace implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Workspace.class);
  private static final String LOCK = ".lock";
  private static final FileAttribute<?> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private final Path directory;
  private final FileChannel lock;
  private final boolean kept;

  private Workspace(Path directory, FileChannel lock, boolean kept) {
    this.directory = directory;
    this.lock = lock;
    this.kept = kept;
  }

  /**
   * A directory that stays, new or as it was left.
   *
   * @param parent made if absent
   * @throws SandboxException when another sandbox works in it
   * @throws IOException when others could have put something there
   */
  static Workspace openSaved(Path parent, String name) throws IOException {
    Path directory = PrivateDirectory.open(PrivateDirectory.open(parent).resolve(name));
    FileChannel channel =
        FileChannel.open(
            directory.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() != null) {
        return new Workspace(directory, channel, true);
      }
    } catch (OverlappingFileLockException _) {
      LOG.debug("another sandbox of this JVM works in {}", directory);
    }
    channel.close();
    throw new SandboxException(
        "sandbox %s is already running: stop it, or keep this one under another name with --keep=NAME"
            .formatted(name),
        List.of());
  }

  /**
   * A new directory among those of other sandboxes.
   *
   * @param parent made if absent
   */
  static synchronized Workspace create(Path parent) throws IOException {
    PrivateDirectory.open(parent);
    // One at a time: a directory that is new and not locked yet looks abandoned.
    try (var turn =
            FileChannel.open(
                parent.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        var _ = turn.lock()) {
      deleteAbandoned(parent);
      return locked(numbered(parent));
    }
  }

  /** The first free number makes a path that people can read, and type. */
  private static Path numbered(Path parent) throws IOException {
    for (int number = 1; ; number++) {
      try {
        return Files.createDirectory(parent.resolve("sandbox-" + number), OWNER_ONLY);
      } catch (FileAlreadyExistsException _) {
        // Another sandbox runs in it.
      }
    }
  }

  private static Workspace locked(Path directory) throws IOException {
    FileChannel channel =
        FileChannel.open(
            directory.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    FileLock _ = channel.lock();
    return new Workspace(directory, channel, false);
  }

  /** Where all can be kept that can be made again. */
  static Path cacheDirectory(Map<String, String> environment, Path home) {
    String own = environment.getOrDefault("WEIR_CACHE", "");
    String shared = environment.getOrDefault("XDG_CACHE_HOME", "");
    if (!own.isBlank()) {
      return Path.of(own).toAbsolutePath();
    }
    return (shared.isBlank() ? home.resolve(".cache") : Path.of(shared))
        .resolve("weir")
        .toAbsolutePath();
  }

  Path directory() {
    return directory;
  }

  @Override
  public void close() throws IOException {
    lock.close();
    if (!kept) {
      FileTree.delete(directory);
    }
  }

  private static void deleteAbandoned(Path parent) throws IOException {
    List<Path> all;
    try (Stream<Path> entries = Files.list(parent)) {
      all = entries.filter(entry -> Files.exists(entry.resolve(LOCK))).toList();
    }
    for (Path one : all) {
      try {
        if (abandoned(one)) {
          FileTree.delete(one);
        }
      } catch (IOException failure) {
        LOG.debug("the directory of an earlier sandbox stays: {}", one, failure);
      }
    }
  }

  private static boolean abandoned(Path directory) throws IOException {
    try (var channel = FileChannel.open(directory.resolve(LOCK), StandardOpenOption.WRITE);
        var taken = channel.tryLock()) {
      return taken != null;
    } catch (OverlappingFileLockException _) {
      // Another sandbox of this JVM.
      return false;
    }
  }
}
