package io.weir.provider.azure.akscluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.provider.FoundCluster;
import java.util.Set;

/**
 * A cluster as AKS shows it.
 *
 * @param name its name
 * @param wire an answer of AKS
 */
public record AksCluster(String name, JsonNode wire) {

  private static final int HTTPS = 443;

  /** In these states its API server is not there yet, or not any more. */
  private static final Set<String> ABSENT = Set.of("", "Creating", "Deleting");

  /** What it is doing, such as {@code Succeeded} or {@code Stopped}. */
  public String state() {
    String power = property("/powerState/code");
    return power.equals("Stopped") ? power : property("/provisioningState");
  }

  /** Whether its API server answers. */
  public boolean isUsable() {
    return !state().equals("Stopped") && !ABSENT.contains(state()) && !host().isEmpty();
  }

  /** Whether it takes tokens of Microsoft Entra ID that are for AKS. */
  public boolean takesEntraTokens() {
    return wire.at("/properties/aadProfile/managed").asBoolean();
  }

  /** What is said of it in the objects of Cluster API. */
  public FoundCluster found() {
    return new FoundCluster(host(), HTTPS, version(), "", this::fill, this::report);
  }

  /** The private name of a cluster that has no public one. */
  private String host() {
    boolean privately =
        wire.at("/properties/apiServerAccessProfile/enablePrivateCluster").asBoolean();
    return property(privately ? "/privateFQDN" : "/fqdn");
  }

  private String version() {
    String current = property("/currentKubernetesVersion");
    return "v" + (current.isEmpty() ? property("/kubernetesVersion") : current);
  }

  private void fill(ObjectNode controlPlane) {
    ObjectNode spec = controlPlane.withObject("/spec");
    String group = property("/nodeResourceGroup");
    if (!group.isEmpty() && spec.path("nodeResourceGroupName").asText("").isEmpty()) {
      spec.put("nodeResourceGroupName", group);
    }
  }

  private void report(ObjectNode status) {
    String channel = property("/autoUpgradeProfile/upgradeChannel");
    if (!channel.isEmpty() && !channel.equals("none")) {
      status.put("autoUpgradeVersion", version());
    }
  }

  private String property(String pointer) {
    return wire.at("/properties" + pointer).asText("");
  }
}
