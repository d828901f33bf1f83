package io.weir.controlplane.binaries;

import io.weir.controlplane.files.FileTree;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Built programs, kept for the next time.
 *
 * <p>An entry is a directory named after all that decides the result of a build. A file in it
 * appears whole or not at all: it is built beside the entry and moved in. So an interrupted build
 * leaves the programs it finished, and nothing else that could be used.
 */
final class BinaryCache {
  private static final String BUILDING = ".building";

  private final Path directory;
  private final Environment environment;
  private final BuildRecipe buildRecipe;
  private final BuildListener listener;

  BinaryCache(Environment environment, BuildRecipe buildRecipe, BuildListener listener) {
    this.directory = environment.cacheDirectory().resolve("controlplane");
    this.environment = environment;
    this.buildRecipe = buildRecipe;
    this.listener = listener;
  }

  /** The files of the programs, of which the missing ones are built first. */
  Map<Binary, Path> findOrBuild(Set<Binary> wanted) throws IOException, InterruptedException {
    Optional<GoToolchain> go = GoToolchain.find(environment);
    if (go.isEmpty()) {
      return builtEarlier(wanted);
    }
    Path entry = directory.resolve(prefix() + go.get().version());
    if (!missing(entry, wanted).isEmpty()) {
      go.get().requireAtLeast(buildRecipe.module().goVersion());
      fill(go.get(), entry, wanted);
    }
    return files(entry, wanted);
  }

  /** Without Go, what any Go built from the same sources will do. */
  private Map<Binary, Path> builtEarlier(Set<Binary> wanted) throws IOException {
    if (Files.isDirectory(directory)) {
      try (Stream<Path> entries = Files.list(directory)) {
        Optional<Path> entry =
            entries
                .filter(path -> path.getFileName().toString().startsWith(prefix()))
                .filter(path -> missing(path, wanted).isEmpty())
                .max(Path::compareTo);
        if (entry.isPresent()) {
          return files(entry.get(), wanted);
        }
      }
    }
    throw new BinariesException(
        ("There is no Go on the PATH to build the control plane with: install Go %s or newer, or"
                + " set KUBEBUILDER_ASSETS to a directory with %s.")
            .formatted(buildRecipe.module().goVersion(), Binary.names(wanted)));
  }

  private void fill(GoToolchain go, Path entry, Set<Binary> wanted)
      throws IOException, InterruptedException {
    try {
      build(go, entry, wanted);
    } catch (FileSystemException e) {
      throw new BinariesException(
          ("The cache %s cannot be written (%s): free space there, or name another directory in"
                  + " WEIR_CACHE.")
              .formatted(directory, e.getMessage()),
          e);
    }
  }

  private void build(GoToolchain go, Path entry, Set<Binary> wanted)
      throws IOException, InterruptedException {
    Files.createDirectories(entry);
    Path lock = directory.resolve(entry.getFileName() + ".lock");
    try (var _ = CacheLock.acquire(lock, () -> listener.onEvent(new BuildEvent.Waiting(entry)))) {
      List<Binary> missing = missing(entry, wanted);
      // Whatever lies here belongs to a builder that is dead, since it does not hold the lock.
      Path workplace = entry.resolve(BUILDING);
      FileTree.delete(workplace);
      Files.createDirectories(workplace);
      buildRecipe.module().writeTo(workplace);
      var build = new GoBuild(go, buildRecipe, environment, workplace);
      for (int i = 0; i < missing.size(); i++) {
        buildOne(build, missing.get(i), i + 1, missing.size(), entry);
      }
      FileTree.delete(workplace);
    }
  }

  private void buildOne(GoBuild build, Binary binary, int position, int total, Path entry)
      throws IOException, InterruptedException {
    long begin = System.nanoTime();
    listener.onEvent(new BuildEvent.Building(binary, position, total, Duration.ZERO));
    Path fresh = build.module().resolve(binary.fileName());
    Path log = directory.resolve(entry.getFileName() + "-" + binary.fileName() + ".log");
    Files.deleteIfExists(log);
    build.build(
        binary,
        fresh,
        log,
        elapsed -> listener.onEvent(new BuildEvent.Building(binary, position, total, elapsed)));
    // A file whose name survived a power cut without its content would be worse than none.
    try (var channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
    Files.move(fresh, entry.resolve(binary.fileName()), StandardCopyOption.ATOMIC_MOVE);
    Files.delete(log);
    Duration took = Duration.ofNanos(System.nanoTime() - begin);
    listener.onEvent(new BuildEvent.Built(binary, position, total, took));
  }

  private String prefix() {
    String platform = System.getProperty("os.name") + " " + System.getProperty("os.arch");
    return buildRecipe.module().kubernetesVersion() + "-" + buildRecipe.digest(platform) + "-";
  }

  private static List<Binary> missing(Path entry, Set<Binary> wanted) {
    return wanted.stream()
        .sorted()
        .filter(binary -> !Files.isExecutable(entry.resolve(binary.fileName())))
        .toList();
  }

  private static Map<Binary, Path> files(Path entry, Set<Binary> wanted) {
    var files = new EnumMap<Binary, Path>(Binary.class);
    wanted.forEach(binary -> files.put(binary, entry.resolve(binary.fileName())));
    return files;
  }
}
