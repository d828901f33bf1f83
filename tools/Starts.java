import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Holds what a module's tests started to the table in CONTRIBUTING.md, and tells what they skipped:
 * {@code Starts clear FILE} before them, {@code Starts check FILE MODULE TABLE} after them. The
 * file is the one that the system property {@code weir.starts} named to the tests; the table calls
 * a module as its directory is called. What tests start that are repeated does not count.
 */
final class Starts {
  private static final String MODULE = "module";

  /** What is counted, as the file and the heads of the table name it. */
  private static final List<Kind> KINDS =
      List.of(
          new Kind("control-plane", "control planes"),
          new Kind("jvm", "JVMs"),
          new Kind("manager", "managers"));

  private record Kind(String word, String column) {}

  public static void main(String[] args) throws Exception {
    System.exit(run(args, System.out, System.err));
  }

  static int run(String[] args, PrintStream out, PrintStream err) throws Exception {
    Path file = Path.of(args[1]);
    if (args[0].equals("clear")) {
      Files.deleteIfExists(file);
      return 0;
    }
    String module = Path.of(args[2]).getFileName().toString();
    Path table = Path.of(args[3]);
    List<String> lines = firstRun(file);
    List<String> errors = excess(module, lines, table);
    out.println(module + ": " + counted(lines));
    lines.stream().filter(line -> line.startsWith("skipped ")).sorted().forEach(out::println);
    errors.forEach(err::println);
    return errors.isEmpty() ? 0 : 1;
  }

  /** What was noted before the first test was repeated. */
  private static List<String> firstRun(Path file) throws Exception {
    return Files.exists(file)
        ? Files.readAllLines(file).stream().takeWhile(line -> !line.equals("repeat")).toList()
        : List.of();
  }

  private static List<String> excess(String module, List<String> lines, Path table)
      throws Exception {
    Map<String, String> row = row(module, Files.readAllLines(table));
    if (row.isEmpty()) {
      return List.of("%s has no table of starts with a row for %s".formatted(table, module));
    }
    var errors = new ArrayList<String>();
    for (Kind kind : KINDS) {
      String cell = row.getOrDefault(kind.column(), "");
      long started = count(lines, kind.word());
      if (!cell.matches("\\d+")) {
        errors.add(
            "%s says no number of %s for %s: \"%s\"".formatted(table, kind.column(), module, cell));
      } else if (started > Long.parseLong(cell)) {
        errors.add(
            ("the tests of %s started %d %s, and %s allows %s: let tests share one, or change the"
                    + " table and say why")
                .formatted(module, started, kind.column(), table, cell));
      }
    }
    return errors;
  }

  /** The cells of a module's row by the heads of their columns; empty when there is none. */
  private static Map<String, String> row(String module, List<String> text) {
    List<String> heads = List.of();
    for (String line : text) {
      List<String> cells = cells(line);
      if (cells.isEmpty()) {
        heads = List.of();
      } else if (heads.isEmpty()) {
        heads = cells;
      } else if (heads.containsAll(KINDS.stream().map(Kind::column).toList())
          && heads.indexOf(MODULE) >= 0
          && heads.size() == cells.size()
          && cells.get(heads.indexOf(MODULE)).equals(module)) {
        var row = new LinkedHashMap<String, String>();
        for (int i = 0; i < heads.size(); i++) {
          row.put(heads.get(i), cells.get(i));
        }
        return row;
      }
    }
    return Map.of();
  }

  private static List<String> cells(String line) {
    String row = line.strip();
    if (!row.startsWith("|") || !row.endsWith("|") || row.length() < 2) {
      return List.of();
    }
    return List.of(row.substring(1, row.length() - 1).split("\\|", -1)).stream()
        .map(cell -> cell.replace("`", "").strip())
        .toList();
  }

  private static String counted(List<String> lines) {
    return KINDS.stream()
            .map(kind -> count(lines, kind.word()) + " " + kind.column())
            .collect(Collectors.joining(", "))
        + " started; %d tests or classes skipped".formatted(count(lines, "skipped"));
  }

  private static long count(List<String> lines, String kind) {
    return lines.stream().filter(line -> line.split(" ", 2)[0].equals(kind)).count();
  }
}
