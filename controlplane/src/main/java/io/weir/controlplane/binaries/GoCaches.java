package io.weir.controlplane.binaries;

import io.weir.controlplane.files.FileOwnership;
import io.weir.controlplane.files.PrivateDirectory;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Where Go keeps what it fetched and compiled, and believes what it finds: a module is compared
 * with go.sum when it is fetched and not when it is compiled, and a compiled package never. So a
 * build is given the user's only if nobody else can have put anything there, and else some of its
 * own.
 */
final class GoCaches {

  /**
   * A directory of Go's.
   *
   * @param variable by which Go is told of it
   * @param content what is in it
   * @param own what it is called in the cache of this module
   */
  private record Kind(String variable, String content, String own) {}

  private static final List<Kind> KINDS =
      List.of(
          new Kind("GOMODCACHE", "modules", "modules"),
          new Kind("GOCACHE", "compiled packages", "packages"));

  private static final int OTHERS = 0077;

  private GoCaches() {}

  /**
   * The places of a build: those of the user but for what others can write in.
   *
   * @param places the {@link GoEnvironment#PLACES} that are set
   * @param cache of this module
   * @param listener told what is not used and what to do about it
   * @throws IOException when others may write in the cache of this module
   */
  static Map<String, String> trusted(Map<String, String> places, Path cache, BuildListener listener)
      throws IOException {
    var trusted = new TreeMap<>(places);
    for (Kind kind : KINDS) {
      Path users = Path.of(places.getOrDefault(kind.variable(), ""));
      if (!users.isAbsolute()) {
        continue; // Go has none either, and says so
      }
      Optional<String> objection = objection(users);
      if (objection.isPresent()) {
        Path own = own(cache, kind);
        listener.onEvent(
            new BuildEvent.Note(
                "%s (%s) is not used, as %s: if all that is in it is yours, run 'chmod -R go-w %2$s'; %s are now in %s"
                    .formatted(kind.variable(), users, objection.get(), kind.content(), own)));
        trusted.put(kind.variable(), own.toString());
      }
    }
    return trusted;
  }

  private static Path own(Path cache, Kind kind) throws IOException {
    Path go = PrivateDirectory.open(PrivateDirectory.openShared(cache).resolve("go"));
    return PrivateDirectory.open(go.resolve(kind.own()));
  }

  /** Who else can have put something there; a directory that is missing is made. */
  private static Optional<String> objection(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      // Go would let the group in where the user's umask does.
      Path parent = Files.createDirectories(directory.toAbsolutePath().getParent());
      Files.createDirectory(
          parent.resolve(directory.getFileName()),
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
    }
    FileOwnership top = FileOwnership.of(directory);
    boolean closed = top.ours() && (top.mode() & OTHERS) == 0;
    return closed ? Optional.empty() : Search.firstObjection(directory.toRealPath());
  }

  /** Looks for the first file or directory that is not the user's alone. */
  private static final class Search extends SimpleFileVisitor<Path> {
    private Optional<String> found = Optional.empty();

    static Optional<String> firstObjection(Path directory) throws IOException {
      var search = new Search();
      Files.walkFileTree(directory, search);
      return search.found;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
        throws IOException {
      return look(directory);
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      // Whoever may replace a link may write in its directory.
      return attributes.isSymbolicLink() ? FileVisitResult.CONTINUE : look(file);
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) {
      // Another process of the user removes files that are no longer needed.
      if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
        found = Optional.of("%s cannot be read".formatted(file));
        return FileVisitResult.TERMINATE;
      }
      return FileVisitResult.CONTINUE;
    }

    private FileVisitResult look(Path path) throws IOException {
      FileOwnership ownership;
      try {
        ownership = FileOwnership.of(path, LinkOption.NOFOLLOW_LINKS);
      } catch (IOException failure) {
        return visitFileFailed(path, failure);
      }
      if (!ownership.ours()) {
        found = Optional.of("%s belongs to another user".formatted(path));
      } else if (ownership.writableByOthers()) {
        found =
            Optional.of(
                "others than its owner may write %s (mode %03o)".formatted(path, ownership.mode()));
      }
      return found.isPresent() ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
    }
  }
}
