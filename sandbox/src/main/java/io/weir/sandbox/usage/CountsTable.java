package io.weir.sandbox.usage;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Counts as aligned columns for a terminal. */
public final class CountsTable {
  private static final String GAP = "  ";

  private CountsTable() {}

  /** A row for each kind, a column for each verb, sums on both sides. */
  public static List<String> of(RequestCounts counts) {
    SortedSet<String> verbs = new TreeSet<>();
    SortedSet<String> kinds = new TreeSet<>();
    counts
        .byType()
        .keySet()
        .forEach(
            requestType -> {
              verbs.add(requestType.verb());
              kinds.add(requestType.resource());
            });
    var rows = new ArrayList<List<String>>();
    rows.add(row("", verbs.stream().toList(), "all"));
    for (String kind : kinds) {
      rows.add(
          row(
              kind,
              verbs.stream()
                  .map(
                      verb ->
                          number(
                              counts.total(
                                  s -> s.resource().equals(kind) && s.verb().equals(verb))))
                  .toList(),
              number(counts.total(s -> s.resource().equals(kind)))));
    }
    rows.add(
        row(
            "all",
            verbs.stream().map(verb -> number(counts.total(s -> s.verb().equals(verb)))).toList(),
            number(counts.total())));
    return aligned(rows);
  }

  /** A row for each action. */
  public static List<String> of(CloudCallCounts counts) {
    var rows = new ArrayList<List<String>>();
    counts.byAction().forEach((action, count) -> rows.add(List.of(action, number(count))));
    rows.add(List.of("all", number(counts.total())));
    return aligned(rows);
  }

  private static List<String> row(String first, List<String> middle, String last) {
    var row = new ArrayList<String>();
    row.add(first);
    row.addAll(middle);
    row.add(last);
    return row;
  }

  private static String number(long count) {
    return count == 0 ? "·" : Long.toString(count);
  }

  private static List<String> aligned(List<List<String>> rows) {
    int columns = rows.getFirst().size();
    List<Integer> widths =
        IntStream.range(0, columns)
            .mapToObj(
                column -> rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0))
            .toList();
    return rows.stream()
        .map(
            row ->
                IntStream.range(0, columns)
                    .mapToObj(column -> cell(row.get(column), widths.get(column), column == 0))
                    .collect(Collectors.joining(GAP)))
        .toList();
  }

  private static String cell(String text, int width, boolean left) {
    String padding = " ".repeat(width - text.length());
    return left ? text + padding : padding + text;
  }
}
