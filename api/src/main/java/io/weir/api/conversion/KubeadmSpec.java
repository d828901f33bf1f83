package io.weir.api.conversion;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** The spec of a KubeadmConfig, also inside a template. */
final class KubeadmSpec {

  private static final List<String> NO_MORE_IN_CLUSTER =
      List.of("apiVersion", "kind", "clusterName", "kubernetesVersion", "networking");
  private static final List<String> NO_MORE = List.of("apiVersion", "kind");

  private KubeadmSpec() {}

  static void toHub(ObjectNode spec) {
    KubeadmTimeouts.toHub(spec);
    spec.remove("useExperimentalRetryJoin");
    Fields.with(spec, cluster -> cluster.remove(NO_MORE_IN_CLUSTER), "clusterConfiguration");
    Fields.with(spec, KubeadmComponents::toHub, "clusterConfiguration");
    Fields.with(spec, KubeadmSpec::initToHub, "initConfiguration");
    Fields.with(spec, KubeadmSpec::nodeToHub, "joinConfiguration");
    dropFalse(spec);
  }

  private static void initToHub(ObjectNode init) {
    nodeToHub(init);
    Fields.each(
        init.path("bootstrapTokens"),
        token -> Durations.toSeconds(token, "ttl", token, "ttlSeconds"));
  }

  private static void nodeToHub(ObjectNode step) {
    step.remove(NO_MORE);
    Fields.with(step, node -> Arguments.toHub(node, "kubeletExtraArgs"), "nodeRegistration");
  }

  static void fromHub(ObjectNode spec) {
    KubeadmTimeouts.fromHub(spec);
    Fields.with(spec, KubeadmComponents::fromHub, "clusterConfiguration");
    Fields.with(spec, KubeadmSpec::initFromHub, "initConfiguration");
    Fields.with(spec, KubeadmSpec::joinFromHub, "joinConfiguration");
    Fields.each(spec.at("/diskSetup/partitions"), KubeadmSpec::partitionFromHub);
    dropFalse(spec);
  }

  private static void initFromHub(ObjectNode init) {
    Fields.make(init, "localAPIEndpoint");
    nodeFromHub(init);
    Fields.each(
        init.path("bootstrapTokens"),
        token -> Durations.fromSeconds(token, "ttlSeconds", token, "ttl"));
  }

  private static void joinFromHub(ObjectNode join) {
    Fields.make(join, "discovery");
    nodeFromHub(join);
  }

  private static void nodeFromHub(ObjectNode step) {
    Arguments.fromHub(Fields.make(step, "nodeRegistration"), "kubeletExtraArgs");
  }

  private static void partitionFromHub(ObjectNode partition) {
    if (!partition.has("layout")) {
      partition.put("layout", false);
    }
  }

  /** The older version knows no difference between false and nothing here. */
  private static void dropFalse(ObjectNode spec) {
    Fields.each(spec.path("files"), file -> Fields.dropFalse(file, "append"));
    Fields.dropFalse(Fields.look(spec, "ignition", "containerLinuxConfig"), "strict");
    ObjectNode discovery = Fields.look(spec, "joinConfiguration", "discovery");
    Fields.dropFalse(Fields.look(discovery, "bootstrapToken"), "unsafeSkipCAVerification");
    ObjectNode kubeConfig = Fields.look(discovery, "file", "kubeConfig");
    Fields.dropFalse(Fields.look(kubeConfig, "cluster"), "insecureSkipTLSVerify");
    Fields.dropFalse(Fields.look(kubeConfig, "user", "exec"), "provideClusterInfo");
  }
}
