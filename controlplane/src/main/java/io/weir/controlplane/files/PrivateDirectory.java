package io.weir.controlplane.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Directories that only their owner enters, as what lies in them is run, or is secret.
 *
 * <p>Those above them are not looked at: who may rename the user's directories may do as the user.
 */
public final class PrivateDirectory {
  private static final Set<PosixFilePermission> MODE = PosixFilePermissions.fromString("rwx------");
  private static final FileAttribute<?> OWNER_ONLY = PosixFilePermissions.asFileAttribute(MODE);

  private PrivateDirectory() {}

  /**
   * Makes one, with those above it that are missing, or opens one that is there. If others could
   * only read it, it is closed to them: nothing in it is theirs.
   *
   * @throws IOException when it belongs to another user or others may write in it; the message says
   *     what to do
   */
  public static Path open(Path directory) throws IOException {
    openShared(directory);
    if (!Files.getPosixFilePermissions(directory).equals(MODE)) {
      Files.setPosixFilePermissions(directory, MODE);
    }
    return directory;
  }

  /**
   * The same for one that may hold what others read, so that it keeps the mode that it has.
   *
   * @throws IOException when it belongs to another user or others may write in it; the message says
   *     what to do
   */
  public static Path openShared(Path directory) throws IOException {
    Files.createDirectories(directory, OWNER_ONLY);
    FileOwnership ownership = FileOwnership.of(directory);
    if (!ownership.ours()) {
      throw new IOException(
          ("The directory %s belongs to another user, who may have put anything there: delete it,"
                  + " or name another place in WEIR_CACHE.")
              .formatted(directory));
    }
    if (ownership.writableByOthers()) {
      throw new IOException(
          ("Others than its owner may write in the directory %s (mode %03o): delete it or, if all"
                  + " that is in it is yours, run 'chmod 700 %s'.")
              .formatted(directory, ownership.mode(), directory));
    }
    return directory;
  }
}
