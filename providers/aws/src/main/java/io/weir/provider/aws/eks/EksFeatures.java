package io.weir.provider.aws.eks;

import java.util.Map;

/**
 * What an administrator allows Weir to do with IAM roles; upstream's feature gates of the same
 * names, which are off by default, too.
 *
 * @param enableIam setting {@code eks-enable-iam}: roles are made for pools that name none
 * @param allowAddRoles setting {@code eks-allow-add-roles}: pools may name further policies for
 *     such a role
 */
public record EksFeatures(boolean enableIam, boolean allowAddRoles) {

  /** As the settings of the cloud say. */
  public static EksFeatures of(Map<String, String> settings) {
    return new EksFeatures(
        Boolean.parseBoolean(settings.get("eks-enable-iam")),
        Boolean.parseBoolean(settings.get("eks-allow-add-roles")));
  }
}
