package io.weir.controlplane.binaries;

import io.weir.controlplane.files.FileOwnership;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * What a file system says of a file without reading it.
 *
 * @param text another one after each change of the file
 * @param regular whether it is a file, not a link or a directory
 * @param ownership who may change it
 */
record FileStamp(String text, boolean regular, FileOwnership ownership) {
  private static final String CHANGES = "unix:dev,ino,size,lastModifiedTime,ctime,isRegularFile";
  private static final int OWNER_RUNS = 0100;

  /** Empty when nothing is there. Links are not followed. */
  static Optional<FileStamp> of(Path file) throws IOException {
    try {
      Map<String, Object> now = Files.readAttributes(file, CHANGES, LinkOption.NOFOLLOW_LINKS);
      return Optional.of(
          new FileStamp(
              "%s %s %s %s %s"
                  .formatted(
                      now.get("dev"),
                      now.get("ino"),
                      now.get("size"),
                      now.get("lastModifiedTime"),
                      now.get("ctime")),
              Boolean.TRUE.equals(now.get("isRegularFile")),
              FileOwnership.of(file, LinkOption.NOFOLLOW_LINKS)));
    } catch (NoSuchFileException _) {
      return Optional.empty();
    }
  }

  /** Why a program must not be run, whatever it contains. */
  Optional<String> objection() {
    if (regular && (ownership.mode() & OWNER_RUNS) == 0) {
      return Optional.of("its owner may not run it");
    }
    return ownerObjection();
  }

  /** Why a file must not be believed, whatever it contains. */
  Optional<String> ownerObjection() {
    if (!regular) {
      return Optional.of("it is not a file");
    }
    if (!ownership.ours()) {
      return Optional.of("it belongs to another user");
    }
    if (ownership.writableByOthers()) {
      return Optional.of("others than its owner may write it");
    }
    return Optional.empty();
  }
}
