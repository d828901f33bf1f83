package io.weir.provider.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a provider calls, each as {@code service:action}: a golden file, {@code called-actions.txt}.
 * One test of the provider lives a life that makes all these calls, and writes the file with {@code
 * -Dgolden=write}; its other tests, and all lives that a watchman follows, make no others. What the
 * provider asks to be permitted is held against this file.
 */
public final class CalledActions {

  private static final String COMMENT = "#";

  private final Path file;
  private final Set<String> actions;

  private CalledActions(Path file) {
    this.file = file;
    this.actions =
        lines(file).filter(line -> !line.startsWith(COMMENT)).collect(Collectors.toSet());
  }

  /** Those of a provider of this repository, whichever module runs the test. */
  public static CalledActions of(String cloud) {
    Path file =
        Path.of(
            "providers/%1$s/src/test/resources/io/weir/provider/%1$s/called-actions.txt"
                .formatted(cloud));
    return new CalledActions(
        Stream.iterate(Path.of("").toAbsolutePath(), Path::getParent)
            .takeWhile(directory -> directory != null)
            .map(directory -> directory.resolve(file))
            .filter(Files::exists)
            .findFirst()
            .orElseThrow(() -> new AssertionError("there is no " + file)));
  }

  /** All of them, in order. */
  public Set<String> actions() {
    return new TreeSet<>(actions);
  }

  /** Nothing but these was called. */
  public void assertNoOthers(Collection<String> called) {
    assertThat(new TreeSet<>(called))
        .as("calls that are not in %s: make them in the life that writes it", file.getFileName())
        .isSubsetOf(actions);
  }

  /** All of these were called, and nothing else; {@code -Dgolden=write} makes it so. */
  public void assertAll(Collection<String> called) {
    var sorted = new TreeSet<>(called);
    if ("write".equals(System.getProperty("golden"))) {
      write(sorted);
    } else {
      assertThat(sorted).as("the calls of %s", file.getFileName()).isEqualTo(actions());
    }
  }

  private void write(Set<String> called) {
    try {
      Path _ =
          Files.write(
              file,
              Stream.concat(
                      lines(file).takeWhile(line -> line.startsWith(COMMENT)), called.stream())
                  .toList());
    } catch (IOException unwritable) {
      throw new UncheckedIOException(unwritable);
    }
  }

  private static Stream<String> lines(Path file) {
    try {
      return Files.readAllLines(file).stream();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
