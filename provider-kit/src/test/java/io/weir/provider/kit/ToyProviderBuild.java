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
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * The example of the documentation in a directory of its own, built with nothing but a compiler and
 * what its pom names: a Maven that must not ask anybody could not, for want of Weir's own jars.
 */
public final class ToyProviderBuild implements AutoCloseable {
  private static final Path EXAMPLE = Path.of("..", "docs", "toy-provider");

  /** What {@code weir-provider} brings, by a class of each jar. */
  private static final List<Class<?>> PROVIDER =
      List.of(
          PoolProvider.class, ApiObject.class, JsonNode.class, JsonParser.class, JsonInclude.class);

  /** What {@code weir-provider-kit} brings beside that. */
  private static final List<Class<?>> KIT =
      List.of(PoolProviderContract.class, Test.class, Assertions.class);

  private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();
  private static final StandardJavaFileManager FILES =
      COMPILER.getStandardFileManager(null, null, null);

  private static final Pattern METHOD = Pattern.compile("(?:method|test-template):(\\w+)");

  /** Of the whole example: its own classes, and those of its tests. */
  private final List<Path> classes;

  private final URLClassLoader loader;

  private ToyProviderBuild(List<Path> classes, URLClassLoader loader) {
    this.classes = classes;
    this.loader = loader;
  }

  /** Builds it as it is. */
  public static ToyProviderBuild build(Path directory) throws IOException {
    Path main = directory.resolve("classes");
    Path tests = directory.resolve("test-classes");
    compile(sources("src/main/java"), main, jars(PROVIDER));
    pack(EXAMPLE.resolve("src/main/resources"), main);
    List<Path> forTests =
        Stream.of(List.of(main), jars(PROVIDER), jars(KIT)).flatMap(List::stream).toList();
    compile(sources("src/test/java"), tests, forTests);
    return new ToyProviderBuild(List.of(main, tests), classLoader(List.of(main, tests)));
  }

  /**
   * The same with one text of its sources replaced by another; what does not hold the text is not
   * compiled again.
   */
  ToyProviderBuild with(String from, String to, Path directory) throws IOException {
    var changed = new ArrayList<JavaFileObject>();
    for (Path file : files(EXAMPLE.resolve("src"))) {
      String text = Files.readString(file);
      if (text.contains(from)) {
        changed.add(new Text(file, text.replace(from, to)));
      }
    }
    if (changed.isEmpty()) {
      throw new AssertionError("nowhere in the example: " + from);
    }
    List<Path> all = Stream.concat(Stream.of(directory), classes.stream()).toList();
    List<Path> with = Stream.of(all, jars(PROVIDER), jars(KIT)).flatMap(List::stream).toList();
    compile(changed, directory, with);
    return new ToyProviderBuild(all, classLoader(all));
  }

  /** A source that is in no file. */
  private static final class Text extends SimpleJavaFileObject {
    private final String text;

    Text(Path file, String text) {
      super(file.toUri(), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  private static URLClassLoader classLoader(List<Path> classes) throws IOException {
    var urls = new ArrayList<URL>();
    for (Path one : classes) {
      urls.add(one.toUri().toURL());
    }
    return new URLClassLoader(urls.toArray(URL[]::new), ToyProviderBuild.class.getClassLoader());
  }

  private static List<JavaFileObject> sources(String directory) throws IOException {
    var sources = new ArrayList<JavaFileObject>();
    for (Path file : files(EXAMPLE.resolve(directory))) {
      sources.add(new Text(file, Files.readString(file)));
    }
    return sources;
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
    return classes.stream().map(ToyProviderBuild::jar).distinct().toList();
  }

  private static Path jar(Class<?> one) {
    try {
      return Path.of(one.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static void compile(List<JavaFileObject> sources, Path classes, List<Path> with)
      throws IOException {
    Files.createDirectories(classes);
    String classPath =
        with.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    var options = List.of("-d", classes.toString(), "-cp", classPath, "-proc:none", "-nowarn");
    var errors = new StringWriter();
    // One for all compilations: it keeps what it has read of the jars.
    if (!COMPILER.getTask(errors, FILES, null, options, null, sources).call()) {
      throw new AssertionError("the example does not compile: " + errors);
    }
  }

  /** The example's pom. */
  static Path pom() {
    return EXAMPLE.resolve("pom.xml");
  }

  /** Where its classes and services are found. */
  public ClassLoader classLoader() {
    return loader;
  }

  /**
   * Runs a suite of the example; names of the tests that fail.
   *
   * @param suite its class, such as {@code toy.ToyPoolContractTest}
   * @param least how many tests of the kit run at least
   */
  Set<String> failedTests(String suite, int least) throws ClassNotFoundException {
    Run run = run(suite, _ -> true);
    if (run.ran().size() < least) {
      throw new AssertionError("only " + run.ran().size() + " tests of the kit ran");
    }
    return run.failed();
  }

  /** Whether a test of the kit fails for a suite, in any of its variants. */
  boolean fails(String suite, String test) throws ClassNotFoundException {
    Run run = run(suite, test::equals);
    if (run.ran().isEmpty()) {
      throw new AssertionError("the kit has no test " + test);
    }
    return run.failed().contains(test);
  }

  /**
   * What came of tests.
   *
   * @param ran their identities
   * @param failed the names of the methods that failed
   */
  private record Run(Set<String> ran, Set<String> failed) {}

  private Run run(String suite, Predicate<String> wanted) throws ClassNotFoundException {
    var run = new Run(new TreeSet<>(), new TreeSet<>());
    var listener =
        new TestExecutionListener() {
          @Override
          public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            if (test.isTest()) {
              run.ran().add(test.getUniqueId());
              if (result.getStatus() == TestExecutionResult.Status.FAILED) {
                run.failed().add(method(test));
              }
            }
          }
        };
    Class<?> contract = loader.loadClass("org.example." + suite);
    PostDiscoveryFilter filter =
        test ->
            FilterResult.includedIf(
                test.getSource()
                    .filter(MethodSource.class::isInstance)
                    .map(MethodSource.class::cast)
                    .map(MethodSource::getMethodName)
                    .filter(wanted.negate())
                    .isEmpty());
    var request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(DiscoverySelectors.selectClass(contract))
            .filters(filter)
            .build();
    // Whoever listens to this build's own tests is not concerned.
    var config =
        LauncherConfig.builder()
            .enableLauncherSessionListenerAutoRegistration(false)
            .enableTestExecutionListenerAutoRegistration(false)
            .build();
    LauncherFactory.create(config).execute(request, listener);
    return run;
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
