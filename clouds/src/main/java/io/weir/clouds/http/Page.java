package io.weir.clouds.http;

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
  private static final String AFTER = "after:";

  /**
   * Cuts the page after the token.
   *
   * @param token empty means the first page
   * @param invalid how the cloud refuses a token that it has not given
   */
  public static <T> Page<T> of(
      List<T> all,
      Function<T, String> key,
      int size,
      String token,
      Function<String, ApiErrorException> invalid) {
    String after = token.isEmpty() ? null : decode(token, invalid);
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
    return Base64.getUrlEncoder().encodeToString((AFTER + key).getBytes(StandardCharsets.UTF_8));
  }

  private static String decode(String token, Function<String, ApiErrorException> invalid) {
    try {
      String text = new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8);
      if (text.startsWith(AFTER)) {
        return text.substring(AFTER.length());
      }
    } catch (IllegalArgumentException malformed) {
      // falls through to the refusal, which is the same for every foreign token
    }
    throw invalid.apply(token);
  }
}
