package io.weir.provider.azure.account;

import io.weir.api.Excerpt;
import io.weir.provider.PrerequisiteException;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Paths of Azure Resource Manager. A path is written behind the address that a token is for, where
 * any other character may end the host, the path or the query elsewhere than it seems to.
 */
public final class ResourcePath {

  private static final Pattern SEGMENT = Pattern.compile("[A-Za-z0-9._()-]+");

  private ResourcePath() {}

  /** Whether a text is a path and nothing else: absolute, without a query, leading nowhere up. */
  public static boolean isOne(String text) {
    return text.startsWith("/") && segments(text).allMatch(ResourcePath::isName);
  }

  /** Whether a text is one segment of a path, such as a resource's name, and nothing else. */
  public static boolean isName(String text) {
    return SEGMENT.matcher(text).matches() && !leadsUp(text);
  }

  /**
   * The same text, if it is one segment of a path.
   *
   * @param field where people wrote it, as messages name it
   * @throws PrerequisiteException if it is not, with what to do about it
   */
  public static String name(String field, String text) throws PrerequisiteException {
    if (!isName(text)) {
      throw PrerequisiteException.invalid(
          "%s %s is no name of a resource of Azure: correct it".formatted(field, Excerpt.of(text)));
    }
    return text;
  }

  /** Whether a segment of a path is {@code .} or {@code ..}, which whoever reads it resolves. */
  public static boolean hasDots(String path) {
    return segments(path).anyMatch(ResourcePath::leadsUp);
  }

  /** Whether a path is another one's, or below it; Azure tells no small letters from capitals. */
  public static boolean isWithin(String path, String parent) {
    return (path + "/")
        .toLowerCase(Locale.ROOT)
        .startsWith((parent + "/").toLowerCase(Locale.ROOT));
  }

  private static Stream<String> segments(String path) {
    return Stream.of(path.substring(1).split("/", -1));
  }

  private static boolean leadsUp(String segment) {
    return segment.equals(".") || segment.equals("..");
  }
}
