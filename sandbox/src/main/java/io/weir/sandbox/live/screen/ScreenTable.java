package io.weir.sandbox.live.screen;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Rows under headings. Where there is no room for all columns, the least important go first; before
 * one that matters goes, texts that may be are cut.
 *
 * @param columns the headings, from left to right
 * @param rows a cell for each column
 */
record ScreenTable(List<Column> columns, List<List<Cell>> rows) {
  private static final int GAP = 2;

  /**
   * A heading.
   *
   * @param heading its text
   * @param importance the lower, the sooner it goes
   * @param numeric whether it is flush right
   * @param minWidth to how many characters its texts may be cut; 0 for not at all
   * @param shrinkBefore they are cut before a column of this importance goes
   */
  record Column(String heading, int importance, boolean numeric, int minWidth, int shrinkBefore) {
    static Column text(String heading, int importance) {
      return new Column(heading, importance, false, 0, 0);
    }

    static Column number(String heading, int importance) {
      return new Column(heading, importance, true, 0, 0);
    }

    /** The same, with texts that may be cut. */
    Column shrinkable(int newLeast, int newBefore) {
      return new Column(heading, importance, numeric, newLeast, newBefore);
    }
  }

  /** What stands in a row under a heading. */
  record Cell(String text, TextStyle style) {
    static Cell of(Object text) {
      return new Cell(String.valueOf(text), TextStyle.PLAIN);
    }
  }

  /** The heading and the rows, no more than so many lines of so many columns. */
  List<StyledLine> lines(int width, int most) {
    SortedMap<Integer, Integer> shown = fitting(width);
    var lines = new ArrayList<StyledLine>();
    lines.add(
        line(shown, columns.stream().map(c -> new Cell(c.heading(), TextStyle.FAINT)).toList())
            .truncate(width));
    int room = rows.size() < most ? rows.size() : Math.max(0, most - 2);
    rows.stream().limit(room).forEach(row -> lines.add(line(shown, row).truncate(width)));
    if (room < rows.size() && most > 1) {
      lines.add(
          StyledLine.of("  … and %d more".formatted(rows.size() - room), TextStyle.FAINT)
              .truncate(width));
    }
    return lines;
  }

  /** The columns that are shown, each with its width. */
  private SortedMap<Integer, Integer> fitting(int width) {
    var shown = new TreeMap<Integer, Integer>();
    IntStream.range(0, columns.size()).forEach(column -> shown.put(column, width(column)));
    while (shown.size() > 1 && excess(shown, width) > 0) {
      Integer least =
          Collections.min(
              shown.keySet(), Comparator.comparingInt(column -> columns.get(column).importance()));
      int importance = columns.get(least).importance();
      shown.replaceAll((column, now) -> shortened(column, now, importance, excess(shown, width)));
      if (excess(shown, width) > 0) {
        shown.remove(least);
      }
    }
    return shown;
  }

  private static int excess(SortedMap<Integer, Integer> shown, int width) {
    return shown.values().stream().mapToInt(each -> each + GAP).sum() - GAP - width;
  }

  private int shortened(int column, int now, int importance, int excess) {
    Column one = columns.get(column);
    return one.minWidth() == 0 || importance < one.shrinkBefore()
        ? now
        : Math.max(now - Math.max(0, excess), Math.min(now, one.minWidth()));
  }

  private int width(int column) {
    return Math.max(
        columns.get(column).heading().length(),
        rows.stream().mapToInt(row -> row.get(column).text().length()).max().orElse(0));
  }

  private StyledLine line(SortedMap<Integer, Integer> shown, List<Cell> row) {
    StyledLine styledLine = StyledLine.EMPTY;
    for (Map.Entry<Integer, Integer> column : shown.entrySet()) {
      Cell whole = row.get(column.getKey());
      StyledLine text = StyledLine.of(whole.text(), whole.style()).truncate(column.getValue());
      StyledLine space = StyledLine.of(" ".repeat(column.getValue() - text.length()));
      styledLine =
          columns.get(column.getKey()).numeric()
              ? styledLine.append(space).append(text)
              : styledLine.append(text).append(space);
      if (!column.getKey().equals(shown.lastKey())) {
        styledLine = styledLine.append(" ".repeat(GAP), TextStyle.PLAIN);
      }
    }
    return styledLine;
  }
}
