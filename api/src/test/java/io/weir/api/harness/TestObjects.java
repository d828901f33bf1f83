package io.weir.api.harness;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.api.MetadataEdits;
import io.weir.api.MetadataKeys;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Objects of the management cluster that do not exist yet. */
public final class TestObjects {

  private TestObjects() {}

  /** Any object, written as JSON. */
  public static ObjectNode parse(String json) {
    try {
      return (ObjectNode) Json.MAPPER.readTree(json);
    } catch (IOException broken) {
      throw new AssertionError(broken);
    }
  }

  /** A Cluster without a control plane of Cluster API. */
  public static ObjectNode cluster(String namespace, String name) {
    return parse(
        """
        {"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "Cluster",
         "metadata": {"namespace": "%s", "name": "%s"}, "spec": {"paused": false}}
        """
            .formatted(namespace, name));
  }

  /** The Secret by which a Cluster is attached. */
  public static ObjectNode kubeconfig(String namespace, String cluster, String text) {
    ObjectNode secret =
        parse(
            """
            {"apiVersion": "v1", "kind": "Secret", "type": "cluster.x-k8s.io/secret",
             "metadata": {"namespace": "%s", "name": "%s-kubeconfig"}}
            """
                .formatted(namespace, cluster));
    MetadataEdits.setLabel(secret, MetadataKeys.CLUSTER_NAME, cluster);
    secret
        .withObject("/data")
        .put("value", Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)));
    return secret;
  }

  /** A pool whose config has its name. */
  public static ObjectNode pool(String namespace, String cluster, String name) {
    return parse(
        """
        {"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "MachinePool",
         "metadata": {"namespace": "%1$s", "name": "%3$s",
                      "labels": {"cluster.x-k8s.io/cluster-name": "%2$s"}},
         "spec": {"clusterName": "%2$s", "replicas": 1, "template": {"spec": {
           "clusterName": "%2$s", "version": "v1.35.4",
           "bootstrap": {"configRef": {"apiGroup": "bootstrap.cluster.x-k8s.io",
                                       "kind": "KubeadmConfig", "name": "%3$s"}},
           "infrastructureRef": {"apiGroup": "infrastructure.cluster.x-k8s.io",
                                 "kind": "AWSMachinePool", "name": "%3$s"}}}}}
        """
            .formatted(namespace, cluster, name));
  }

  /** The config of a pool, owned by it as the pool's controller would have it. */
  public static ObjectNode config(ApiObject pool, String spec) {
    ObjectNode config =
        parse(
            """
            {"apiVersion": "bootstrap.cluster.x-k8s.io/v1beta2", "kind": "KubeadmConfig",
             "metadata": {"namespace": "%s", "name": "%s"}}
            """
                .formatted(pool.namespace(), pool.name()));
    MetadataEdits.setLabel(
        config, MetadataKeys.CLUSTER_NAME, pool.label(MetadataKeys.CLUSTER_NAME).orElse(""));
    MetadataEdits.setController(config, pool);
    config.set("spec", parse(spec));
    return config;
  }
}
