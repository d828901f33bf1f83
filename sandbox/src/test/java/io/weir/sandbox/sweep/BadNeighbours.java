package io.weir.sandbox.sweep;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.kernel.kube.KubeClient;
import io.weir.sandbox.objects.ExamplePools;
import io.weir.sandbox.objects.KubeconfigSecrets;
import java.util.List;

/** The pools of a cluster that costs everybody who deals with it. */
record BadNeighbours(KubeClient client, String namespace) {

  /**
   * Creates a cluster with pools of one machine: every other pool wants a token for it, the rest
   * have bootstrap data of their own, so that there are machines.
   */
  void create(String cluster, String region, String kubeconfig, int pools) {
    apply(KubeconfigSecrets.of(new ObjectKey(namespace, cluster), kubeconfig));
    ExamplePools.cluster(namespace).forEach(object -> apply(moved(object, cluster, region)));
    apply(data(cluster));
    for (int i = 0; i < pools; i++) {
      List<ObjectNode> pool = ExamplePools.pool(namespace, cluster + "-" + i, 1);
      boolean own = i % 2 == 0;
      if (own) {
        pool.getLast()
            .withObject("/spec/template/spec")
            .putObject("bootstrap")
            .put("dataSecretName", cluster + "-data");
      }
      pool.stream().skip(own ? 1 : 0).forEach(object -> apply(moved(object, cluster, region)));
    }
  }

  private ObjectNode data(String cluster) {
    ObjectNode secret =
        Json.MAPPER.createObjectNode().put("apiVersion", "v1").put("kind", "Secret");
    secret
        .put("type", MetadataKeys.CLUSTER_SECRET_TYPE)
        .putObject("stringData")
        .put("value", "#cloud-config\n");
    secret
        .putObject("metadata")
        .put("namespace", namespace)
        .put("name", cluster + "-data")
        .putObject("labels")
        .put(MetadataKeys.CLUSTER_NAME, cluster);
    return secret;
  }

  private static ObjectNode moved(ObjectNode object, String cluster, String region) {
    return TestCloud.inRegion(
        TestCloud.inRegion(object, "\"" + ExamplePools.CLUSTER + "\"", "\"" + cluster + "\""),
        AwsTestCloud.REGION,
        region);
  }

  private void apply(ObjectNode object) {
    ApiObject _ = client.apply(object);
  }
}
