package io.weir.bootstrap.config;

import io.weir.bootstrap.token.HeldToken;
import java.util.Optional;

/**
 * Which token data hands out.
 *
 * @param token Weir's own; empty where the spec names a file or a token of the user's
 * @param takenOver id of the token in the spec that is not the user's; empty if there is none
 */
public record Handout(Optional<HeldToken> token, Optional<String> takenOver) {

  /** None of Weir's. */
  public static final Handout NONE = new Handout(Optional.empty(), Optional.empty());

  /** The same with another token. */
  Handout with(HeldToken other) {
    return new Handout(Optional.of(other), takenOver);
  }
}
