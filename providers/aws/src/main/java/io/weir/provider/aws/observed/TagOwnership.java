package io.weir.provider.aws.observed;

import io.weir.provider.Ownership;
import io.weir.provider.PoolIdentity;
import io.weir.provider.aws.api.AwsMetadataKeys;
import io.weir.provider.aws.desired.PoolTags;
import java.util.Map;

/**
 * Whose a resource is, by its tags. The cluster's tag must be there, and the pool's must not name
 * another pool; resources that the upstream provider made carry the first only, and are ours.
 */
final class TagOwnership {

  private TagOwnership() {}

  static Ownership of(String resource, Map<String, String> tags, PoolIdentity pool) {
    String owner = tags.get(PoolTags.POOL);
    if (owner != null && !owner.equals(pool.key().toString())) {
      return new Ownership.Foreign(
          "%s belongs to pool %s, according to its tag %s; give this pool another name"
              .formatted(resource, owner, PoolTags.POOL));
    }
    boolean cluster =
        AwsMetadataKeys.OWNED.equals(
            tags.get(AwsMetadataKeys.OWNED_TAG_PREFIX + pool.clusterName()));
    if (cluster || (owner != null && pool.clusterName().isEmpty())) {
      return new Ownership.Ours();
    }
    return new Ownership.Foreign(
        "%s exists but lacks the tag %s%s=%s, so it does not belong to this pool; delete it or give this pool another name"
            .formatted(
                resource,
                AwsMetadataKeys.OWNED_TAG_PREFIX,
                pool.clusterName(),
                AwsMetadataKeys.OWNED));
  }
}
