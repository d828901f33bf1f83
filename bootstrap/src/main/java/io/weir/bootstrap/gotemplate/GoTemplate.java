package io.weir.bootstrap.gotemplate;

import io.weir.bootstrap.gotemplate.Piece.Action;
import io.weir.bootstrap.gotemplate.Piece.Plain;
import java.util.List;

/**
 * Fills a template: {@code {{ .a.b }}}, {@code if}, {@code else if}, {@code else}, {@code end},
 * comments, trimming dashes, texts, whole numbers, parentheses, pipelines, and the functions {@code
 * and}, {@code or}, {@code not}, {@code eq}, {@code ne}, {@code slice}, {@code print}. A value that
 * is not known may be asked about but not printed, where Go would print a placeholder.
 */
public final class GoTemplate {

  private final List<Piece> pieces;
  private final Expressions expressions;
  private final StringBuilder out = new StringBuilder();
  private final int limit;
  private int next;

  private GoTemplate(String template, Value.Group data, int limit) {
    this.pieces = Piece.cut(template);
    this.expressions = new Expressions(data);
    this.limit = limit;
  }

  /**
   * The text that a template gives.
   *
   * @param limit the most characters that it may have
   * @throws TemplateProblem if it is malformed, uses what is not supported, prints what is not
   *     known, or becomes too long
   */
  public static String fill(String template, Value.Group data, int limit) {
    var filling = new GoTemplate(template, data, limit);
    Action end = filling.block(true);
    if (!end.equals(END_OF_TEXT)) {
      throw new TemplateProblem(end.line(), word(end) + " without if");
    }
    return filling.out.toString();
  }

  private static final Action END_OF_TEXT = new Action(0, "");

  /** Goes to the end of the block; what is not printed is checked all the same. */
  private Action block(boolean print) {
    while (next < pieces.size()) {
      switch (pieces.get(next++)) {
        case Plain(int line, String text) -> print(print, line, text);
        case Action action -> {
          switch (word(action)) {
            case "if" -> condition(action, print);
            case "else", "end" -> {
              return action;
            }
            default -> value(action, print);
          }
        }
      }
    }
    return END_OF_TEXT;
  }

  private void value(Action action, boolean print) {
    Value value = expressions.value(action.line(), action.code(), print);
    if (print) {
      print(true, action.line(), Functions.text(action.line(), value));
    }
  }

  private void condition(Action opening, boolean print) {
    Action branch = opening;
    boolean done = false;
    while (true) {
      String asked = asked(branch);
      boolean taken = !done && (asked.isEmpty() || truth(branch, asked, print));
      done |= taken;
      Action end = block(print && taken);
      if (end.equals(END_OF_TEXT)) {
        throw new TemplateProblem(opening.line(), "if without end");
      }
      if (word(end).equals("end")) {
        return;
      }
      if (asked.isEmpty()) {
        throw new TemplateProblem(end.line(), "else after else");
      }
      branch = end;
    }
  }

  private boolean truth(Action action, String code, boolean print) {
    return expressions.value(action.line(), code, print).truth();
  }

  /** What a branch asks; empty for a plain else. */
  private static String asked(Action branch) {
    String rest = branch.code().substring(word(branch).length()).strip();
    if (word(branch).equals("if")) {
      if (rest.isEmpty()) {
        throw new TemplateProblem(branch.line(), "if without a value");
      }
      return rest;
    }
    if (rest.isEmpty()) {
      return "";
    }
    if (!rest.matches("(?s)if\\s.*")) {
      throw new TemplateProblem(branch.line(), "else is followed by neither if nor nothing");
    }
    return rest.substring(2).strip();
  }

  private void print(boolean print, int line, String text) {
    if (!print) {
      return;
    }
    if (out.length() + text.length() > limit) {
      throw new TemplateProblem(line, "the text becomes longer than " + limit + " characters");
    }
    out.append(text);
  }

  private static String word(Action action) {
    String code = action.code();
    int end = 0;
    while (end < code.length() && Character.isLetter(code.charAt(end))) {
      end++;
    }
    return code.substring(0, end);
  }
}
