package io.weir.bootstrap.config;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.MetadataEdits;
import io.weir.bootstrap.BootstrapMetadataKeys;
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
 * @param unusedSince when it was first seen that no pool names it; empty if one does
 * @param tokenEndedAt since when its token is not kept valid any more; empty while it is
 */
public record UnusedConfigState(Optional<Instant> unusedSince, Optional<Instant> tokenEndedAt) {

  /** A pool names the config. */
  public static final UnusedConfigState IN_USE =
      new UnusedConfigState(Optional.empty(), Optional.empty());

  /** What the Secret remembers. */
  public static UnusedConfigState of(ApiObject secret) {
    return new UnusedConfigState(
        time(secret, BootstrapMetadataKeys.UNUSED_SINCE),
        time(secret, BootstrapMetadataKeys.TOKEN_LEFT_AT));
  }

  /**
   * The same for a config that no pool names, after another look.
   *
   * @param settled whether its former pool shows that no rollout is under way or held up
   * @param atLeast how long the token goes on in any case: not every provider tells of rollouts,
   *     and those that do need a moment to begin one
   */
  public UnusedConfigState advance(Instant now, boolean settled, Duration atLeast) {
    if (tokenEndedAt.isPresent()) {
      return this;
    }
    Instant left = unusedSince.orElse(now);
    boolean over = settled && !now.isBefore(left.plus(atLeast));
    return new UnusedConfigState(Optional.of(left), over ? Optional.of(now) : Optional.empty());
  }

  /** What becomes of the token, to go on with a sentence for people. */
  public String tokenMessage() {
    return tokenEndedAt.isEmpty()
        ? ", its join token is kept valid while machines may still start with it"
        : ", its join token is no longer kept valid";
  }

  /** Has the Secret remember it. */
  public void writeTo(ObjectNode tree) {
    if (tree.at("/metadata/annotations") instanceof ObjectNode annotations) {
      annotations.remove(
          List.of(BootstrapMetadataKeys.UNUSED_SINCE, BootstrapMetadataKeys.TOKEN_LEFT_AT));
    }
    unusedSince.ifPresent(
        at -> MetadataEdits.setAnnotation(tree, BootstrapMetadataKeys.UNUSED_SINCE, at.toString()));
    tokenEndedAt.ifPresent(
        at ->
            MetadataEdits.setAnnotation(tree, BootstrapMetadataKeys.TOKEN_LEFT_AT, at.toString()));
  }

  private static Optional<Instant> time(ApiObject secret, String key) {
    try {
      return secret.annotation(key).map(Instant::parse);
    } catch (DateTimeException _) {
      return Optional.empty();
    }
  }
}
