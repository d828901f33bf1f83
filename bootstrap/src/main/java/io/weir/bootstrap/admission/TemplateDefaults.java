package io.weir.bootstrap.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Keys;
import io.weir.api.admission.Blanks;
import io.weir.api.admission.Field;
import io.weir.api.admission.Request;

/**
 * What templates were once filled in with. A topology compares stored templates, which may have
 * these values, with what a dry run makes of new ones; without them it would see a difference and
 * roll all machines. Nothing is filled in on other writes.
 */
final class TemplateDefaults {

  private TemplateDefaults() {}

  static void fill(ObjectNode template, Request request) {
    Field annotations = Field.of(request.object()).at("metadata", "annotations");
    if (!request.dryRun() || !annotations.entry(Keys.TOPOLOGY_DRY_RUN).isSet()) {
      return;
    }
    Blanks.find(template, "spec", "template", "spec").ifPresent(TemplateDefaults::fillConfig);
  }

  private static void fillConfig(ObjectNode config) {
    Blanks.fill(config, "format", "cloud-config");
    Blanks.find(config, "initConfiguration").ifPresent(TemplateDefaults::fillPullPolicy);
    Blanks.find(config, "joinConfiguration").ifPresent(TemplateDefaults::fillPullPolicy);
    Blanks.find(config, "joinConfiguration", "discovery", "file", "kubeConfig", "user", "exec")
        .ifPresent(exec -> Blanks.fill(exec, "apiVersion", "client.authentication.k8s.io/v1"));
  }

  private static void fillPullPolicy(ObjectNode kubeadm) {
    Blanks.make(kubeadm, "nodeRegistration")
        .ifPresent(node -> Blanks.fill(node, "imagePullPolicy", "IfNotPresent"));
  }
}
