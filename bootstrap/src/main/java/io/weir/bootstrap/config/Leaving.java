package io.weir.bootstrap.config;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Metadata;
import io.weir.bootstrap.BootstrapKeys;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How far a config is on its way out of use, as its data Secret remembers it. While its pool may
 * still start machines with the data, the token in there goes on; then it is left to expire, once
 * and for all, until the config is named again.
 *
 * @param since when it was first seen that no pool names it; empty if one does
 * @param ended since when its token is not kept valid any more; empty while it is
 */
public record Leaving(Optional<Instant> since, Optional<Instant> ended) {

  /** A pool names the config. */
  public static final Leaving NOT = new Leaving(Optional.empty(), Optional.empty());

  /** What the Secret remembers. */
  public static Leaving of(ApiObject secret) {
    return new Leaving(
        time(secret, BootstrapKeys.UNUSED_SINCE), time(secret, BootstrapKeys.TOKEN_LEFT_AT));
  }

  /**
   * The same for a config that no pool names, after another look.
   *
   * @param settled whether its former pool shows that no rollout is under way or held up
   * @param atLeast how long the token goes on in any case: not every provider tells of rollouts,
   *     and those that do need a moment to begin one
   */
  public Leaving next(Instant now, boolean settled, Duration atLeast) {
    if (ended.isPresent()) {
      return this;
    }
    Instant left = since.orElse(now);
    boolean over = settled && !now.isBefore(left.plus(atLeast));
    return new Leaving(Optional.of(left), over ? Optional.of(now) : Optional.empty());
  }

  /** What becomes of the token, to go on with a sentence for people. */
  public String ofToken() {
    return ended.isEmpty()
        ? ", its join token is kept valid while machines may still start with it"
        : ", its join token is no longer kept valid";
  }

  /** Has the Secret remember it. */
  public void write(ObjectNode tree) {
    if (tree.at("/metadata/annotations") instanceof ObjectNode annotations) {
      annotations.remove(List.of(BootstrapKeys.UNUSED_SINCE, BootstrapKeys.TOKEN_LEFT_AT));
    }
    since.ifPresent(at -> Metadata.annotate(tree, BootstrapKeys.UNUSED_SINCE, at.toString()));
    ended.ifPresent(at -> Metadata.annotate(tree, BootstrapKeys.TOKEN_LEFT_AT, at.toString()));
  }

  private static Optional<Instant> time(ApiObject secret, String key) {
    try {
      return secret.annotation(key).map(Instant::parse);
    } catch (DateTimeException _) {
      return Optional.empty();
    }
  }
}
