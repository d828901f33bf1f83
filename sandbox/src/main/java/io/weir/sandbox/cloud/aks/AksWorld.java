package io.weir.sandbox.cloud.aks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.weir.clouds.node.Fleet;
import io.weir.sandbox.cloud.CloudWorld;
import io.weir.sandbox.cloud.RunningCloud;
import io.weir.sandbox.cloud.WorldFitter;
import io.weir.sandbox.objects.Manifests;
import io.weir.sandbox.objects.SandboxCloud;

/** What exists in AKS beforehand, which is the same for everybody: whatever cluster is named. */
record AksWorld() implements CloudWorld {
  @Override
  public SandboxCloud cloud() {
    return SandboxCloud.AKS;
  }

  @Override
  public WorldFitter fitTo(Manifests manifests) {
    return new AksWorldFitter(this, manifests);
  }

  @Override
  public JsonNode toJson() {
    return JsonNodeFactory.instance.objectNode();
  }

  @Override
  public RunningCloud start(Fleet fleet, String kubernetes, String kubeconfig) {
    return new SandboxAks(new AksCloud(fleet, kubeconfig), kubernetes);
  }
}
