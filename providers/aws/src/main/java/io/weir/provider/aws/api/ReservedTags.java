package io.weir.provider.aws.api;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Tags that say whose a resource is or what it is for, to Weir or to Cluster API's own provider.
 * Users set none of them: with such a tag, a tenant could pass a resource off as another's.
 */
public final class ReservedTags {

  private static final String WEIR = "weir.io/";
  private static final String PROVIDER = "sigs.k8s.io/cluster-api-provider-aws/";

  private static final Pattern SPACE = Pattern.compile("^[\\s\\p{Z}]+");

  private ReservedTags() {}

  /** Whom a key is reserved for, for messages; empty if users may set it. */
  public static Optional<String> owner(String asked) {
    // Who stores it may take spaces away.
    String key = SPACE.matcher(asked).replaceFirst("");
    if (key.startsWith(WEIR)) {
      return Optional.of("keys that begin with %s belong to Weir".formatted(WEIR));
    }
    return key.startsWith(PROVIDER)
        ? Optional.of(
            "keys that begin with %s say which cluster a resource belongs to and what it is for,"
                    .formatted(PROVIDER)
                + " and Weir sets them")
        : Optional.empty();
  }

  /** Whether a tag gives a resource to another cluster, as cloud controllers read it. */
  public static boolean givesToAnotherCluster(String key, String value, String cluster) {
    return key.startsWith(AwsMetadataKeys.KUBERNETES_CLUSTER_TAG_PREFIX)
        && !key.equals(AwsMetadataKeys.KUBERNETES_CLUSTER_TAG_PREFIX + cluster)
        && value.equals(AwsMetadataKeys.OWNED);
  }
}
