package io.weir.manager.kubeadm;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.bootstrap.BootstrapProblem;
import io.weir.bootstrap.render.FirstBoot;
import io.weir.bootstrap.token.BootstrapToken;
import io.weir.bootstrap.token.TokenSecret;
import io.weir.manager.workload.WorkloadToken;
import io.weir.manager.workload.WorkloadView;
import io.weir.manager.workload.WorkloadView.Connected;
import java.util.Optional;

/** Whose the token is that a config's spec names. */
sealed interface SpecToken {

  /** There is none: Weir hands out its own. */
  record None() implements SpecToken {}

  /** The user's, to be handed out as it is and never renewed. */
  record Users() implements SpecToken {}

  /**
   * Another bootstrap provider's, which writes its own tokens into specs. It is Weir's to renew.
   *
   * @param id of the token
   * @param token as the workload cluster has it; empty if it is gone or was taken over before
   */
  record TakenOver(String id, Optional<SeenToken> token) implements SpecToken {}

  /** It cannot be told without the workload cluster. */
  record Unknown() implements SpecToken {}

  /**
   * Tells whose it is. By the Secret of the token, whose description names who made it; a token
   * without a Secret lets nobody join, so Weir makes one that does. What was found out once is
   * remembered with the data.
   *
   * @param data the config's Secret; empty if there is none
   */
  static SpecToken of(ApiObject config, Optional<ApiObject> data, WorkloadView view) {
    Optional<BootstrapToken> named = FirstBoot.tokenInSpec(config.spec()).map(SpecToken::parse);
    if (named.isEmpty()) {
      return new None();
    }
    BootstrapToken token = named.get();
    if (data.filter(secret -> DataSecret.tookOver(secret, token)).isPresent()) {
      return new TakenOver(token.id(), Optional.empty());
    }
    return switch (view) {
      case Connected workload -> look(token, workload);
      case WorkloadView.Unreachable _ ->
          data.filter(DataSecret::madeHere).isPresent() ? new Users() : new Unknown();
    };
  }

  private static SpecToken look(BootstrapToken token, Connected workload) {
    var key = new ObjectKey(TokenSecret.NAMESPACE, token.secretName());
    Optional<WorkloadToken> there =
        workload.client().get(GroupKind.SECRET, key).map(WorkloadToken::new);
    if (there.isEmpty()) {
      return new TakenOver(token.id(), Optional.empty());
    }
    WorkloadToken found = there.get();
    boolean ours = found.token().filter(token::equals).isPresent() && found.madeByProvider();
    return ours
        ? new TakenOver(
            token.id(), Optional.of(new SeenToken(token, found.createdAt(), found.state())))
        : new Users();
  }

  private static BootstrapToken parse(String text) {
    try {
      return BootstrapToken.parse(text);
    } catch (IllegalArgumentException malformed) {
      throw BootstrapProblem.invalid(
          "spec.joinConfiguration.discovery.bootstrapToken.token",
          String.valueOf(malformed.getMessage()));
    }
  }
}
