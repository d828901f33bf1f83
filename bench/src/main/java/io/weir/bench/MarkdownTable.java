package io.weir.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A table in Markdown. */
final class MarkdownTable {
  private final List<List<String>> rows = new ArrayList<>();
  private final int columns;

  MarkdownTable(List<String> headings) {
    columns = headings.size();
    rows.add(List.copyOf(headings));
  }

  /** Adds a row with as many cells as there are headings. */
  void add(List<String> cells) {
    if (cells.size() != columns) {
      throw new IllegalArgumentException(cells.size() + " cells for " + columns + " columns");
    }
    rows.add(List.copyOf(cells));
  }

  /** The table between two empty lines. */
  List<String> lines() {
    var lines = new ArrayList<String>();
    lines.add("");
    lines.add(line(rows.getFirst()));
    lines.add("|" + "---|".repeat(columns));
    rows.stream().skip(1).map(MarkdownTable::line).forEach(lines::add);
    lines.add("");
    return lines;
  }

  private static String line(List<String> cells) {
    return cells.stream().collect(Collectors.joining(" | ", "| ", " |"));
  }
}
