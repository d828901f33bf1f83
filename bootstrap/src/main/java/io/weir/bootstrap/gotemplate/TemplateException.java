package io.weir.bootstrap.gotemplate;

import io.weir.api.Excerpt;

/**
 * A template cannot be read or filled. The message says which line and why; it quotes no text but
 * names in actions.
 */
public final class TemplateException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String unquoted;

  TemplateException(int line, String why) {
    this(line, why, why);
  }

  private TemplateException(int line, String why, String unquoted) {
    super("line " + line + ": " + why);
    this.unquoted = "line " + line + ": " + unquoted;
  }

  /**
   * Why, by a name that the template has.
   *
   * @param why with a place for the name
   */
  static TemplateException ofName(int line, String why, String name) {
    return new TemplateException(
        line, why.formatted(Excerpt.of(name)), why.formatted("what stands there"));
  }

  /** There are more of them within each other than the reader of a template has stack for. */
  static TemplateException tooDeep(int line, String what) {
    return new TemplateException(
        line, "%s are nested more than %d deep".formatted(what, GoTemplate.DEEPEST));
  }

  /** The message without any word of the template, for one that is secret. */
  public String unquotedMessage() {
    return unquoted;
  }
}
