package io.weir.controlplane.binaries;

import io.weir.controlplane.files.FileTree;
import io.weir.controlplane.process.Command;
import io.weir.controlplane.process.ProcessEnvironment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * A program that only tests want, built with Go on first use into the cache. It is no part of
 * {@link Binaries}, so that nobody waits for it who does not need it.
 *
 * @param shelf the directory in the cache
 * @param name how messages call it, and its lock
 * @param program the file, whose name tells the sources that it is of
 * @param oldestGo that can build it
 * @param limit how long a command of the build may take
 */
record CachedBuild(String shelf, String name, String program, String oldestGo, Duration limit) {

  /** How the program is made. */
  @FunctionalInterface
  interface Recipe {
    /**
     * Makes it.
     *
     * @param go runs commands
     * @param workplace an empty directory
     * @param program where to leave it
     */
    void build(Go go, Path workplace, Path program) throws IOException, InterruptedException;
  }

  /**
   * Go, with the environment that lets no setting of the user in.
   *
   * @param file the compiler
   * @param name of what is built
   */
  record Go(Path file, ProcessEnvironment environment, String name, Duration limit) {
    /**
     * Runs {@code go}.
     *
     * @return its standard output
     * @throws BinariesException when it fails
     */
    String run(Path directory, String... arguments) throws IOException, InterruptedException {
      List<String> line = Stream.concat(Stream.of(file.toString()), Stream.of(arguments)).toList();
      Command.Result result = new Command(line, environment, directory, "", limit).run();
      if (result.exitCode() != 0) {
        throw new BinariesException(
            "Go cannot build %s (%s): check the network and the module proxy."
                .formatted(name, result.err().lines().reduce("", (_, last) -> last)));
      }
      return result.out();
    }
  }

  /**
   * The program, built first if the cache lacks it.
   *
   * @param listener told when the cache holds one that was not built there
   * @throws BinariesException when it cannot be built; the message says what to do
   */
  Path findOrBuild(BuildListener listener, Recipe recipe) throws IOException, InterruptedException {
    Environment environment = Environment.ofThisProcess();
    ProgramStore store = ProgramStore.open(environment.cacheDirectory(), shelf);
    if (!store.isUntouched(program)) {
      try (var _ = CacheLock.acquire(store.path(name + ".lock"), () -> {})) {
        if (!store.verify(program, listener)) {
          build(environment, store, listener, recipe);
        }
      }
    }
    return store.path(program);
  }

  private void build(
      Environment environment, ProgramStore store, BuildListener listener, Recipe recipe)
      throws IOException, InterruptedException {
    GoToolchain toolchain =
        GoToolchain.find(environment)
            .orElseThrow(
                () ->
                    new BinariesException(
                        "There is no Go on the PATH to build %s with: install Go %s or newer."
                            .formatted(name, oldestGo)));
    toolchain.requireAtLeast(oldestGo);
    Path workplace = Files.createTempDirectory(store.directory(), name + ".building");
    try {
      var go =
          new Go(toolchain.go(), toolchain.buildEnvironment(environment, listener), name, limit);
      Path fresh = workplace.resolve(program);
      recipe.build(go, workplace, fresh);
      store.add(program, fresh);
    } finally {
      FileTree.delete(workplace);
    }
  }
}
