package io.weir.controlplane.binaries;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the choice of programs depends on outside this module.
 *
 * @param variables environment variables; also those that builds run with
 * @param home the user's home directory
 */
record Environment(Map<String, String> variables, Path home) {
  Environment {
    variables = Map.copyOf(variables);
  }

  static Environment ofThisProcess() {
    return new Environment(System.getenv(), Path.of(System.getProperty("user.home")));
  }

  /** A variable that is set and not blank. */
  Optional<String> variable(String name) {
    return Optional.ofNullable(variables.get(name)).filter(value -> !value.isBlank());
  }

  /** The directory for all that can be made again. */
  Path cacheDirectory() {
    return variable("WEIR_CACHE")
        .map(Path::of)
        .or(() -> variable("XDG_CACHE_HOME").map(base -> Path.of(base, "weir")))
        .orElseGet(() -> home.resolve(".cache").resolve("weir"))
        .toAbsolutePath();
  }

  /** The first program of that name on the PATH. */
  Optional<Path> findOnPath(String program) {
    return variable("PATH").stream()
        .flatMap(path -> Stream.of(path.split(File.pathSeparator)))
        .map(directory -> Path.of(directory, program))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
