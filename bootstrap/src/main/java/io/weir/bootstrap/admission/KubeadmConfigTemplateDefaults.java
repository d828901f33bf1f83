package io.weir.bootstrap.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.MetadataKeys;
import io.weir.api.admission.AdmissionRequest;
import io.weir.api.admission.JsonDefaults;
import io.weir.api.admission.ObjectField;

/**
 * What templates were once filled in with. A topology compares stored templates, which may have
 * these values, with what a dry run makes of new ones; without them it would see a difference and
 * roll all machines. Nothing is filled in on other writes.
 */
final class KubeadmConfigTemplateDefaults {

  private KubeadmConfigTemplateDefaults() {}

  static void fill(ObjectNode template, AdmissionRequest admissionRequest) {
    ObjectField annotations =
        ObjectField.of(admissionRequest.object()).at("metadata", "annotations");
    if (!admissionRequest.dryRun() || !annotations.entry(MetadataKeys.TOPOLOGY_DRY_RUN).isSet()) {
      return;
    }
    JsonDefaults.find(template, "spec", "template", "spec")
        .ifPresent(KubeadmConfigTemplateDefaults::fillConfig);
  }

  private static void fillConfig(ObjectNode config) {
    JsonDefaults.putIfBlank(config, "format", "cloud-config");
    JsonDefaults.find(config, "initConfiguration")
        .ifPresent(KubeadmConfigTemplateDefaults::fillPullPolicy);
    JsonDefaults.find(config, "joinConfiguration")
        .ifPresent(KubeadmConfigTemplateDefaults::fillPullPolicy);
    JsonDefaults.find(
            config, "joinConfiguration", "discovery", "file", "kubeConfig", "user", "exec")
        .ifPresent(
            exec -> JsonDefaults.putIfBlank(exec, "apiVersion", "client.authentication.k8s.io/v1"));
  }

  private static void fillPullPolicy(ObjectNode kubeadm) {
    JsonDefaults.getOrCreate(kubeadm, "nodeRegistration")
        .ifPresent(node -> JsonDefaults.putIfBlank(node, "imagePullPolicy", "IfNotPresent"));
  }
}
