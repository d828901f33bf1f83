package io.weir.sandbox.external;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.ApiObject;
import io.weir.provider.PoolProvider;
import io.weir.provider.kit.CloudUnderTest;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The documentation's example of a provider, built and packed outside of this source tree: the jar
 * is what {@code mvn package} makes of its pom, from the same files with the same dependencies.
 */
final class ExternalProvider implements AutoCloseable {
  private static final Path EXAMPLE = Path.of("..", "docs", "toy-provider");

  /** What the dependency {@code weir-provider} brings, by a class of each jar. */
  private static final List<Class<?>> PROVIDED =
      List.of(
          PoolProvider.class, ApiObject.class, JsonNode.class, JsonParser.class, JsonInclude.class);

  private final Path jar;
  private final URLClassLoader alone;
  private final URLClassLoader withTests;

  private ExternalProvider(Path jar, Path tests) throws IOException {
    this.jar = jar;
    ClassLoader weir = ExternalProvider.class.getClassLoader();
    this.alone = new URLClassLoader(new URL[] {jar.toUri().toURL()}, weir);
    this.withTests = new URLClassLoader(new URL[] {tests.toUri().toURL()}, alone);
  }

  /** Builds it in a directory. */
  static ExternalProvider build(Path directory) throws IOException {
    for (Path file : files(EXAMPLE.resolve("src"))) {
      copy(file, directory.resolve(EXAMPLE.relativize(file).toString()));
    }
    Path classes = directory.resolve("target/classes");
    Path tests = directory.resolve("target/test-classes");
    Path jar = directory.resolve("target/toy-provider-1.0.jar");
    List<Path> provided = PROVIDED.stream().map(ExternalProvider::jarOf).toList();
    compile(directory.resolve("src/main/java"), classes, provided);
    Path resources = directory.resolve("src/main/resources");
    for (Path file : files(resources)) {
      copy(file, classes.resolve(resources.relativize(file).toString()));
    }
    run("jar", "--create", "--file", jar.toString(), "-C", classes.toString(), ".");
    compile(
        directory.resolve("src/test/java").resolve("org/example/toy/ToyCloud.java"),
        tests,
        Stream.concat(Stream.of(jar, jarOf(CloudUnderTest.class)), provided.stream()).toList());
    return new ExternalProvider(jar, tests);
  }

  /** Its jar, which is all that is shipped of it. */
  Path jar() {
    return jar;
  }

  /** Runs something as in a process that has the jar on its class path. */
  <T> T runOnClassPath(Callable<T> what) throws Exception {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(alone);
    try {
      return what.call();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  /** Starts the cloud that it is tested with. */
  CloudUnderTest<?, ?> cloud() throws ReflectiveOperationException {
    var constructor = withTests.loadClass("org.example.toy.ToyCloud").getDeclaredConstructor();
    constructor.setAccessible(true);
    return (CloudUnderTest<?, ?>) constructor.newInstance();
  }

  private static List<Path> files(Path place) throws IOException {
    try (Stream<Path> all = Files.walk(place)) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to.getParent());
    Files.copy(from, to);
  }

  private static void compile(Path java, Path classes, List<Path> with) throws IOException {
    String classPath =
        with.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    var line = new ArrayList<>(List.of("-d", classes.toString(), "-cp", classPath));
    line.addAll(List.of("-proc:none", "-nowarn"));
    files(java).forEach(file -> line.add(file.toString()));
    run("javac", line.toArray(String[]::new));
  }

  private static void run(String tool, String... arguments) {
    var said = new StringWriter();
    var out = new PrintWriter(said);
    int code = ToolProvider.findFirst(tool).orElseThrow().run(out, out, arguments);
    if (code != 0) {
      throw new AssertionError(tool + " ended with code " + code + ": " + said);
    }
  }

  private static Path jarOf(Class<?> one) {
    try {
      return Path.of(one.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  @Override
  public void close() throws IOException {
    withTests.close();
    alone.close();
  }
}
