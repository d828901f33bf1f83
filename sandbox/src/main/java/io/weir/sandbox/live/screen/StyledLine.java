package io.weir.sandbox.live.screen;

import java.util.ArrayList;
import java.util.List;

/**
 * One line of a screen, of pieces that look differently. A character counts as one column.
 *
 * @param pieces from left to right
 */
record StyledLine(List<Piece> pieces) {
  static final StyledLine EMPTY = new StyledLine(List.of());
  private static final String CUT = "…";

  /** Text in one style. */
  record Piece(String text, TextStyle style) {}

  StyledLine {
    pieces = List.copyOf(pieces);
  }

  static StyledLine of(String text, TextStyle textStyle) {
    return EMPTY.append(text, textStyle);
  }

  static StyledLine of(String text) {
    return of(text, TextStyle.PLAIN);
  }

  /** With more text behind. */
  StyledLine append(String text, TextStyle textStyle) {
    var more = new ArrayList<>(pieces);
    // Nothing that came from outside may steer the terminal.
    more.add(new Piece(text.replaceAll("\\p{Cntrl}+", " "), textStyle));
    return new StyledLine(more);
  }

  /** With more pieces behind. */
  StyledLine append(StyledLine more) {
    var all = new ArrayList<>(pieces);
    all.addAll(more.pieces);
    return new StyledLine(all);
  }

  int length() {
    return pieces.stream().mapToInt(piece -> piece.text().length()).sum();
  }

  /** The same in no more than so many columns. */
  StyledLine truncate(int width) {
    if (length() <= width) {
      return this;
    }
    var kept = new ArrayList<Piece>();
    int left = width - 1;
    for (Piece piece : pieces) {
      if (piece.text().length() > left) {
        kept.add(new Piece(piece.text().substring(0, Math.max(0, left)) + CUT, piece.style()));
        break;
      }
      kept.add(piece);
      left -= piece.text().length();
    }
    return new StyledLine(kept);
  }

  /** As plain text. */
  String text() {
    var text = new StringBuilder();
    pieces.forEach(piece -> text.append(piece.text()));
    return text.toString().stripTrailing();
  }

  /** With the codes for a terminal. */
  String ansiText() {
    var text = new StringBuilder();
    pieces.forEach(piece -> text.append(piece.style().apply(piece.text())));
    return text.toString();
  }
}
