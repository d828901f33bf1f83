package io.weir.controlplane.binaries;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A {@code go} that notes what it is asked to build, with which variables, and writes a program
 * that names its package.
 */
record FakeGo(Path home) {
  /** The module proxy of its settings. */
  static final String PROXY = "https://mirror.example";

  static FakeGo install(Path home) throws IOException {
    return install(home, "go99.0.0", "");
  }

  /** One that does something more in the middle of each build. */
  static FakeGo install(Path home, String version, String midway) throws IOException {
    Path bin = Files.createDirectories(home.resolve("bin"));
    Path go = bin.resolve("go");
    Files.writeString(
        go,
        """
        #!/bin/sh
        if [ "$1" = env ]; then
          env > "%2$s/asked"
          printf '%%s\\n' %1$s %4$s "" "" "" ""
          exit 0
        fi
        if [ "$1" != build ]; then
          exit 0
        fi
        env > "%2$s/variables"
        while [ $# -gt 1 ]; do
          if [ "$1" = -o ]; then out=$2; fi
          shift
        done
        echo "$1" >> "%2$s/built"
        printf 'half' > "$out"
        chmod +x "$out"
        %3$s
        printf '#!/bin/sh\\necho %%s\\n' "$1" > "$out"
        """
            .formatted(version, home, midway, PROXY));
    Files.setPosixFilePermissions(go, PosixFilePermissions.fromString("rwxr-xr-x"));
    return new FakeGo(home);
  }

  Environment environment() {
    return environment(Map.of());
  }

  Environment environment(Map<String, String> more) {
    var variables = new HashMap<>(more);
    variables.put("PATH", home.resolve("bin") + ":/usr/bin:/bin");
    variables.putIfAbsent("WEIR_CACHE", home.resolve("cache").toString());
    return new Environment(variables, home);
  }

  /** The packages it was asked to build, in order. */
  List<String> built() throws IOException {
    Path record = home.resolve("built");
    return Files.exists(record) ? Files.readAllLines(record) : List.of();
  }

  /** The variables that it had when it was asked for its version. */
  List<String> variablesOfQuestion() throws IOException {
    return Files.readAllLines(home.resolve("asked"));
  }

  /** The variables of the last build. */
  List<String> variablesOfBuild() throws IOException {
    return Files.readAllLines(home.resolve("variables"));
  }
}
