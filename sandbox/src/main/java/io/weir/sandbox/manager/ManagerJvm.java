package io.weir.sandbox.manager;

import io.weir.manager.Main;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The settings of the JVM that the manager ships with, as its own file has them. */
public final class ManagerJvm {

  private static final String FILE = "jvm.options";

  /** Options for the command line, in their order. */
  public static final List<String> OPTIONS = read();

  private ManagerJvm() {}

  private static List<String> read() {
    try (InputStream file = Main.class.getResourceAsStream(FILE)) {
      if (file == null) {
        throw new IllegalStateException(FILE + " is not packed with the manager");
      }
      return new String(file.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + FILE, e);
    }
  }
}
