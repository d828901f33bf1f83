package io.weir.sandbox.cloud.oci;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.weir.clouds.node.Fleet;
import io.weir.sandbox.cloud.CloudWorld;
import io.weir.sandbox.cloud.RunningCloud;
import io.weir.sandbox.cloud.WorldFitter;
import io.weir.sandbox.objects.Manifests;
import io.weir.sandbox.objects.SandboxCloud;

/** What exists in OKE beforehand, which is the same for everybody. */
record OkeWorld() implements CloudWorld {
  @Override
  public SandboxCloud cloud() {
    return SandboxCloud.OCI;
  }

  @Override
  public WorldFitter fitTo(Manifests manifests) {
    return new OkeWorldFitter(this, manifests);
  }

  @Override
  public JsonNode toJson() {
    return JsonNodeFactory.instance.objectNode();
  }

  @Override
  public RunningCloud start(Fleet fleet, String kubernetes, String kubeconfig) {
    return SandboxOke.start(fleet, kubernetes, kubeconfig);
  }
}
