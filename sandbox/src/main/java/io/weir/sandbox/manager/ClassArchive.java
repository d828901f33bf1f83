package io.weir.sandbox.manager;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The classes of the manager as the JVM has them in memory, kept so that the next start need not
 * read and check them again; about a third of the CPU time up to the first Running pool. The JVM
 * makes the file at its end, and makes it anew when jars or the JVM have changed.
 */
public final class ClassArchive {
  private static final Logger LOG = LoggerFactory.getLogger(ClassArchive.class);

  /** System property with a file whose presence says that a sandbox has started once. */
  private static final String STARTED = "weir.started";

  private ClassArchive() {}

  /** Notes that a sandbox has started, so that the archive of this JVM is worth keeping, too. */
  public static void started() {
    String mark = System.getProperty(STARTED, "");
    if (!mark.isBlank()) {
      try {
        Files.write(Path.of(mark), new byte[0]);
      } catch (IOException failure) {
        LOG.debug("the next start is no quicker than this one", failure);
      }
    }
  }

  /**
   * Options for the manager's JVM.
   *
   * @param cache the directory for what can be made again
   * @return none where classes lie in directories, as in a build, or the directory cannot be made
   */
  public static List<String> options(Path cache) {
    boolean jars =
        Arrays.stream(ManagerClassPath.find().split(File.pathSeparator))
            .allMatch(entry -> entry.endsWith(".jar"));
    if (!jars) {
      return List.of();
    }
    try {
      Path directory = Files.createDirectories(cache.resolve("classes"));
      return List.of(
          "-XX:+AutoCreateSharedArchive",
          "-XX:SharedArchiveFile=" + directory.resolve("manager.jsa"),
          // Says at length which classes it leaves out, on standard output.
          "-Xlog:disable",
          "-Xlog:all=error:stderr");
    } catch (IOException failure) {
      LOG.debug("the manager starts no quicker than the first time", failure);
      return List.of();
    }
  }
}
