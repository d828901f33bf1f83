package io.weir.sandbox.live.screen;

import java.util.ArrayList;
import java.util.List;

/**
 * One line of a screen, of pieces that look differently. A character counts as one column.
 *
 * @param pieces from left to right
 */
record Line(List<Piece> pieces) {
  static final Line EMPTY = new Line(List.of());
  private static final String CUT = "…";

  /** Text in one ink. */
  record Piece(String text, Ink ink) {}

  Line {
    pieces = List.copyOf(pieces);
  }

  static Line of(String text, Ink ink) {
    return EMPTY.and(text, ink);
  }

  static Line of(String text) {
    return of(text, Ink.PLAIN);
  }

  /** With more text behind. */
  Line and(String text, Ink ink) {
    var more = new ArrayList<>(pieces);
    // Nothing that came from outside may steer the terminal.
    more.add(new Piece(text.replaceAll("\\p{Cntrl}+", " "), ink));
    return new Line(more);
  }

  /** With more pieces behind. */
  Line and(Line more) {
    var all = new ArrayList<>(pieces);
    all.addAll(more.pieces);
    return new Line(all);
  }

  int length() {
    return pieces.stream().mapToInt(piece -> piece.text().length()).sum();
  }

  /** The same in no more than so many columns. */
  Line cut(int width) {
    if (length() <= width) {
      return this;
    }
    var kept = new ArrayList<Piece>();
    int left = width - 1;
    for (Piece piece : pieces) {
      if (piece.text().length() > left) {
        kept.add(new Piece(piece.text().substring(0, Math.max(0, left)) + CUT, piece.ink()));
        break;
      }
      kept.add(piece);
      left -= piece.text().length();
    }
    return new Line(kept);
  }

  /** As plain text. */
  String text() {
    var text = new StringBuilder();
    pieces.forEach(piece -> text.append(piece.text()));
    return text.toString().stripTrailing();
  }

  /** With the codes for a terminal. */
  String painted() {
    var text = new StringBuilder();
    pieces.forEach(piece -> text.append(piece.ink().paint(piece.text())));
    return text.toString();
  }
}
