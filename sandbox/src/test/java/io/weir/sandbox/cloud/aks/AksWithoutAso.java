package io.weir.sandbox.cloud.aks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.node.Fleet;
import io.weir.kernel.KubeCluster;
import io.weir.sandbox.cloud.CloudWorld;
import io.weir.sandbox.cloud.RunningCloud;
import io.weir.sandbox.cloud.WorldFitter;
import io.weir.sandbox.objects.Manifests;
import io.weir.sandbox.objects.SandboxCloud;
import java.util.List;

/** AKS without what stands for Azure Service Operator, so that the real one can be there. */
record AksWithoutAso() implements CloudWorld {
  @Override
  public SandboxCloud cloud() {
    return SandboxCloud.AKS;
  }

  @Override
  public WorldFitter fitTo(Manifests manifests) {
    return new AksWorldFitter(new AksWorld(), manifests);
  }

  @Override
  public JsonNode toJson() {
    return JsonNodeFactory.instance.objectNode();
  }

  @Override
  public RunningCloud start(Fleet fleet, String kubernetes, String kubeconfig) {
    return new SandboxAks(new AksCloud(fleet, kubeconfig), kubernetes) {
      @Override
      public List<Controller> startOperators(KubeCluster kube) {
        return List.of();
      }

      @Override
      public List<ObjectNode> provide(Manifests manifests) {
        return List.of();
      }
    };
  }
}
