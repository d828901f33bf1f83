package io.weir.manager.kubeadm;

import io.weir.bootstrap.token.BootstrapToken;
import io.weir.bootstrap.token.TokenOwner;
import io.weir.bootstrap.token.TokenState;
import io.weir.manager.workload.WorkloadToken;
import io.weir.manager.workload.WorkloadView.Connected;
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
record SeenToken(BootstrapToken token, Instant createdAt, TokenState state) {

  /** All that one config hands out, in no order. */
  static List<SeenToken> of(Connected workload, TokenOwner owner) {
    var seen = new ArrayList<SeenToken>();
    for (WorkloadToken found : workload.tokens().of(owner)) {
      found
          .token()
          .ifPresent(token -> seen.add(new SeenToken(token, found.createdAt(), found.state())));
    }
    return seen;
  }
}
