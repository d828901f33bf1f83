package io.weir.api.conversion;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** The spec of a KubeadmConfig, also inside a template. */
final class KubeadmConfigSpecConversion {

  private static final List<String> NO_MORE_IN_CLUSTER =
      List.of("apiVersion", "kind", "clusterName", "kubernetesVersion", "networking");
  private static final List<String> NO_MORE = List.of("apiVersion", "kind");

  private KubeadmConfigSpecConversion() {}

  static void toHub(ObjectNode spec) {
    KubeadmTimeoutConversion.toHub(spec);
    spec.remove("useExperimentalRetryJoin");
    TreeFields.ifObject(
        spec, cluster -> cluster.remove(NO_MORE_IN_CLUSTER), "clusterConfiguration");
    TreeFields.ifObject(spec, KubeadmComponentConversion::toHub, "clusterConfiguration");
    TreeFields.ifObject(spec, KubeadmConfigSpecConversion::initToHub, "initConfiguration");
    TreeFields.ifObject(spec, KubeadmConfigSpecConversion::nodeToHub, "joinConfiguration");
    dropFalse(spec);
  }

  private static void initToHub(ObjectNode init) {
    nodeToHub(init);
    TreeFields.forEachObject(
        init.path("bootstrapTokens"),
        token -> DurationConversion.toSeconds(token, "ttl", token, "ttlSeconds"));
  }

  private static void nodeToHub(ObjectNode step) {
    step.remove(NO_MORE);
    TreeFields.ifObject(
        step, node -> ArgumentConversion.toHub(node, "kubeletExtraArgs"), "nodeRegistration");
  }

  static void fromHub(ObjectNode spec) {
    KubeadmTimeoutConversion.fromHub(spec);
    TreeFields.ifObject(spec, KubeadmComponentConversion::fromHub, "clusterConfiguration");
    TreeFields.ifObject(spec, KubeadmConfigSpecConversion::initFromHub, "initConfiguration");
    TreeFields.ifObject(spec, KubeadmConfigSpecConversion::joinFromHub, "joinConfiguration");
    TreeFields.forEachObject(
        spec.at("/diskSetup/partitions"), KubeadmConfigSpecConversion::partitionFromHub);
    dropFalse(spec);
  }

  private static void initFromHub(ObjectNode init) {
    TreeFields.getOrCreate(init, "localAPIEndpoint");
    nodeFromHub(init);
    TreeFields.forEachObject(
        init.path("bootstrapTokens"),
        token -> DurationConversion.fromSeconds(token, "ttlSeconds", token, "ttl"));
  }

  private static void joinFromHub(ObjectNode join) {
    TreeFields.getOrCreate(join, "discovery");
    nodeFromHub(join);
  }

  private static void nodeFromHub(ObjectNode step) {
    ArgumentConversion.fromHub(
        TreeFields.getOrCreate(step, "nodeRegistration"), "kubeletExtraArgs");
  }

  private static void partitionFromHub(ObjectNode partition) {
    if (!partition.has("layout")) {
      partition.put("layout", false);
    }
  }

  /** The older version knows no difference between false and nothing here. */
  private static void dropFalse(ObjectNode spec) {
    TreeFields.forEachObject(spec.path("files"), file -> TreeFields.dropFalse(file, "append"));
    TreeFields.dropFalse(TreeFields.getOrEmpty(spec, "ignition", "containerLinuxConfig"), "strict");
    ObjectNode discovery = TreeFields.getOrEmpty(spec, "joinConfiguration", "discovery");
    TreeFields.dropFalse(
        TreeFields.getOrEmpty(discovery, "bootstrapToken"), "unsafeSkipCAVerification");
    ObjectNode kubeConfig = TreeFields.getOrEmpty(discovery, "file", "kubeConfig");
    TreeFields.dropFalse(TreeFields.getOrEmpty(kubeConfig, "cluster"), "insecureSkipTLSVerify");
    TreeFields.dropFalse(TreeFields.getOrEmpty(kubeConfig, "user", "exec"), "provideClusterInfo");
  }
}
