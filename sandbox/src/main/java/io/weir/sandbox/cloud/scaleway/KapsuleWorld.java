package io.weir.sandbox.cloud.scaleway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.weir.clouds.node.Fleet;
import io.weir.sandbox.cloud.CloudWorld;
import io.weir.sandbox.cloud.RunningCloud;
import io.weir.sandbox.cloud.WorldFitter;
import io.weir.sandbox.objects.Manifests;
import io.weir.sandbox.objects.SandboxCloud;

/** What exists in Kapsule beforehand, which is the same for everybody. */
record KapsuleWorld() implements CloudWorld {
  @Override
  public SandboxCloud cloud() {
    return SandboxCloud.SCALEWAY;
  }

  @Override
  public WorldFitter fitTo(Manifests manifests) {
    return new KapsuleWorldFitter(this, manifests);
  }

  @Override
  public JsonNode toJson() {
    return JsonNodeFactory.instance.objectNode();
  }

  @Override
  public RunningCloud start(Fleet fleet, String kubernetes, String kubeconfig) {
    return SandboxKapsule.start(fleet, kubernetes, kubeconfig);
  }
}
