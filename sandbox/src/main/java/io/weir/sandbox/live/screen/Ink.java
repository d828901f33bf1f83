package io.weir.sandbox.live.screen;

/** How a piece of text looks, by the code that ANSI terminals have for it. */
enum Ink {
  PLAIN(""),
  STRONG("1"),
  FAINT("2"),
  GOOD("32"),
  WAITING("33"),
  BAD("31");

  private final String code;

  Ink(String code) {
    this.code = code;
  }

  String paint(String text) {
    return code.isEmpty() || text.isEmpty() ? text : "\033[" + code + "m" + text + "\033[0m";
  }
}
