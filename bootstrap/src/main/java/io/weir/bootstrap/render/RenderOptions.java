package io.weir.bootstrap.render;

import io.weir.bootstrap.ignition.IgnitionVersion;
import java.util.Optional;

/**
 * What decides about the data beside the config's spec.
 *
 * @param controlPlaneVersion the Kubernetes version that the control plane object asks for, for
 *     files that are templates; empty if there is no such object
 * @param ignition the version of Ignition's configuration
 */
public record RenderOptions(Optional<String> controlPlaneVersion, IgnitionVersion ignition) {

  /** Nothing is known and nothing was asked for. */
  public static final RenderOptions DEFAULT =
      new RenderOptions(Optional.empty(), IgnitionVersion.V2_3);
}
