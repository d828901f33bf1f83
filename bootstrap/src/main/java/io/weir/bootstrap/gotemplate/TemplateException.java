package io.weir.bootstrap.gotemplate;

/** A template cannot be read or filled. The message says which line and why; it quotes no text. */
public final class TemplateException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  TemplateException(int line, String why) {
    super("line " + line + ": " + why);
  }
}
