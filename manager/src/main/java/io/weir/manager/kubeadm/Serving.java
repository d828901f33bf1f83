package io.weir.manager.kubeadm;

import io.weir.bootstrap.FeatureGates;

/**
 * Which KubeadmConfigs are made data for, beside the filter that all controllers share.
 *
 * @param gates what may not be asked for
 */
public record Serving(FeatureGates gates) {

  /** As without options. */
  public static final Serving DEFAULT = new Serving(FeatureGates.DEFAULT);
}
