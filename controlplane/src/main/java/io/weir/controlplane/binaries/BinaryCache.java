package io.weir.controlplane.binaries;

import io.weir.controlplane.files.FileTree;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
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
 * leaves the programs it finished, and nothing else that could be used. What lies in an entry and
 * was not built there is never run: see {@link ProgramStore}.
 */
final class BinaryCache {
  private static final String NAME = "controlplane";
  private static final String BUILDING = ".building";

  private final Path directory;
  private final Environment environment;
  private final BuildRecipe buildRecipe;
  private final BuildListener listener;

  BinaryCache(Environment environment, BuildRecipe buildRecipe, BuildListener listener) {
    this.directory = environment.cacheDirectory().resolve(NAME);
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
    try {
      ProgramStore entry = open(prefix() + go.get().version());
      if (!areUntouched(entry, wanted)) {
        fill(go.get(), entry, wanted);
      }
      return files(entry, wanted);
    } catch (FileSystemException e) {
      throw new BinariesException(
          ("The cache %s cannot be written (%s): free space there, or name another directory in"
                  + " WEIR_CACHE.")
              .formatted(directory, e.getMessage()),
          e);
    }
  }

  /** Without Go, what any Go built from the same sources will do. */
  private Map<Binary, Path> builtEarlier(Set<Binary> wanted)
      throws IOException, InterruptedException {
    for (String name : entries()) {
      ProgramStore entry = open(name);
      if (areUntouched(entry, wanted) || areVerified(entry, wanted)) {
        return files(entry, wanted);
      }
    }
    throw new BinariesException(
        ("There is no Go on the PATH to build the control plane with: install Go %s or newer, or"
                + " set KUBEBUILDER_ASSETS to a directory with %s.")
            .formatted(buildRecipe.module().goVersion(), Binary.names(wanted)));
  }

  /** The names of those that are of the same sources, the newest Go first. */
  private List<String> entries() throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(directory)) {
      return all.filter(Files::isDirectory)
          .map(path -> path.getFileName().toString())
          .filter(name -> name.startsWith(prefix()))
          .sorted(Comparator.reverseOrder())
          .toList();
    }
  }

  private ProgramStore open(String entry) throws IOException {
    return ProgramStore.open(environment.cacheDirectory(), NAME, entry);
  }

  private CacheLock lock(ProgramStore entry) throws IOException, InterruptedException {
    Path path = entry.directory();
    return CacheLock.acquire(
        directory.resolve(path.getFileName() + ".lock"),
        () -> listener.onEvent(new BuildEvent.Waiting(path)));
  }

  private static boolean areUntouched(ProgramStore entry, Set<Binary> wanted) throws IOException {
    for (Binary binary : wanted) {
      if (!entry.isUntouched(binary.fileName())) {
        return false;
      }
    }
    return true;
  }

  private boolean areVerified(ProgramStore entry, Set<Binary> wanted)
      throws IOException, InterruptedException {
    try (var _ = lock(entry)) {
      return missing(entry, wanted).isEmpty();
    }
  }

  private void fill(GoToolchain go, ProgramStore entry, Set<Binary> wanted)
      throws IOException, InterruptedException {
    try (var _ = lock(entry)) {
      List<Binary> missing = missing(entry, wanted);
      if (!missing.isEmpty()) {
        go.requireAtLeast(buildRecipe.module().goVersion());
        build(go, entry, missing);
      }
    }
  }

  private void build(GoToolchain go, ProgramStore entry, List<Binary> missing)
      throws IOException, InterruptedException {
    // Whatever lies here belongs to a builder that is dead, since it does not hold the lock.
    Path workplace = entry.path(BUILDING);
    FileTree.delete(workplace);
    Files.createDirectories(workplace);
    buildRecipe.module().writeTo(workplace);
    var build = new GoBuild(go, buildRecipe, go.buildEnvironment(environment, listener), workplace);
    Path log = log(entry, "modules");
    build.verifyModules(Set.copyOf(missing), log);
    Files.delete(log);
    for (int i = 0; i < missing.size(); i++) {
      buildOne(build, missing.get(i), i + 1, missing.size(), entry);
    }
    FileTree.delete(workplace);
  }

  private void buildOne(GoBuild build, Binary binary, int position, int total, ProgramStore entry)
      throws IOException, InterruptedException {
    long begin = System.nanoTime();
    listener.onEvent(new BuildEvent.Building(binary, position, total, Duration.ZERO));
    Path fresh = build.module().resolve(binary.fileName());
    Path log = log(entry, binary.fileName());
    Files.deleteIfExists(log);
    build.build(
        binary,
        fresh,
        log,
        elapsed -> listener.onEvent(new BuildEvent.Building(binary, position, total, elapsed)));
    entry.add(binary.fileName(), fresh);
    Files.delete(log);
    Duration took = Duration.ofNanos(System.nanoTime() - begin);
    listener.onEvent(new BuildEvent.Built(binary, position, total, took));
  }

  /** Beside the entry, as it outlives a build that fails. */
  private Path log(ProgramStore entry, String of) {
    return directory.resolve(entry.directory().getFileName() + "-" + of + ".log");
  }

  private String prefix() {
    String platform = System.getProperty("os.name") + " " + System.getProperty("os.arch");
    return buildRecipe.module().kubernetesVersion() + "-" + buildRecipe.digest(platform) + "-";
  }

  /** Those that are not there as they were built. */
  private List<Binary> missing(ProgramStore entry, Set<Binary> wanted) throws IOException {
    var missing = new ArrayList<Binary>();
    for (Binary binary : wanted.stream().sorted().toList()) {
      if (!entry.verify(binary.fileName(), listener)) {
        missing.add(binary);
      }
    }
    return missing;
  }

  private static Map<Binary, Path> files(ProgramStore entry, Set<Binary> wanted) {
    var files = new EnumMap<Binary, Path>(Binary.class);
    wanted.forEach(binary -> files.put(binary, entry.path(binary.fileName())));
    return files;
  }
}
