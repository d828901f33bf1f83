package io.weir.clouds.aws.wire;

/** Elements and texts, nothing else. */
final class Xml {
  private final StringBuilder out =
      new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");

  Xml open(String element) {
    out.append('<').append(element).append('>');
    return this;
  }

  Xml open(String element, String namespace) {
    out.append('<').append(element).append(" xmlns=\"").append(namespace).append("\">");
    return this;
  }

  Xml text(String element, String text) {
    open(element);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> out.append("&amp;");
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '\r' -> out.append("&#13;");
        default -> out.append(c);
      }
    }
    return close(element);
  }

  Xml close(String element) {
    out.append("</").append(element).append('>');
    return this;
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
