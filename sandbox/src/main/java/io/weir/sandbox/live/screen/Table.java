package io.weir.sandbox.live.screen;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Rows under headings. Where there is no room for all columns, the least important go first.
 *
 * @param columns the headings, from left to right
 * @param rows a cell for each column
 */
record Table(List<Column> columns, List<List<Cell>> rows) {
  private static final int GAP = 2;

  /**
   * A heading.
   *
   * @param heading its text
   * @param importance the lower, the sooner it goes
   * @param number whether it is flush right
   */
  record Column(String heading, int importance, boolean number) {
    static Column text(String heading, int importance) {
      return new Column(heading, importance, false);
    }

    static Column number(String heading, int importance) {
      return new Column(heading, importance, true);
    }
  }

  /** What stands in a row under a heading. */
  record Cell(String text, Ink ink) {
    static Cell of(Object text) {
      return new Cell(String.valueOf(text), Ink.PLAIN);
    }
  }

  /** The heading and the rows, no more than so many lines of so many columns. */
  List<Line> lines(int width, int most) {
    List<Integer> shown = fitting(width);
    var lines = new ArrayList<Line>();
    lines.add(
        line(shown, columns.stream().map(c -> new Cell(c.heading(), Ink.FAINT)).toList())
            .cut(width));
    int room = rows.size() < most ? rows.size() : Math.max(0, most - 2);
    rows.stream().limit(room).forEach(row -> lines.add(line(shown, row).cut(width)));
    if (room < rows.size() && most > 1) {
      lines.add(Line.of("  … and %d more".formatted(rows.size() - room), Ink.FAINT).cut(width));
    }
    return lines;
  }

  private List<Integer> fitting(int width) {
    var shown = new ArrayList<>(IntStream.range(0, columns.size()).boxed().toList());
    while (shown.size() > 1
        && shown.stream().mapToInt(column -> width(column) + GAP).sum() - GAP > width) {
      Integer least =
          shown.stream()
              .min(Comparator.comparingInt(column -> columns.get(column).importance()))
              .orElseThrow();
      shown.removeIf(least::equals);
    }
    return shown;
  }

  private int width(int column) {
    return Math.max(
        columns.get(column).heading().length(),
        rows.stream().mapToInt(row -> row.get(column).text().length()).max().orElse(0));
  }

  private Line line(List<Integer> shown, List<Cell> row) {
    Line line = Line.EMPTY;
    for (Integer column : shown) {
      Cell cell = row.get(column);
      String space = " ".repeat(Math.max(0, width(column) - cell.text().length()));
      if (columns.get(column).number()) {
        line = line.and(space, Ink.PLAIN).and(cell.text(), cell.ink());
      } else {
        line = line.and(cell.text(), cell.ink()).and(space, Ink.PLAIN);
      }
      if (!column.equals(shown.getLast())) {
        line = line.and(" ".repeat(GAP), Ink.PLAIN);
      }
    }
    return line;
  }
}
