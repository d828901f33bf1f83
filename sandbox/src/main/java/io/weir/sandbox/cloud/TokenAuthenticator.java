package io.weir.sandbox.cloud;

import java.util.List;
import java.util.Optional;

/** Knows whose a token is that a cloud, not Kubernetes, has given out. */
@FunctionalInterface
public interface TokenAuthenticator {

  /**
   * Who shows a token.
   *
   * @param username in the API server
   * @param groups of that user
   */
  record User(String username, List<String> groups) {
    public User {
      groups = List.copyOf(groups);
    }
  }

  /** Whose it is; empty if it is none of this cloud, or not valid. */
  Optional<User> authenticate(String token);
}
