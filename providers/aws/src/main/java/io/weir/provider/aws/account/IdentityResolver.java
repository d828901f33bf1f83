package io.weir.provider.aws.account;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.provider.CloudIdentity;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.aws.api.AWSCluster;
import io.weir.provider.aws.api.AwsReasons;
import io.weir.provider.aws.api.IdentityReference;

/** Whose credentials a cluster uses. */
final class IdentityResolver {

  private IdentityResolver() {}

  /**
   * The identity that an AWSCluster or AWSManagedControlPlane names, for a {@link
   * io.weir.provider.CloudScope}. Without an identityRef it is
   * AWSClusterControllerIdentity/default, as upstream's defaulting has it.
   *
   * @throws PrerequisiteException if it is of a kind that is not supported
   */
  static CloudIdentity resolve(ApiObject cluster) throws PrerequisiteException {
    IdentityReference reference = cluster.as(AWSCluster.class).spec().identityRef();
    if (reference == null) {
      return ManagerIdentity.IDENTITY;
    }
    var named = new CloudIdentity.OfObject(reference.kind(), new ObjectKey("", reference.name()));
    if (!reference.kind().equals(ManagerIdentity.KIND.kind())) {
      throw unusable(
          cluster,
          "kind %s is not supported yet; use %s"
              .formatted(reference.kind(), ManagerIdentity.IDENTITY),
          named);
    }
    if (!named.equals(ManagerIdentity.IDENTITY)) {
      throw unusable(cluster, "the only one is named " + ManagerIdentity.NAME, named);
    }
    return named;
  }

  private static PrerequisiteException unusable(
      ApiObject cluster, String why, CloudIdentity named) {
    return PrerequisiteException.needsUserAction(
        AwsReasons.IDENTITY_NOT_USABLE,
        "%s %s spec.identityRef names %s: %s"
            .formatted(cluster.groupKind().kind(), cluster.key(), named, why));
  }
}
