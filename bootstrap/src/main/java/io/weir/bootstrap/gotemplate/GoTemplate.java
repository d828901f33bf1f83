package io.weir.bootstrap.gotemplate;

import io.weir.bootstrap.gotemplate.TemplateSegment.Action;
import io.weir.bootstrap.gotemplate.TemplateSegment.LiteralText;
import java.util.List;

/**
 * Fills a template: {@code {{ .a.b }}}, {@code if}, {@code else if}, {@code else}, {@code end},
 * comments, trimming dashes, texts, whole numbers, parentheses, pipelines, and the functions {@code
 * and}, {@code or}, {@code not}, {@code eq}, {@code ne}, {@code slice}, {@code print}. A value that
 * is not known may be asked about but not printed, where Go would print a placeholder.
 */
public final class GoTemplate {

  /** Parentheses within parentheses, and conditions within conditions: each takes stack. */
  static final int DEEPEST = 100;

  private final List<TemplateSegment> pieces;
  private final ExpressionEvaluator expressionEvaluator;
  private final StringBuilder out = new StringBuilder();
  private final int limit;
  private int next;
  private int depth;

  private GoTemplate(String template, TemplateValue.MapValue data, int limit) {
    this.pieces = TemplateSegment.split(template);
    this.expressionEvaluator = new ExpressionEvaluator(data);
    this.limit = limit;
  }

  /**
   * The text that a template gives.
   *
   * @param limit the most characters that it may have
   * @throws TemplateException if it is malformed, uses what is not supported, prints what is not
   *     known, is nested too deep or becomes too long
   */
  public static String render(String template, TemplateValue.MapValue data, int limit) {
    var filling = new GoTemplate(template, data, limit);
    Action end = filling.block(true);
    if (!end.equals(END_OF_TEXT)) {
      throw new TemplateException(end.line(), word(end) + " without if");
    }
    return filling.out.toString();
  }

  private static final Action END_OF_TEXT = new Action(0, "");

  /** Goes to the end of the block; what is not printed is checked all the same. */
  private Action block(boolean print) {
    while (next < pieces.size()) {
      switch (pieces.get(next++)) {
        case LiteralText(int line, String text) -> print(print, line, text);
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
    TemplateValue templateValue = expressionEvaluator.evaluate(action.line(), action.code(), print);
    if (print) {
      print(true, action.line(), TemplateFunctions.text(action.line(), templateValue));
    }
  }

  private void condition(Action opening, boolean print) {
    depth++;
    if (depth > DEEPEST) {
      throw TemplateException.tooDeep(opening.line(), "ifs");
    }
    Action branch = opening;
    boolean done = false;
    while (true) {
      String asked = asked(branch);
      boolean taken = !done && (asked.isEmpty() || truth(branch, asked, print));
      done |= taken;
      Action end = block(print && taken);
      if (end.equals(END_OF_TEXT)) {
        throw new TemplateException(opening.line(), "if without end");
      }
      if (word(end).equals("end")) {
        depth--;
        return;
      }
      if (asked.isEmpty()) {
        throw new TemplateException(end.line(), "else after else");
      }
      branch = end;
    }
  }

  private boolean truth(Action action, String code, boolean print) {
    return expressionEvaluator.evaluate(action.line(), code, print).isTruthy();
  }

  /** What a branch asks; empty for a plain else. */
  private static String asked(Action branch) {
    String rest = branch.code().substring(word(branch).length()).strip();
    if (word(branch).equals("if")) {
      if (rest.isEmpty()) {
        throw new TemplateException(branch.line(), "if without a value");
      }
      return rest;
    }
    if (rest.isEmpty()) {
      return "";
    }
    if (!rest.matches("(?s)if\\s.*")) {
      throw new TemplateException(branch.line(), "else may be followed only by if");
    }
    return rest.substring(2).strip();
  }

  private void print(boolean print, int line, String text) {
    if (!print) {
      return;
    }
    if (out.length() + text.length() > limit) {
      throw new TemplateException(line, "the output is longer than " + limit + " characters");
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
