package io.weir.provider.aws.observed;

import io.weir.provider.Ownership;
import io.weir.provider.PoolName;
import io.weir.provider.aws.api.AwsKeys;
import io.weir.provider.aws.desired.Tags;
import java.util.Map;

/**
 * Whose a resource is, by its tags. The cluster's tag must be there, and the pool's must not name
 * another pool; resources that the upstream provider made carry the first only, and are ours.
 */
final class Owners {

  private Owners() {}

  static Ownership of(String resource, Map<String, String> tags, PoolName pool) {
    String owner = tags.get(Tags.POOL);
    if (owner != null && !owner.equals(pool.pool().toString())) {
      return new Ownership.Foreign(
          "%s belongs to pool %s, according to its tag %s; give this pool another name"
              .formatted(resource, owner, Tags.POOL));
    }
    boolean cluster = AwsKeys.OWNED.equals(tags.get(AwsKeys.OWNED_TAG_PREFIX + pool.cluster()));
    if (cluster || (owner != null && pool.cluster().isEmpty())) {
      return new Ownership.Ours();
    }
    return new Ownership.Foreign(
        "%s exists but lacks the tag %s%s=%s, so it does not belong to this pool; delete it or give this pool another name"
            .formatted(resource, AwsKeys.OWNED_TAG_PREFIX, pool.cluster(), AwsKeys.OWNED));
  }
}
