package io.weir.sandbox.manager;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The classes of the manager as the JVM has them in memory, kept so that the next start need not
 * read and check them again: about a third of its CPU time up to the first Running pool. The JVM
 * makes the file at its end, where there is none for these jars and this JVM.
 */
public final class CdsArchive {
  private static final Logger LOG = LoggerFactory.getLogger(CdsArchive.class);

  /** System property with a file whose presence says that a sandbox has started once. */
  private static final String STARTED = "weir.started";

  private static final String PREFIX = "classes-";
  private static final String SUFFIX = ".jsa";

  private CdsArchive() {}

  /** Notes that a sandbox has started, so that the archive of this JVM is worth keeping, too. */
  public static void markStarted() {
    String mark = System.getProperty(STARTED, "");
    if (!mark.isBlank()) {
      try {
        Files.write(Path.of(mark), new byte[0]);
      } catch (IOException failure) {
        LOG.debug("the next start will not be faster", failure);
      }
    }
  }

  /**
   * Options for the manager's JVM; the file lies beside its jars.
   *
   * @return none where classes lie in directories, as in a build, or nothing can be written there
   */
  public static List<String> jvmOptions() {
    return jvmOptions(ManagerClassPath.find());
  }

  static List<String> jvmOptions(String classPath) {
    List<Path> jars = Arrays.stream(classPath.split(File.pathSeparator)).map(Path::of).toList();
    if (!jars.stream().allMatch(jar -> jar.toString().endsWith(".jar"))) {
      return List.of();
    }
    Path directory =
        Objects.requireNonNullElse(jars.getFirst().toAbsolutePath().getParent(), Path.of(""));
    try {
      Path archive = directory.resolve(PREFIX + digest(jars) + SUFFIX);
      deleteUnusable(directory, archive);
      return List.of(
          "-XX:+AutoCreateSharedArchive",
          "-XX:SharedArchiveFile=" + archive,
          // Says at length which classes it leaves out, on standard output.
          "-Xlog:disable",
          "-Xlog:all=error:stderr");
    } catch (IOException failure) {
      LOG.debug("the manager starts no faster than the first time", failure);
      return List.of();
    }
  }

  /**
   * Those of other jars, and one whose writing was cut off: the JVM makes neither anew, and is
   * slower with them than without. Its first bytes are written last.
   */
  private static void deleteUnusable(Path directory, Path archive) throws IOException {
    try (DirectoryStream<Path> all = Files.newDirectoryStream(directory, PREFIX + "*" + SUFFIX)) {
      for (Path each : all) {
        if (!each.equals(archive) || !complete(each)) {
          Files.deleteIfExists(each);
        }
      }
    }
  }

  private static boolean complete(Path archive) throws IOException {
    try (InputStream in = Files.newInputStream(archive)) {
      byte[] first = in.readNBytes(Integer.BYTES);
      return first.length == Integer.BYTES && !Arrays.equals(first, new byte[Integer.BYTES]);
    }
  }

  private static String digest(List<Path> jars) throws IOException {
    var text = new StringBuilder(Runtime.version().toString());
    for (Path jar : jars) {
      text.append('\n').append(jar).append(' ').append(Files.size(jar));
      text.append(' ').append(Files.getLastModifiedTime(jar).toMillis());
    }
    byte[] name = text.toString().getBytes(StandardCharsets.UTF_8);
    return UUID.nameUUIDFromBytes(name).toString();
  }
}
