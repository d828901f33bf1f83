package io.weir.bootstrap.render;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.bootstrap.kubeadm.KubeadmApiVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Names the fields that are set and change nothing, as they do not with kubeadm's bootstrap
 * provider either: refusing them would stop pools that work today, hiding them would leave people
 * to wonder.
 */
final class UnusedFieldWarnings {

  private static final Set<String> OF_CONTROL_PLANES =
      Set.of("initConfiguration", "clusterConfiguration");

  private final List<String> found = new ArrayList<>();

  static List<String> of(BootstrapInputs inputs) {
    var unusedFieldWarnings = new UnusedFieldWarnings();
    JsonNode spec = inputs.spec();
    OF_CONTROL_PLANES.stream()
        .sorted()
        .filter(field -> !spec.path(field).isEmpty())
        .forEach(field -> unusedFieldWarnings.add(field, "only control planes read it"));
    if (KubeadmApiVersion.forKubernetes(inputs.kubernetesVersion()) == KubeadmApiVersion.V1BETA3) {
      unusedFieldWarnings.unknownToOldKubeadm(spec.path("joinConfiguration"));
    }
    JsonNode ntp = spec.path("ntp");
    boolean ignition = spec.path("format").asText().equals("ignition");
    if (ignition && !ntp.path("servers").isEmpty() && !ntp.path("enabled").asBoolean()) {
      unusedFieldWarnings.add(
          "ntp.servers", "Ignition data includes them only if ntp.enabled is true");
    }
    return unusedFieldWarnings.found;
  }

  private void unknownToOldKubeadm(JsonNode join) {
    String why = "kubeadm supports it from Kubernetes v1.31";
    if (join.at("/nodeRegistration/imagePullSerial").isBoolean()) {
      add("joinConfiguration.nodeRegistration.imagePullSerial", why);
    }
    join.path("timeouts").properties().stream()
        .map(Map.Entry::getKey)
        .filter(timeout -> !timeout.equals("tlsBootstrapSeconds"))
        .sorted()
        .forEach(timeout -> add("joinConfiguration.timeouts." + timeout, why));
  }

  private void add(String field, String why) {
    found.add("spec." + field + ": " + why);
  }

  private UnusedFieldWarnings() {}
}
