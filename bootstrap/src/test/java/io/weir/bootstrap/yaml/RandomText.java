package io.weir.bootstrap.yaml;

import java.util.List;
import java.util.random.RandomGenerator;

/** Makes text that breaks careless emitters; the same for the same generator. */
public final class RandomText {

  private static final List<String> PIECES =
      List.of(
          "a",
          "Z",
          "0",
          "07",
          "1_000",
          "12:30:45",
          "0x1F",
          "1e3",
          ".5",
          "-",
          "- ",
          "--- ",
          "---\n",
          "...\n",
          "?",
          "? ",
          ":",
          ": ",
          " :",
          "#",
          " #",
          "# ",
          "'",
          "''",
          "\"",
          "\\",
          "\\n",
          "%",
          "%s",
          "%d ",
          "&a",
          "*a",
          "!",
          "!!int ",
          "|",
          ">",
          "|-\n",
          "{",
          "}",
          "{ ",
          "{#",
          "#}",
          "${#A[@]}",
          "[",
          "]",
          ",",
          "@",
          "`",
          "~",
          "=",
          "<<",
          "yes",
          "no",
          "n",
          "null",
          "true",
          "2001-01-01",
          " ",
          "  ",
          "\t",
          "\n",
          "\n\n",
          "\n ",
          " \n",
          "\r",
          "\r\n",
          "\u0000",
          "\u0007",
          "\u001b",
          "\u007f",
          "\u0085",
          "\u00a0",
          "\u2028",
          "\u2029",
          "\ufeff",
          "\ufffd",
          "\ufffe",
          "ä",
          "ß",
          "€",
          "日本",
          "😀",
          "$",
          "$(x)",
          "token: x",
          "kind: JoinConfiguration");

  /**
   * At least one piece, so that fields which must not be empty are not; no template, of which some
   * are refused.
   */
  public static String of(RandomGenerator random, int pieces) {
    var text = new StringBuilder();
    int count = 1 + random.nextInt(pieces);
    for (int i = 0; i < count; i++) {
      text.append(PIECES.get(random.nextInt(PIECES.size())));
    }
    return text.toString().replace("{{", "{ {").replace("{%", "{ %");
  }

  private RandomText() {}
}
