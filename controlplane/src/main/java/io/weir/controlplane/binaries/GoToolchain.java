package io.weir.controlplane.binaries;

import io.weir.controlplane.process.Command;
import io.weir.controlplane.process.ProcessEnvironment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * An installed Go.
 *
 * @param go the program
 * @param version what it calls itself, such as {@code go1.26.8}
 * @param places the {@link GoEnvironment#PLACES} that are set, by the environment or Go's settings
 */
record GoToolchain(Path go, String version, Map<String, String> places) {
  GoToolchain {
    places = Map.copyOf(places);
  }

  /** The first Go on the PATH; empty when there is none. */
  static Optional<GoToolchain> find(Environment environment)
      throws IOException, InterruptedException {
    Optional<Path> go = environment.findOnPath("go");
    return go.isEmpty() ? Optional.empty() : Optional.of(ask(go.get(), environment));
  }

  /** Refuses a Go that cannot build the module. */
  void requireAtLeast(String oldest) throws BinariesException {
    if (compare(version, oldest) < 0) {
      throw new BinariesException(
          "Go %s or newer is needed and %s is %s: install a newer Go, as Weir downloads none."
              .formatted(oldest, go, version));
    }
  }

  /**
   * The variables of a build with it.
   *
   * @param listener told which of the user's places are not used
   */
  ProcessEnvironment buildEnvironment(Environment environment, BuildListener listener)
      throws IOException {
    return GoEnvironment.ofBuild(
        environment, GoCaches.trusted(places, environment.cacheDirectory(), listener));
  }

  private static GoToolchain ask(Path go, Environment environment)
      throws IOException, InterruptedException {
    var question = new ArrayList<>(List.of(go.toString(), "env", "GOVERSION"));
    question.addAll(GoEnvironment.PLACES);
    // Outside of any module, whose go.mod might ask for another Go.
    Path directory = Files.createTempDirectory("weir-go");
    try {
      String answer =
          new Command(
                  question,
                  GoEnvironment.ofQuestion(environment),
                  directory,
                  "",
                  Duration.ofMinutes(1))
              .run()
              .outputOrThrow();
      String[] lines = answer.split("\n", -1);
      return new GoToolchain(go, lines[0].strip(), places(lines));
    } catch (IOException e) {
      throw new BinariesException(
          "The Go at %s does not work (%s): repair it or put another one first on the PATH."
              .formatted(go, e.getMessage()),
          e);
    } finally {
      Files.delete(directory);
    }
  }

  /** A line each, after that of the version; an empty one for what is not set. */
  private static Map<String, String> places(String[] lines) {
    var places = new TreeMap<String, String>();
    for (int i = 0; i < GoEnvironment.PLACES.size() && i + 1 < lines.length; i++) {
      String value = lines[i + 1].strip();
      if (!value.isEmpty()) {
        places.put(GoEnvironment.PLACES.get(i), value);
      }
    }
    return places;
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
