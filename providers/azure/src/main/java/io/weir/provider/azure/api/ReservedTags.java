package io.weir.provider.azure.api;

import java.util.Locale;
import java.util.Optional;

/**
 * Tags that say whose a resource is or what it is for, to Weir or to Cluster API's own provider.
 * Users set none of them: with such a tag, a tenant could pass a resource off as another's. Azure
 * tells names of tags that differ in case only not apart.
 */
public final class ReservedTags {

  /** Azure allows no slash in the name of a tag. */
  private static final String WEIR = "weir.io_";

  private static final String PROVIDER = "sigs.k8s.io_cluster-api-provider-azure_";

  private ReservedTags() {}

  /** Whom a name is reserved for, for messages; empty if users may set it. */
  public static Optional<String> owner(String asked) {
    String name = asked.strip().toLowerCase(Locale.ROOT);
    if (name.startsWith(WEIR)) {
      return Optional.of("names that begin with %s belong to Weir".formatted(WEIR));
    }
    if (name.startsWith(PROVIDER)) {
      return Optional.of(
          "names that begin with %s say which cluster a resource belongs to and what it is for, and Weir sets them"
              .formatted(PROVIDER));
    }
    return name.equals(AzureMetadataKeys.CUSTOM_DATA_HASH_TAG)
        ? Optional.of("says which bootstrap data a scale set has, and Weir sets it")
        : Optional.empty();
  }

  /** Whether a tag gives a resource to another cluster, as cloud controllers read it. */
  public static boolean givesToAnotherCluster(String asked, String value, String cluster) {
    String name = asked.toLowerCase(Locale.ROOT);
    String prefix = AzureMetadataKeys.KUBERNETES_CLUSTER_TAG_PREFIX;
    return name.startsWith(prefix)
        && !name.equals(prefix + cluster)
        && value.equals(AzureMetadataKeys.OWNED);
  }
}
