package io.weir.bootstrap.token;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A token of a config that the workload cluster has.
 *
 * @param token the token
 * @param createdAt when its Secret was made
 * @param state until when it is valid
 */
public record ObservedToken(JoinToken token, Instant createdAt, TokenState state) {

  /** Those of them that nobody has spoiled. */
  public static List<ObservedToken> ofOwner(List<WorkloadToken> there) {
    var seen = new ArrayList<ObservedToken>();
    for (WorkloadToken found : there) {
      found
          .token()
          .ifPresent(token -> seen.add(new ObservedToken(token, found.createdAt(), found.state())));
    }
    return seen;
  }
}
