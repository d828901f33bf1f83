package io.weir.provider.azure.machinepool;

import io.weir.api.FeatureGates;
import io.weir.provider.PoolProviderFactory.ProviderContext;
import java.util.Optional;

/**
 * What the manager was told of all pools of Azure.
 *
 * @param assignableRoles which roles a pool may give to the identity of its machines
 * @param keepsOutdated whether machines of older models stay in pools that do not say themselves
 */
public record AzurePoolSettings(AssignableRoles assignableRoles, boolean keepsOutdated) {

  /**
   * Those of a manager.
   *
   * @throws IllegalArgumentException for people, if a setting cannot be understood
   */
  public static AzurePoolSettings of(ProviderContext context) {
    return new AzurePoolSettings(
        AssignableRoles.of(Optional.ofNullable(context.settings().get(AssignableRoles.SETTING))),
        context.gates().isEnabled(FeatureGates.Gate.SKIP_MODEL_RECONCILIATION));
  }
}
