package io.weir.controlplane.binaries;

import io.weir.controlplane.files.PrivateDirectory;
import io.weir.controlplane.files.PrivateFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/**
 * A directory of programs that are run only if they are what was built into it.
 *
 * <p>Beside each program lies a record of its digest from when it was built. It is compared when
 * the file is not as it was when it was last compared: hashing hundreds of megabytes at each start
 * would take a second. This trusts the kernel to change a file's time of change (ctime), which
 * nobody can set, with each write to it, and it trusts whoever has this user's rights, who could
 * write a record, too. It finds what came here in any other way: by another user, from an archive,
 * or from a build of an earlier Weir, which kept no records.
 *
 * <p>May be read by many processes at once; only the holder of the cache's lock may call {@link
 * #verify} and {@link #add}.
 */
record ProgramStore(Path directory) {
  private static final String RECORD = ".record";

  /**
   * Opens the store in a directory of the cache, made if absent.
   *
   * @param cache may hold other things as well, so it keeps its mode
   * @param below from there, each of which is made private
   * @throws IOException when others may write in one of these
   */
  static ProgramStore open(Path cache, String... below) throws IOException {
    Path directory = PrivateDirectory.openShared(cache);
    for (String name : below) {
      directory = PrivateDirectory.open(directory.resolve(name));
    }
    return new ProgramStore(directory);
  }

  Path path(String program) {
    return directory.resolve(program);
  }

  /** Whether a program was built here, and nothing has touched it since it was last compared. */
  boolean isUntouched(String program) throws IOException {
    Optional<FileStamp> now = FileStamp.of(path(program));
    return now.isPresent()
        && now.get().objection().isEmpty()
        && readRecord(program).map(ProgramRecord::stamp).equals(Optional.of(now.get().text()));
  }

  /**
   * Whether a program is what was built here. If it was touched it is compared, and the record
   * renewed.
   *
   * @param listener told why a program that is there must not be run
   */
  boolean verify(String program, BuildListener listener) throws IOException {
    Optional<FileStamp> now = FileStamp.of(path(program));
    if (now.isEmpty()) {
      return false;
    }
    Optional<String> objection = now.get().objection();
    if (objection.isEmpty()) {
      objection = compare(program, now.get());
    }
    objection.ifPresent(
        why ->
            listener.onEvent(
                new BuildEvent.Note("%s is not used, as %s".formatted(path(program), why))));
    return objection.isEmpty();
  }

  private Optional<String> compare(String program, FileStamp now) throws IOException {
    Optional<ProgramRecord> built = readRecord(program);
    if (built.isEmpty()) {
      return Optional.of("nothing records that it was built here");
    }
    String digest = built.get().digest();
    if (!built.get().stamp().equals(now.text())) {
      if (!Sha256.ofFile(path(program)).equals(digest)) {
        return Optional.of("it is not what was built here");
      }
      write(program, new ProgramRecord(digest, now.text()));
    }
    return Optional.empty();
  }

  /**
   * Takes a program that was just built.
   *
   * @param fresh where it was built, on the same file system; it is moved
   */
  void add(String program, Path fresh) throws IOException {
    Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rwx------"));
    // A file whose name survived a power cut without its content would be built once more.
    try (var channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
    String digest = Sha256.ofFile(fresh);
    Files.move(fresh, path(program), StandardCopyOption.ATOMIC_MOVE);
    FileStamp stamp =
        FileStamp.of(path(program)).orElseThrow(() -> new NoSuchFileException(program));
    write(program, new ProgramRecord(digest, stamp.text()));
  }

  private void write(String program, ProgramRecord built) throws IOException {
    PrivateFile.write(
        record(program), (built.digest() + "\n" + built.stamp()).getBytes(StandardCharsets.UTF_8));
  }

  /** Empty when there is none, or none that was written here. */
  private Optional<ProgramRecord> readRecord(String program) throws IOException {
    Path file = record(program);
    if (FileStamp.of(file).flatMap(FileStamp::ownerObjection).isPresent()) {
      return Optional.empty();
    }
    try {
      String[] lines = Files.readString(file, StandardCharsets.ISO_8859_1).split("\n", -1);
      return lines.length == 2
          ? Optional.of(new ProgramRecord(lines[0], lines[1]))
          : Optional.empty();
    } catch (NoSuchFileException _) {
      return Optional.empty();
    }
  }

  private Path record(String program) {
    return directory.resolve(program + RECORD);
  }

  /** What is known of a program: its digest, and the file's stamp when it was last compared. */
  private record ProgramRecord(String digest, String stamp) {}
}
