package io.weir.sandbox.live.screen;

/** How a piece of text looks, by the code that ANSI terminals have for it. */
enum TextStyle {
  PLAIN(""),
  STRONG("1"),
  FAINT("2"),
  GOOD("32"),
  WAITING("33"),
  BAD("31");

  private final String code;

  TextStyle(String code) {
    this.code = code;
  }

  String apply(String text) {
    return code.isEmpty() || text.isEmpty() ? text : "\033[" + code + "m" + text + "\033[0m";
  }
}
