package io.weir.bootstrap.config;

import io.weir.bootstrap.token.IssuedToken;
import java.util.Optional;

/**
 * Which token data hands out.
 *
 * @param token Weir's own; empty where the spec names a file or a token of the user's
 * @param takenOverId id of the token in the spec that is not the user's; empty if there is none
 */
public record JoinTokenSelection(Optional<IssuedToken> token, Optional<String> takenOverId) {

  /** None of Weir's. */
  public static final JoinTokenSelection NONE =
      new JoinTokenSelection(Optional.empty(), Optional.empty());

  /** The same with another token. */
  JoinTokenSelection withToken(IssuedToken other) {
    return new JoinTokenSelection(Optional.of(other), takenOverId);
  }
}
