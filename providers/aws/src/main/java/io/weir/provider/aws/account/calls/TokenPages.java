package io.weir.provider.aws.account.calls;

import io.weir.provider.ProviderException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Follows one list whose pages name the next page by a token, and ends it: a token that comes again
 * would lead in a circle, and no account has so many pages.
 */
public final class TokenPages {

  /** Fifty thousand groups, a hundred times what AWS allows an account unasked. */
  private static final int MOST = 500;

  /** Many times what AWS sends, in characters. */
  private static final int LONGEST = 8_192;

  private final String api;
  private final Set<String> seen = new HashSet<>();

  /**
   * A list of which no page was read yet.
   *
   * @param api the action that reads it, for people
   */
  public TokenPages(String api) {
    this.api = api;
  }

  /**
   * By what the next page is asked for; empty after the last.
   *
   * @param token as the page before named it; null or empty if it was the last
   * @throws ProviderException.Transient if the list does not end so; nothing of it counts
   */
  public Optional<String> next(@Nullable String token) throws ProviderException {
    if (token == null || token.isEmpty()) {
      return Optional.empty();
    }
    if (token.length() > LONGEST) {
      throw endless("a page names the next by more than %d characters".formatted(LONGEST));
    }
    if (!seen.add(token)) {
      throw endless("a page names one as the next that was read before");
    }
    if (seen.size() >= MOST) {
      throw endless("the list has more than %d pages".formatted(MOST));
    }
    return Optional.of(token);
  }

  private ProviderException endless(String why) {
    return new ProviderException.Transient(api + ": " + why, null);
  }
}
