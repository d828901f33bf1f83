import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * Repeats the integration tests while other work keeps the cores busy, and tells each test that
 * failed at least once. {@code tools/explore repeats --help} says how.
 */
final class RepeatTests {
  private static final String USAGE =
      """
      tools/explore repeats [--runs N] [--since REV] [--busy N] [-- ARGUMENTS OF MVN]
        --runs N      how often (default: 10)
        --since REV   only tests that were touched since a revision: changed tests; all tests of modules of which
                      anything else changed
        --busy N      processes that keep the cores busy (default: as many as there are cores)
      tools/explore repeats --report DIRECTORY
        tells again what came of earlier runs: DIRECTORY/run-1/TEST-*.xml and so on
      """;

  /** What Maven runs; the profile leaves the unit tests out. */
  private static final List<String> MAVEN =
      List.of(
          "mvn",
          "-B",
          "-ntp",
          "verify",
          "-Prepeat",
          "-Dmaven.test.failure.ignore=true",
          "-Dfailsafe.failIfNoSpecifiedTests=false");

  private final Path root;
  private final PrintStream out;

  private RepeatTests(Path root, PrintStream out) {
    this.root = root;
    this.out = out;
  }

  public static void main(String[] args) throws Exception {
    System.exit(run(Path.of(System.getProperty("weir.root", ".")), args, System.out));
  }

  static int run(Path root, String[] args, PrintStream out) throws Exception {
    int runs = 10;
    int busy = Runtime.getRuntime().availableProcessors();
    Optional<String> since = Optional.empty();
    List<String> maven = List.of();
    for (int i = 0; i < args.length; i++) {
      switch (args[i]) {
        case "--runs" -> runs = Integer.parseInt(args[++i]);
        case "--busy" -> busy = Integer.parseInt(args[++i]);
        case "--since" -> since = Optional.of(args[++i]);
        case "--report" -> {
          return report(Path.of(args[i + 1]), List.of(), out);
        }
        case "--" -> {
          maven = List.of(args).subList(i + 1, args.length);
          i = args.length;
        }
        default -> {
          out.print(USAGE);
          return args[i].equals("--help") ? 0 : 2;
        }
      }
    }
    return new RepeatTests(root.toAbsolutePath().normalize(), out).repeat(runs, busy, since, maven);
  }

  private int repeat(int runs, int busy, Optional<String> since, List<String> more)
      throws Exception {
    var command = new ArrayList<>(MAVEN);
    if (since.isPresent()) {
      Set<String> tests = touched(changed(since.get()), integrationTests());
      if (tests.isEmpty()) {
        out.println("no integration test was touched since " + since.get());
        return 0;
      }
      out.println("touched since " + since.get() + ": " + String.join(", ", tests));
      command.add("-Dit.test=" + String.join(",", tests));
    }
    command.addAll(more);
    Path results = root.resolve("target/repeat-tests");
    delete(results);
    var broken = new ArrayList<String>();
    try (var load = new Load(busy)) {
      for (int run = 1; run <= runs; run++) {
        Path directory = Files.createDirectories(results.resolve("run-" + run));
        for (Path old : reports()) {
          Files.delete(old);
        }
        int code = execute(command, directory.resolve("mvn.log"));
        int number = 0;
        for (Path report : reports()) {
          // Modules may have classes of the same name.
          Path copy = directory.resolve("TEST-" + number++ + "-" + report.getFileName());
          Files.copy(report, copy, StandardCopyOption.REPLACE_EXISTING);
        }
        if (code != 0) {
          broken.add(
              "run %d: mvn ended with code %d, see %s/mvn.log".formatted(run, code, directory));
        }
        out.printf("run %d of %d: %d test classes%n", run, runs, number);
      }
    }
    return report(results, broken, out);
  }

  /** The tests that a change touched, by the simple names of their classes. */
  static Set<String> touched(Set<String> changed, Set<String> integrationTests) {
    var touched = new TreeSet<String>();
    for (String file : changed) {
      for (String test : integrationTests) {
        boolean moved = file.endsWith("IT.java") ? file.equals(test) : sameModule(file, test);
        if (moved) {
          touched.add(Path.of(test).getFileName().toString().replace(".java", ""));
        }
      }
    }
    return touched;
  }

  /** A file of no module, such as the root's pom, concerns all; a text that people read, none. */
  private static boolean sameModule(String file, String test) {
    if (file.endsWith(".md")) {
      return false;
    }
    int source = file.indexOf("/src/");
    String module = source < 0 ? file.replaceFirst("[^/]*$", "") : file.substring(0, source + 1);
    return test.startsWith(module);
  }

  private Set<String> changed(String revision) throws Exception {
    var changed = new TreeSet<String>();
    changed.addAll(git("diff", "--name-only", "--diff-filter=d", revision));
    changed.addAll(git("ls-files", "--others", "--exclude-standard"));
    return changed;
  }

