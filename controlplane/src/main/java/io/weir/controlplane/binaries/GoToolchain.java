package io.weir.controlplane.binaries;

import io.weir.controlplane.process.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An installed Go.
 *
 * @param go the program
 * @param version what it calls itself, such as {@code go1.26.8}
 * @param policy its GOTOOLCHAIN, from the environment or its own settings
 */
record GoToolchain(Path go, String version, String policy) {

  /** The first Go on the PATH; empty when there is none. */
  static Optional<GoToolchain> find(Environment environment)
      throws IOException, InterruptedException {
    Optional<Path> go = environment.findOnPath("go");
    return go.isEmpty() ? Optional.empty() : Optional.of(ask(go.get(), environment));
  }

  /** Refuses a Go that cannot build the module and may not fetch one that can. */
  void requireAtLeast(String oldest) throws BinariesException {
    boolean maySwitch = !policy.equals("local");
    if (!maySwitch && compare(version, oldest) < 0) {
      throw new BinariesException(
          ("Go %s is needed to build the control plane and %s is %s, which may not fetch a newer"
                  + " one (GOTOOLCHAIN=local): install a newer Go or set GOTOOLCHAIN=auto.")
              .formatted(oldest, go, version));
    }
  }

  private static GoToolchain ask(Path go, Environment environment)
      throws IOException, InterruptedException {
    // Outside of any module: a go.mod there might make Go switch to another version of itself.
    Path directory = Files.createTempDirectory("weir-go");
    try {
      String answer =
          new Command(
                  List.of(go.toString(), "env", "GOVERSION", "GOTOOLCHAIN"),
                  environment.variables(),
                  directory,
                  "",
                  Duration.ofMinutes(1))
              .run()
              .outputOrThrow();
      String[] lines = answer.split("\n", -1);
      return new GoToolchain(go, lines[0].strip(), lines.length > 1 ? lines[1].strip() : "");
    } catch (IOException e) {
      throw new BinariesException(
          "The Go at %s does not work (%s): repair it or put another one first on the PATH."
              .formatted(go, e.getMessage()),
          e);
    } finally {
      Files.delete(directory);
    }
  }

  private static int compare(String left, String right) {
    int[] l = numbers(left);
    int[] r = numbers(right);
    return Arrays.compare(l, r);
  }

  /** The numbers of {@code go1.26.8}; what follows a release (rc1, -custom) is left out. */
  private static int[] numbers(String version) {
    String plain = version.replaceFirst("^go", "").replaceFirst("[^0-9.].*$", "");
    return Stream.of(plain.split("[.]", -1))
        .filter(part -> !part.isEmpty())
        .mapToInt(Integer::parseInt)
        .toArray();
  }
}
