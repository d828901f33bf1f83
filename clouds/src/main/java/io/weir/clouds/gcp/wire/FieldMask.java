package io.weir.clouds.gcp.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/**
 * The fields of an answer that a caller asks for, as {@code a,b/c,d(e,f)}.
 *
 * @see <a href="https://cloud.google.com/compute/docs/api/how-tos/performance">Partial answers</a>
 */
public final class FieldMask {

  private FieldMask() {}

  /** What is left of an answer; all of it where nothing is asked for. */
  public static JsonNode apply(String mask, JsonNode answer) {
    if (mask.isEmpty()) {
      return answer;
    }
    if (answer instanceof ArrayNode list) {
      ArrayNode left = JsonNodeFactory.instance.arrayNode();
      list.forEach(item -> left.add(apply(mask, item)));
      return left;
    }
    ObjectNode left = JsonNodeFactory.instance.objectNode();
    for (String part : parts(mask)) {
      int end = end(part);
      String name = part.substring(0, end);
      if (answer.has(name)) {
        left.set(name, apply(below(part, end), answer.path(name)));
      }
    }
    return left;
  }

  /** Where the name of the first field ends. */
  private static int end(String part) {
    for (int index = 0; index < part.length(); index++) {
      if (part.charAt(index) == '/' || part.charAt(index) == '(') {
        return index;
      }
    }
    return part.length();
  }

  private static String below(String part, int end) {
    if (end == part.length()) {
      return "";
    }
    return part.charAt(end) == '/'
        ? part.substring(end + 1)
        : part.substring(end + 1, part.length() - 1);
  }

  private static List<String> parts(String mask) {
    var parts = new ArrayList<String>();
    int depth = 0;
    int from = 0;
    for (int index = 0; index <= mask.length(); index++) {
      char at = index == mask.length() ? ',' : mask.charAt(index);
      depth += at == '(' ? 1 : at == ')' ? -1 : 0;
      if (at == ',' && depth == 0) {
        parts.add(mask.substring(from, index));
        from = index + 1;
      }
    }
    return parts;
  }
}
