package io.weir.sandbox.manager;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Where the manager's classes are. */
public final class ManagerClassPath {
  /** System property with the class path of the manager alone; set by the weir command. */
  public static final String PROPERTY = "weir.manager.class-path";

  /** What the manager never loads, by the names of jars and of module directories. */
  private static final List<String> NOT_ITS_OWN =
      List.of("weir-sandbox", "weir-cli", "weir-bench", "weir-controlplane", "weir-clouds");

  private ManagerClassPath() {}

  /**
   * The class path that {@link #PROPERTY} names; without it, as in tests, this JVM's own less what
   * the manager never loads.
   */
  public static String find() {
    String given = System.getProperty(PROPERTY, "");
    return given.isBlank() ? reduced(System.getProperty("java.class.path", "")) : given;
  }

  static String reduced(String whole) {
    return Arrays.stream(whole.split(File.pathSeparator))
        .filter(ManagerClassPath::ofManager)
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static boolean ofManager(String entry) {
    Path path = Path.of(entry);
    if (path.endsWith(Path.of("target", "test-classes"))) {
      return false;
    }
    String file = String.valueOf(path.getFileName());
    return NOT_ITS_OWN.stream()
        .noneMatch(
            name ->
                file.startsWith(name)
                    || path.endsWith(
                        Path.of(name.substring("weir-".length()), "target", "classes")));
  }
}
