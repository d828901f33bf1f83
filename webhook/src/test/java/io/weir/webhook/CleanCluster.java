package io.weir.webhook;

import io.weir.api.ApiObject;
import io.weir.api.Crds;
import io.weir.api.GroupKind;
import io.weir.api.MetadataKeys;
import io.weir.controlplane.ControlPlane;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.WatchSettings;
import io.weir.kernel.harness.TestClusters;
import io.weir.kernel.harness.Widgets;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.kernel.kube.ObjectSelector;
import io.weir.kernel.kube.PropagationPolicy;
import java.util.List;
import java.util.stream.Stream;

/**
 * A cluster of which only tests of webhooks make use: what they install holds for all of it, and
 * does not outlive the test.
 */
final class CleanCluster {

  /** Its name. */
  static final String NAME = "webhooks";

  private static final String CONFIGURATIONS =
      """
      apiVersion: admissionregistration.k8s.io/v1
      kind: MutatingWebhookConfiguration
      metadata: {name: weir, labels: {weir.io/webhook: admission}}
      ---
      apiVersion: admissionregistration.k8s.io/v1
      kind: ValidatingWebhookConfiguration
      metadata: {name: weir, labels: {weir.io/webhook: admission}}
      """;

  private CleanCluster() {}

  /** Installs the kinds, unless that is done: a replica has changed its part of them since. */
  static void install(ControlPlane controlPlane) throws Exception {
    List<ApiObject> crds = Stream.concat(Stream.of(Widgets.crd()), Crds.core().stream()).toList();
    try (KubeCluster cluster =
        TestClusters.connect(
            controlPlane, TestClusters.account("user"), WatchSettings.defaults())) {
      if (crds.stream().allMatch(crd -> cluster.kinds().find(kind(crd)).isPresent())) {
        return;
      }
    }
    TestClusters.install(controlPlane, crds);
    controlPlane.apply(
        """
        {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "%s"}}
        """
            .formatted(WebhookReplica.NAMESPACE));
  }

  private static GroupKind kind(ApiObject crd) {
    return new GroupKind(crd.at("/spec/group").asText(), crd.at("/spec/names/kind").asText());
  }

  /** As after an installation, whatever a replica has left; connects as a user. */
  static KubeCluster connect(ControlPlane controlPlane) throws Exception {
    KubeCluster user =
        TestClusters.connect(controlPlane, TestClusters.account("user"), WatchSettings.defaults());
    forget(user);
    controlPlane.apply(CONFIGURATIONS);
    return user;
  }

  /** Takes away what a replica has left, its authority too: pools can be deleted then. */
  static void forget(KubeCluster user) {
    for (GroupKind kind :
        List.of(
            BuiltInKinds.MUTATING_WEBHOOK_CONFIGURATION,
            BuiltInKinds.VALIDATING_WEBHOOK_CONFIGURATION,
            GroupKind.SECRET)) {
      String namespace = kind.equals(GroupKind.SECRET) ? WebhookReplica.NAMESPACE : "";
      user.client()
          .list(kind, namespace, ObjectSelector.withLabel(MetadataKeys.WEBHOOK))
          .forEach(one -> user.client().delete(one, PropagationPolicy.BACKGROUND));
    }
  }
}
