package io.weir.bootstrap.config;

import io.weir.api.ApiObject;
import io.weir.bootstrap.BootstrapDataException;
import io.weir.bootstrap.render.BootstrapDataRenderer;
import io.weir.bootstrap.token.JoinToken;
import io.weir.bootstrap.token.ObservedToken;
import io.weir.bootstrap.token.WorkloadToken;
import java.util.Optional;

/** Whose the token is that a config's spec names. */
public sealed interface SpecToken {

  /** There is none: Weir hands out its own. */
  record None() implements SpecToken {}

  /** The user's, to be handed out as it is and never renewed. */
  record UserProvided() implements SpecToken {}

  /**
   * Another bootstrap provider's, which writes its own tokens into specs. It is Weir's to renew.
   *
   * @param id of the token
   * @param token as the workload cluster has it; empty if it is gone or was taken over before
   */
  record TakenOver(String id, Optional<ObservedToken> token) implements SpecToken {}

  /** It cannot be told without the workload cluster. */
  record Unknown() implements SpecToken {}

  /** Where the tokens of the workload cluster are looked up, while it answers. */
  @FunctionalInterface
  interface Lookup {

    /** The Secret of the token, as it is now. */
    Optional<WorkloadToken> find(JoinToken token);
  }

  /**
   * Tells whose it is. By the Secret of the token, whose description names who made it; a token
   * without a Secret lets nobody join, so Weir makes one that does. What was found out once is
   * remembered with the data.
   *
   * @param data the config's Secret; empty if there is none
   * @param lookup in the workload cluster; empty if it does not answer
   */
  static SpecToken of(ApiObject config, Optional<ApiObject> data, Optional<Lookup> lookup) {
    Optional<JoinToken> named =
        BootstrapDataRenderer.tokenInSpec(config.spec()).map(SpecToken::parse);
    if (named.isEmpty()) {
      return new None();
    }
    JoinToken token = named.get();
    if (data.filter(secret -> BootstrapDataSecret.isTokenTakenOver(secret, token)).isPresent()) {
      return new TakenOver(token.id(), Optional.empty());
    }
    return lookup
        .map(workload -> lookUp(token, workload))
        .orElseGet(
            () ->
                data.filter(BootstrapDataSecret::isMadeByWeir).isPresent()
                    ? new UserProvided()
                    : new Unknown());
  }

  private static SpecToken lookUp(JoinToken token, Lookup workload) {
    Optional<WorkloadToken> there = workload.find(token);
    if (there.isEmpty()) {
      return new TakenOver(token.id(), Optional.empty());
    }
    WorkloadToken found = there.get();
    boolean ours = found.token().filter(token::equals).isPresent() && found.isMadeByProvider();
    return ours
        ? new TakenOver(
            token.id(), Optional.of(new ObservedToken(token, found.createdAt(), found.state())))
        : new UserProvided();
  }

  private static JoinToken parse(String text) {
    try {
      return JoinToken.parse(text);
    } catch (IllegalArgumentException malformed) {
      throw BootstrapDataException.invalid(
          "spec.joinConfiguration.discovery.bootstrapToken.token",
          String.valueOf(malformed.getMessage()));
    }
  }
}
