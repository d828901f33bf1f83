package io.weir.clouds.aws.wire;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A part of a long answer. A token carries the key of the last item told, so that pages stay
 * complete while items come and go.
 *
 * @param items in the order of their keys
 * @param next token for the rest; null at the end
 */
public record Page<T>(List<T> items, @Nullable String next) {
  /** Cuts the page after the token; empty means the first. */
  public static <T> Page<T> of(
      List<T> all, Function<T, String> key, int size, @Nullable String token) {
    String after = token == null || token.isEmpty() ? null : decode(token);
    List<T> rest =
        all.stream()
            .sorted(Comparator.comparing(key))
            .filter(item -> after == null || key.apply(item).compareTo(after) > 0)
            .toList();
    if (rest.size() <= size) {
      return new Page<>(rest, null);
    }
    List<T> cut = List.copyOf(rest.subList(0, size));
    return new Page<>(cut, encode(key.apply(cut.getLast())));
  }

  private static String encode(String key) {
    return Base64.getUrlEncoder().encodeToString(("after:" + key).getBytes(StandardCharsets.UTF_8));
  }

  private static String decode(String token) {
    try {
      String text = new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8);
      if (text.startsWith("after:")) {
        return text.substring("after:".length());
      }
    } catch (IllegalArgumentException malformed) {
      // falls through to the refusal, which is the same for every foreign token
    }
    throw AwsErrorException.of("InvalidNextToken", "The token '" + token + "' is invalid");
  }
}