  private Set<String> integrationTests() throws Exception {
    return git("ls-files", "--cached", "--others", "--exclude-standard", "*IT.java").stream()
        .filter(file -> file.contains("src/test/"))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private List<String> git(String... arguments) throws Exception {
    var command = Stream.concat(Stream.of("git"), Stream.of(arguments)).toList();
    Process git =
        new ProcessBuilder(command)
            .directory(root.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    List<String> lines = git.inputReader().lines().toList();
    if (git.waitFor() != 0) {
      throw new IOException(String.join(" ", command) + " failed");
    }
    return lines;
  }

  private int execute(List<String> command, Path log) throws Exception {
    Process process =
        new ProcessBuilder(command)
            .directory(root.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    var end = new Thread(process::destroy);
    Runtime.getRuntime().addShutdownHook(end);
    int code = process.waitFor();
    Runtime.getRuntime().removeShutdownHook(end);
    return code;
  }

  /** What failsafe left of the last run. */
  private List<Path> reports() throws IOException {
    var found = new ArrayList<Path>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<Path>() {
          @Override
          public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) {
            String name = dir.getFileName().toString();
            boolean skip = !dir.equals(root) && (name.startsWith(".") || name.equals("src"));
            return skip ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.getParent().endsWith("target/failsafe-reports") && isReport(file)) {
              found.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return found.stream().sorted().toList();
  }

  private static boolean isReport(Path file) {
    return file.getFileName().toString().matches("TEST-.*\\.xml");
  }

  private static void delete(Path directory) throws IOException {
    if (Files.exists(directory)) {
      try (Stream<Path> all = Files.walk(directory)) {
        for (Path path : all.sorted((a, b) -> b.compareTo(a)).toList()) {
          Files.delete(path);
        }
      }
    }
  }

  /** Tells what came of the runs; 0 when every test that ran succeeded in each. */
  private static int report(Path results, List<String> broken, PrintStream out) throws Exception {
    var outcomes = new TreeMap<String, TreeMap<Integer, String>>();
    int runs = 0;
    Path run = results.resolve("run-1");
    while (Files.isDirectory(run)) {
      runs++;
      try (Stream<Path> files = Files.list(run)) {
        for (Path file : files.filter(RepeatTests::isReport).sorted().toList()) {
          int number = runs;
          outcomes(file)
              .forEach(
                  (test, outcome) ->
                      outcomes
                          .computeIfAbsent(test, any -> new TreeMap<>())
                          .merge(number, outcome, RepeatTests::worse));
        }
      }
      run = results.resolve("run-" + (runs + 1));
    }
    var lines = new ArrayList<String>(broken);
    for (Map.Entry<String, TreeMap<Integer, String>> test : outcomes.entrySet()) {
      lines.addAll(trouble(test.getKey(), test.getValue(), runs));
    }
    if (outcomes.isEmpty()) {
      lines.add("no test ran");
    }
    out.printf(
        "%d runs of %d tests, %s%n",
        runs, outcomes.size(), lines.isEmpty() ? "clean" : "not clean:");
    lines.forEach(out::println);
    return lines.isEmpty() ? 0 : 1;
  }

  private static List<String> trouble(String test, Map<Integer, String> outcomes, int runs) {
    var lines = new ArrayList<String>();
    List<Integer> failed =
        outcomes.entrySet().stream()
            .filter(one -> one.getValue().equals("failed"))
            .map(Map.Entry::getKey)
            .toList();
    if (!failed.isEmpty()) {
      lines.add(told(test, "failed", failed, runs));
    }
    List<Integer> absent =
        Stream.iterate(1, run -> run <= runs, run -> run + 1)
            .filter(run -> !outcomes.containsKey(run))
            .toList();
    if (!absent.isEmpty()) {
      lines.add(told(test, "did not run", absent, runs));
    }
    return lines;
  }

  private static String told(String test, String what, List<Integer> in, int runs) {
    String numbers = in.stream().map(String::valueOf).collect(Collectors.joining(", "));
    return "%s %s in %d of %d (%s)".formatted(test, what, in.size(), runs, numbers);
  }

  private static String worse(String one, String other) {
    return one.equals("failed") ? one : other;
  }

  private static Map<String, String> outcomes(Path report) throws Exception {
    var factory = DocumentBuilderFactory.newInstance();
    factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
    Document document = factory.newDocumentBuilder().parse(report.toFile());
    var outcomes = new TreeMap<String, String>();
    var cases = document.getElementsByTagName("testcase");
    for (int i = 0; i < cases.getLength(); i++) {
      var one = (Element) cases.item(i);
      String name = one.getAttribute("classname") + "#" + one.getAttribute("name");
      outcomes.merge(name, outcome(one), RepeatTests::worse);
    }
    return outcomes;
  }

  private static String outcome(Element testcase) {
    for (Node child = testcase.getFirstChild(); child != null; child = child.getNextSibling()) {
      // A test that failed first and succeeded when it was repeated has failed.
      if (Set.of("failure", "error", "flakyFailure", "flakyError").contains(child.getNodeName())) {
        return "failed";
      }
    }
    return "ran";
  }

  /** Other work for the cores; each process ends by itself when this one has ended. */
  private static final class Load implements AutoCloseable {
    private static final String LOOP =
        "while kill -0 %d 2>/dev/null; do i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; done";

    private final List<Process> processes = new ArrayList<>();
    private final Thread atExit = new Thread(this::end);

    Load(int size) throws IOException {
      Runtime.getRuntime().addShutdownHook(atExit);
      String loop = LOOP.formatted(ProcessHandle.current().pid());
      for (int i = 0; i < size; i++) {
        processes.add(new ProcessBuilder("sh", "-c", loop).start());
      }
    }

    private void end() {
      processes.forEach(Process::destroyForcibly);
    }

    @Override
    public void close() {
      end();
      Runtime.getRuntime().removeShutdownHook(atExit);
    }
  }
}
