package io.weir.provider.kit;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.ApiObject;
import io.weir.provider.PoolProvider;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * The example of the documentation in a directory of its own, built with nothing but a compiler and
 * what its pom names: a Maven that must not ask anybody could not, for want of Weir's own jars.
 */
final class Outside implements AutoCloseable {
  private static final Path EXAMPLE = Path.of("..", "docs", "toy-provider");

  /** What {@code weir-provider} brings, by a class of each jar. */
  private static final List<Class<?>> PROVIDER =
      List.of(
          PoolProvider.class, ApiObject.class, JsonNode.class, JsonParser.class, JsonInclude.class);

  /** What {@code weir-provider-kit} brings beside that. */
  private static final List<Class<?>> KIT =
      List.of(PoolProviderContract.class, Test.class, Assertions.class);

  private static final Pattern METHOD = Pattern.compile("(?:method|test-template):(\\w+)");

  private final URLClassLoader loader;

  private Outside(URLClassLoader loader) {
    this.loader = loader;
  }

  /** Builds it with one text of its sources replaced by another; both empty for none. */
  static Outside build(Path directory, String from, String to) throws IOException {
    boolean found = from.isEmpty();
    for (Path file : files(EXAMPLE.resolve("src"))) {
      Path copy = directory.resolve(EXAMPLE.relativize(file).toString());
      Files.createDirectories(copy.getParent());
      String text = Files.readString(file);
      found |= text.contains(from);
      Files.writeString(copy, from.isEmpty() ? text : text.replace(from, to));
    }
    if (!found) {
      throw new AssertionError("nowhere in the example: " + from);
    }
    Path classes = directory.resolve("target/classes");
    Path tests = directory.resolve("target/test-classes");
    compile(directory.resolve("src/main/java"), classes, jars(PROVIDER));
    pack(directory.resolve("src/main/resources"), classes);
    List<Path> forTests =
        Stream.of(List.of(classes), jars(PROVIDER), jars(KIT)).flatMap(List::stream).toList();
    compile(directory.resolve("src/test/java"), tests, forTests);
    URL[] urls = {classes.toUri().toURL(), tests.toUri().toURL()};
    return new Outside(new URLClassLoader(urls, Outside.class.getClassLoader()));
  }

  private static List<Path> files(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private static void pack(Path resources, Path classes) throws IOException {
    for (Path file : files(resources)) {
      Path copy = classes.resolve(resources.relativize(file).toString());
      Files.createDirectories(copy.getParent());
      Files.copy(file, copy);
    }
  }

  private static List<Path> jars(List<Class<?>> classes) {
    return classes.stream().map(Outside::jar).distinct().toList();
  }

  private static Path jar(Class<?> one) {
    try {
      return Path.of(one.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static void compile(Path java, Path classes, List<Path> with) throws IOException {
    Files.createDirectories(classes);
    String classPath =
        with.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    var compiler = ToolProvider.getSystemJavaCompiler();
    var errors = new StringWriter();
    try (var manager = compiler.getStandardFileManager(null, null, null)) {
      var options = List.of("-d", classes.toString(), "-cp", classPath, "-proc:none", "-nowarn");
      var sources = manager.getJavaFileObjectsFromPaths(files(java));
      if (!compiler.getTask(errors, manager, null, options, null, sources).call()) {
        throw new AssertionError("the example does not compile: " + errors);
      }
    }
  }

  /** The example's pom. */
  static Path pom() {
    return EXAMPLE.resolve("pom.xml");
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
