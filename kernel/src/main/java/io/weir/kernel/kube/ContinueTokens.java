package io.weir.kernel.kube;

import io.weir.api.Digest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;

/** The continue tokens of one list, which a server could hand out for ever. */
public final class ContinueTokens {

  /** It goes back as a part of a URL, which servers take up to about this length. */
  private static final int LENGTH = 8 << 10;

  /** Their digests, as a token may be long. */
  private final Set<String> seen = new HashSet<>();

  /**
   * Looks at the token that came with a page.
   *
   * @param token empty with the last page
   * @return the same token
   * @throws IOException if the list has come back to where it was, or does not end
   */
  public String next(String token) throws IOException {
    if (token.length() > LENGTH) {
      throw new IOException("the list goes on with a token of " + token.length() + " characters");
    }
    if (!token.isEmpty() && !seen.add(Digest.sha256(token.getBytes(StandardCharsets.UTF_8)))) {
      throw new IOException("the list goes on with a page that it had before");
    }
    if (seen.size() >= AnswerLimits.PAGES) {
      throw new IOException("the list has more than " + AnswerLimits.PAGES + " pages");
    }
    return token;
  }
}
