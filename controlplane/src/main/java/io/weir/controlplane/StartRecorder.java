package io.weir.controlplane;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Counts what tests start, so that a build can hold them to a budget of starts: counts do not
 * depend on how busy the machine is, as times do.
 *
 * <p>Where the system property {@value #PROPERTY} names a file, each record is a line at its end.
 * Many processes may append to one file. Without the property, nothing is written.
 */
public final class StartRecorder {
  /** Names the file; a JVM that tests start is given it too, if what it starts is to count. */
  public static final String PROPERTY = "weir.starts";

  private StartRecorder() {}

  /** Notes a start, such as {@code manager}; what follows the first word may say more of it. */
  public static void record(String what) {
    String file = System.getProperty(PROPERTY, "");
    if (!file.isBlank()) {
      append(Path.of(file), what);
    }
  }

  /** One write to a file that is opened to append: lines of several processes never mix. */
  static void append(Path file, String what) {
    try {
      Files.writeString(
          file,
          what.lines().map(String::strip).reduce("", StartRecorder::joined) + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot count a start in " + file, e);
    }
  }

  private static String joined(String one, String next) {
    return one.isEmpty() || next.isEmpty() ? one + next : one + " " + next;
  }
}
