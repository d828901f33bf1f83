package io.weir.provider.kit;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * The example of the documentation in a directory of its own, built with nothing but a compiler and
 * what Weir publishes.
 */
final class Outside implements AutoCloseable {
  private static final Path SOURCES = Path.of("..", "docs", "toy-provider", "src");

  private static final Pattern METHOD = Pattern.compile("(?:method|test-template):(\\w+)");

  private final URLClassLoader loader;

  private Outside(URLClassLoader loader) {
    this.loader = loader;
  }

  /** Builds it with one text of its sources replaced by another; both empty for none. */
  static Outside build(Path directory, String from, String to) throws IOException {
    var files = new ArrayList<String>();
    boolean found = from.isEmpty();
    for (String part : List.of("main", "test")) {
      Path java = SOURCES.resolve(part).resolve("java");
      for (Path file : files(java)) {
        Path copy = directory.resolve("src").resolve(java.relativize(file).toString());
        Files.createDirectories(copy.getParent());
        String text = Files.readString(file);
        found |= text.contains(from);
        Files.writeString(copy, from.isEmpty() ? text : text.replace(from, to));
        files.add(copy.toString());
      }
    }
    if (!found) {
      throw new AssertionError("nowhere in the example: " + from);
    }
    Path classes = Files.createDirectories(directory.resolve("classes"));
    Path services = SOURCES.resolve("main/resources/META-INF/services");
    for (Path file : files(services)) {
      Path copy = classes.resolve("META-INF/services").resolve(file.getFileName());
      Files.createDirectories(copy.getParent());
      Files.copy(file, copy);
    }
    compile(classes, files);
    URL[] urls = {classes.toUri().toURL()};
    return new Outside(new URLClassLoader(urls, Outside.class.getClassLoader()));
  }

  private static List<Path> files(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private static void compile(Path classes, List<String> files) throws IOException {
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    var compiler = ToolProvider.getSystemJavaCompiler();
    var errors = new StringWriter();
    try (var manager = compiler.getStandardFileManager(null, null, null)) {
      var options = List.of("-d", classes.toString(), "-cp", classPath, "-proc:none", "-nowarn");
      var sources = manager.getJavaFileObjects(files.toArray(String[]::new));
      if (!compiler.getTask(errors, manager, null, options, null, sources).call()) {
        throw new AssertionError("the example does not compile: " + errors);
      }
    }
  }

  /** Where its classes and services are found. */
  ClassLoader loader() {
    return loader;
  }

  /** Runs the kit on it; names of the tests that fail. */
  Set<String> failures() throws ClassNotFoundException {
    var failed = new TreeSet<String>();
    var ran = new TreeSet<String>();
    var listener =
        new TestExecutionListener() {
          @Override
          public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            if (test.isTest()) {
              ran.add(test.getUniqueId());
              if (result.getStatus() != TestExecutionResult.Status.SUCCESSFUL) {
                failed.add(method(test));
              }
            }
          }
        };
    Class<?> contract = loader.loadClass("org.example.toy.ToyPoolContractTest");
    var request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(DiscoverySelectors.selectClass(contract))
            .build();
    LauncherFactory.create().execute(request, listener);
    if (ran.size() < 40) {
      throw new AssertionError("only " + ran.size() + " tests of the kit ran");
    }
    return failed;
  }

  private static String method(TestIdentifier test) {
    return METHOD
        .matcher(test.getUniqueId())
        .results()
        .map(match -> match.group(1))
        .findFirst()
        .orElse(test.getUniqueId());
  }

  @Override
  public void close() throws IOException {
    loader.close();
  }
}
