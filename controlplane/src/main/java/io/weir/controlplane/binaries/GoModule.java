package io.weir.controlplane.binaries;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The Go module that pins every version.
 *
 * @param mod the text of go.mod
 * @param sum the text of go.sum
 */
record GoModule(String mod, String sum) {
  /** The module that is shipped with this class. */
  static GoModule shipped() {
    return new GoModule(resource("go.mod"), resource("go.sum"));
  }

  /** A module that is shipped in a directory of its own beside this class. */
  static GoModule shipped(String directory) {
    return new GoModule(resource(directory + "/go.mod"), resource(directory + "/go.sum"));
  }

  /** The version of Kubernetes, such as {@code v1.35.4}. */
  String kubernetesVersion() {
    return find("\\sk8s\\.io/kubernetes (v\\S+)");
  }

  /** The oldest Go that builds it, such as {@code 1.26.0}. */
  String goVersion() {
    return find("(?m)^go (\\S+)$");
  }

  /** Names what is built of it on this machine. */
  String digest() {
    return Sha256.nameOf(mod + sum + System.getProperty("os.arch"));
  }

  /** Makes the directory a module that {@code go} works in. */
  void writeTo(Path directory) throws IOException {
    Files.writeString(directory.resolve("go.mod"), mod);
    Files.writeString(directory.resolve("go.sum"), sum);
  }

  private String find(String regex) {
    Matcher matcher = Pattern.compile(regex).matcher(mod);
    if (!matcher.find()) {
      throw new IllegalStateException("go.mod has no line like " + regex);
    }
    return matcher.group(1);
  }

  /** The text of a file that is shipped beside this class. */
  static String resource(String name) {
    try (InputStream in = GoModule.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("resource " + name + " is not packed with its module");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
