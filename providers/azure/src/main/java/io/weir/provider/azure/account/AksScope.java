package io.weir.provider.azure.account;

import io.weir.provider.CloudScope;
import java.util.Optional;

/**
 * A cluster of AKS; in a {@link CloudScope} it stands behind its resource group.
 *
 * @param group the scope of that group
 * @param cluster its name
 */
public record AksScope(CloudScope group, String cluster) {

  private static final String SEPARATOR = "/";

  /** A cluster of a resource group. */
  static AksScope in(CloudScope group, String cluster) {
    return new AksScope(group, cluster);
  }

  CloudScope toCloudScope() {
    return group.withParent(group.parentId() + SEPARATOR + cluster);
  }

  /** Reads {@link #toCloudScope}; empty if it is not of that form. */
  public static Optional<AksScope> of(CloudScope cloudScope) {
    String[] parts = cloudScope.parentId().split(SEPARATOR, -1);
    return parts.length == 2 && ResourcePath.isName(parts[1])
        ? Optional.of(new AksScope(cloudScope.withParent(parts[0]), parts[1]))
            .filter(scope -> AzureScope.of(scope.group()).isPresent())
        : Optional.empty();
  }
}
