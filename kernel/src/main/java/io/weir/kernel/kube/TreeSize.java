package io.weir.kernel.kube;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/**
 * What trees take in memory, in bytes, by estimate: rather too much than too little. Their text
 * says little about that: an empty object is three bytes of it, and thirty times as many in memory.
 */
public final class TreeSize {

  /** An object without members. */
  public static final int OBJECT = 80;

  /** An array without elements. */
  public static final int ARRAY = 100;

  /** A member, beside the characters of its name and its value. */
  public static final int MEMBER = 112;

  /** A text, beside its characters. */
  public static final int TEXT = 64;

  /** A number, or anything else. */
  public static final int OTHER = 24;

  private TreeSize() {}

  /** Of a tree, however deep. */
  public static long of(JsonNode node) {
    long size = ofNode(node);
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      size += ofMember(member.getKey()) + of(member.getValue());
    }
    if (node.isArray()) {
      for (JsonNode element : node) {
        size += of(element);
      }
    }
    return size;
  }

  /** Of what a tree begins with, without members and elements. */
  static long ofNode(JsonNode node) {
    return switch (node.getNodeType()) {
      case OBJECT -> OBJECT;
      case ARRAY -> ARRAY;
      case STRING -> TEXT + ofCharacters(node.textValue());
      default -> OTHER;
    };
  }

  /** Of a member without its value. */
  static long ofMember(String name) {
    return MEMBER + ofCharacters(name);
  }

  /** Those of Latin-1 take a byte each, but all of a text two if one is of another script. */
  private static long ofCharacters(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) > 0xff) {
        return 2L * text.length();
      }
    }
    return text.length();
  }
}
