package io.weir.bootstrap.gotemplate;

import java.util.regex.Pattern;

/**
 * A template cannot be read or filled. The message says which line and why; it quotes no text but
 * names in actions.
 */
public final class TemplateException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private static final Pattern WORD = Pattern.compile("[A-Za-z]{1,30}|(\\.[A-Za-z]{1,30}){1,4}");
  private static final String UNQUOTED = "what stands there";

  private final String unquoted;

  TemplateException(int line, String why) {
    this(line, why, why);
  }

  private TemplateException(int line, String why, String unquoted) {
    super("line " + line + ": " + why);
    this.unquoted = "line " + line + ": " + unquoted;
  }

  /**
   * Why, by a name that the template has. Quoted is only what looks like one of a function or a
   * field, and not like a secret that somebody has put in braces.
   *
   * @param why with a place for the name
   */
  static TemplateException ofName(int line, String why, String name) {
    return new TemplateException(
        line,
        why.formatted(WORD.matcher(name).matches() ? name : UNQUOTED),
        why.formatted(UNQUOTED));
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
