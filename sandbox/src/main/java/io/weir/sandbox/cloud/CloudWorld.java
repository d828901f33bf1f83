package io.weir.sandbox.cloud;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.clouds.node.Fleet;
import io.weir.sandbox.objects.Manifests;
import io.weir.sandbox.objects.SandboxCloud;

/** What exists in a cloud before anything runs in it, and how quick it is. Does not change. */
public interface CloudWorld {
  /** Which cloud; of several that are one simulation, the one that is shown. */
  SandboxCloud cloud();

  /** The same with this cloud shown, {@link SandboxCloud#simulated} being the same. */
  default CloudWorld showing(SandboxCloud shown) {
    return this;
  }

  /** Lets a copy of it grow by what manifests take for granted. */
  WorldFitter fitTo(Manifests manifests);

  /** For the settings of a sandbox that is kept. */
  JsonNode toJson();

  /**
   * Starts the cloud.
   *
   * @param fleet on which its instances boot
   * @param kubernetes the version of the API server, such as {@code v1.35.4}
   * @param kubeconfig a way into the API server, for machines that the cloud itself lets join
   */
  RunningCloud start(Fleet fleet, String kubernetes, String kubeconfig);
}
