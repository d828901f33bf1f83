package io.weir.provider.aws.desired;

import io.weir.api.GroupKind;
import io.weir.provider.Inputs;
import io.weir.provider.Scope;
import io.weir.provider.Unready;
import java.util.Set;

/** Which region and which identity a pool's AWS resources belong to. */
public final class Scopes {

  private Scopes() {}

  /** The kinds that {@link #of} and {@link Resolver} read beside the pool and its cluster. */
  public static Set<GroupKind> reads() {
    return Set.of(Sources.AWS_CLUSTER, Identities.CONTROLLER_IDENTITY, Identities.NAMESPACE);
  }

  /**
   * The scope of a pool.
   *
   * @throws Unready if the AWSCluster is missing, names no region, or its identity may not be used
   */
  public static Scope of(Inputs in) throws Unready {
    var sources = Sources.of(in);
    String region = sources.aws().spec().region();
    if (region == null || region.isEmpty()) {
      throw Unready.mistake(
          Reasons.INVALID,
          "AWSCluster %s has no spec.region; set it".formatted(sources.infrastructure().key()));
    }
    return new Scope("aws", Identities.of(sources.infrastructure(), in.related()), region);
  }
}
