package io.weir.api;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.LinkedHashMap;

/**
 * Makes trees that take little memory, since caches keep thousands of them: texts that occur again
 * and again, such as kinds, names and condition types, are one node, and the maps of objects begin
 * as small as most of them stay.
 */
final class CompactNodeFactory extends JsonNodeFactory {

  private static final long serialVersionUID = 1L;

  /** A power of two; beyond it the latest text of a slot wins. */
  private static final int SLOTS = 1 << 13;

  /** Longer texts, such as messages and data, seldom occur twice. */
  private static final int LONGEST = 64;

  private static final int SMALL = 4;

  /** Racing threads may each put a node of theirs: equal nodes, of which one stays. */
  private final transient TextNode[] shared = new TextNode[SLOTS];

  @Override
  public TextNode textNode(String text) {
    if (text == null || text.isEmpty() || text.length() > LONGEST) {
      return super.textNode(text);
    }
    int hash = text.hashCode();
    int slot = (hash ^ (hash >>> 16)) & (SLOTS - 1);
    TextNode found = shared[slot];
    if (found != null && found.textValue().equals(text)) {
      return found;
    }
    TextNode made = super.textNode(text);
    shared[slot] = made;
    return made;
  }

  @Override
  public ObjectNode objectNode() {
    return new ObjectNode(this, new LinkedHashMap<>(SMALL));
  }
}
