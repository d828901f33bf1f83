package io.weir.sandbox.objects;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.manager.roles.Roles;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ManagerRbacTest {

  private static final Optional<String> TEAM = Optional.of("team-a");

  /** What every manager may do, whatever its roles are. */
  private static final String ALWAYS =
      """
      * apiextensions.k8s.io/customresourcedefinitions get list watch
      * admissionregistration.k8s.io/mutatingwebhookconfigurations:weir list patch watch
      * admissionregistration.k8s.io/validatingwebhookconfigurations:weir list patch watch
      -objects cluster.x-k8s.io/clusters list watch
      -objects cluster.x-k8s.io/machinepools list watch
      -objects events.k8s.io/events create patch
      -objects /secrets get list watch
      weir-system coordination.k8s.io/leases create get patch
      weir-system /secrets create
      weir-system /secrets:weir-webhook-ca get list patch watch
      """;

  @Test
  void ofCoreAreOwningPoolsTheirConfigsAndTheirInfrastructureWhosePoolsItMayDelete() {
    assertThat(rights("core"))
        .isEqualTo(
            merged(
                """
                * apiextensions.k8s.io/customresourcedefinitions:clusters.cluster.x-k8s.io patch
                * apiextensions.k8s.io/customresourcedefinitions:machinepools.cluster.x-k8s.io patch
                * apiextensions.k8s.io/customresourcedefinitions:machines.cluster.x-k8s.io patch
                * apiextensions.k8s.io/customresourcedefinitions:machinesets.cluster.x-k8s.io patch
                * apiextensions.k8s.io/customresourcedefinitions:machinedeployments.cluster.x-k8s.io patch
                * apiextensions.k8s.io/customresourcedefinitions:machinehealthchecks.cluster.x-k8s.io patch
                * /namespaces get
                -objects cluster.x-k8s.io/clusters patch
                -objects cluster.x-k8s.io/clusters/status patch
                -objects cluster.x-k8s.io/machinepools delete get patch
                -objects cluster.x-k8s.io/machinepools/status patch
                -objects cluster.x-k8s.io/machinepools/finalizers update
                -objects bootstrap.cluster.x-k8s.io/eksconfigs delete list patch watch
                -objects bootstrap.cluster.x-k8s.io/gkeconfigs delete list patch watch
                -objects bootstrap.cluster.x-k8s.io/kubeadmconfigs delete list patch watch
                -objects bootstrap.cluster.x-k8s.io/nodeadmconfigs delete list patch watch
                -objects controlplane.cluster.x-k8s.io/awsmanagedcontrolplanes list watch
                -objects infrastructure.cluster.x-k8s.io/awsclusters list watch
                -objects infrastructure.cluster.x-k8s.io/awsmachinepools delete list patch watch
                -objects infrastructure.cluster.x-k8s.io/awsmanagedmachinepools delete list patch watch
                -objects infrastructure.cluster.x-k8s.io/azureasomanagedmachinepools delete list patch watch
                -objects infrastructure.cluster.x-k8s.io/azureclusters list watch
                -objects infrastructure.cluster.x-k8s.io/azuremachinepoolmachines list watch
                -objects infrastructure.cluster.x-k8s.io/azuremachinepools delete list patch watch
                -objects infrastructure.cluster.x-k8s.io/azuremanagedcontrolplanes list watch
                -objects infrastructure.cluster.x-k8s.io/azuremanagedmachinepools delete list patch watch
                -objects infrastructure.cluster.x-k8s.io/gcpclusters list watch
                -objects infrastructure.cluster.x-k8s.io/gcpmachinepools delete list patch watch
                -objects infrastructure.cluster.x-k8s.io/gcpmanagedclusters list watch
                -objects infrastructure.cluster.x-k8s.io/gcpmanagedcontrolplanes list watch
                -objects infrastructure.cluster.x-k8s.io/gcpmanagedmachinepools delete list patch watch
                -objects infrastructure.cluster.x-k8s.io/ociclusters list watch
                -objects infrastructure.cluster.x-k8s.io/ocimachinepoolmachines list watch
                -objects infrastructure.cluster.x-k8s.io/ocimachinepools delete list patch watch
                -objects infrastructure.cluster.x-k8s.io/ocimanagedclusters list watch
                -objects infrastructure.cluster.x-k8s.io/ocimanagedcontrolplanes list watch
                -objects infrastructure.cluster.x-k8s.io/ocimanagedmachinepools delete list patch watch
                -objects infrastructure.cluster.x-k8s.io/scalewaymanagedclusters list watch
                -objects infrastructure.cluster.x-k8s.io/scalewaymanagedcontrolplanes list watch
                -objects infrastructure.cluster.x-k8s.io/scalewaymanagedmachinepools delete list patch watch
                -objects /secrets create patch
                """));
  }

  @Test
  void ofKubeadmAreWritingConfigsAndTheirData() {
    assertThat(rights("kubeadm"))
        .isEqualTo(
            merged(
                """
                * apiextensions.k8s.io/customresourcedefinitions:kubeadmconfigs.bootstrap.cluster.x-k8s.io patch
                * apiextensions.k8s.io/customresourcedefinitions:kubeadmconfigtemplates.bootstrap.cluster.x-k8s.io patch
                * /namespaces get
                -objects bootstrap.cluster.x-k8s.io/kubeadmconfigs get list patch watch
                -objects bootstrap.cluster.x-k8s.io/kubeadmconfigs/status patch
                -objects bootstrap.cluster.x-k8s.io/kubeadmconfigs/finalizers update
                -objects cluster.x-k8s.io/machines list watch
                -objects controlplane.cluster.x-k8s.io/kubeadmcontrolplanes get list watch
                -objects /secrets create patch
                """));
  }

  @Test
  void ofEksAreWritingConfigsAndTheirDataAndReadingControlPlanes() {
    assertThat(rights("eks"))
        .isEqualTo(
            merged(
                """
                -objects bootstrap.cluster.x-k8s.io/eksconfigs get list watch
                -objects bootstrap.cluster.x-k8s.io/eksconfigs/finalizers update
                -objects bootstrap.cluster.x-k8s.io/eksconfigs/status patch
                -objects bootstrap.cluster.x-k8s.io/nodeadmconfigs get list watch
                -objects bootstrap.cluster.x-k8s.io/nodeadmconfigs/finalizers update
                -objects bootstrap.cluster.x-k8s.io/nodeadmconfigs/status patch
                -objects cluster.x-k8s.io/machines list watch
                -objects controlplane.cluster.x-k8s.io/awsmanagedcontrolplanes list watch
                -objects /secrets create patch
                """));
  }

  @Test
  void ofGkeAreWritingConfigsAndTheirData() {
    assertThat(rights("gke"))
        .isEqualTo(
            merged(
                """
                -objects bootstrap.cluster.x-k8s.io/gkeconfigs get list watch
                -objects bootstrap.cluster.x-k8s.io/gkeconfigs/finalizers update
                -objects bootstrap.cluster.x-k8s.io/gkeconfigs/status patch
                -objects cluster.x-k8s.io/machines list watch
                -objects /secrets create patch
                """));
  }

  @Test
  void ofACloudAreWritingItsPoolsAndNoSecret() {
    assertThat(rights("aws"))
        .isEqualTo(
            merged(
                """
                * apiextensions.k8s.io/customresourcedefinitions:awsmanagedmachinepools.infrastructure.cluster.x-k8s.io patch
                * infrastructure.cluster.x-k8s.io/awsclustercontrolleridentities list watch
                * infrastructure.cluster.x-k8s.io/awsclusterroleidentities list watch
                * infrastructure.cluster.x-k8s.io/awsclusterstaticidentities list watch
                -objects controlplane.cluster.x-k8s.io/awsmanagedcontrolplanes list watch
                -objects infrastructure.cluster.x-k8s.io/awsclusters list watch
                -objects infrastructure.cluster.x-k8s.io/awsmachinepools list patch watch
                -objects infrastructure.cluster.x-k8s.io/awsmachinepools/status patch
                -objects infrastructure.cluster.x-k8s.io/awsmanagedmachinepools list patch watch
                -objects infrastructure.cluster.x-k8s.io/awsmanagedmachinepools/status patch
                * /namespaces get list watch
                -objects cluster.x-k8s.io/machinedrainrules list watch
                -objects cluster.x-k8s.io/machinepools patch
                weir-system /configmaps:weir-brakes list watch
                weir-system /configmaps:weir-ownership list watch
                weir-system events.k8s.io/events create patch
                """));
  }

  @Test
  void ofAzureAreWritingItsPoolsWithASecretOfEachAndReadingWhoseCredentialsTheyHave() {
    assertThat(rights("azure"))
        .isEqualTo(
            merged(
                """
                -objects authorization.k8s.io/localsubjectaccessreviews create
                -objects containerservice.azure.com/managedclustersagentpools create delete list patch watch
                -objects infrastructure.cluster.x-k8s.io/azureasomanagedmachinepools list patch watch
                -objects infrastructure.cluster.x-k8s.io/azureasomanagedmachinepools/finalizers update
                -objects infrastructure.cluster.x-k8s.io/azureasomanagedmachinepools/status patch
                -objects infrastructure.cluster.x-k8s.io/azureclusteridentities list watch
                -objects infrastructure.cluster.x-k8s.io/azureclusters list watch
                -objects infrastructure.cluster.x-k8s.io/azuremachinepoolmachines create delete list patch watch
                -objects infrastructure.cluster.x-k8s.io/azuremachinepoolmachines/status patch
                -objects infrastructure.cluster.x-k8s.io/azuremachinepools list patch watch
                -objects infrastructure.cluster.x-k8s.io/azuremachinepools/finalizers update
                -objects infrastructure.cluster.x-k8s.io/azuremachinepools/status patch
                -objects infrastructure.cluster.x-k8s.io/azuremanagedcontrolplanes list watch
                -objects infrastructure.cluster.x-k8s.io/azuremanagedmachinepools list patch watch
                -objects infrastructure.cluster.x-k8s.io/azuremanagedmachinepools/finalizers update
                -objects infrastructure.cluster.x-k8s.io/azuremanagedmachinepools/status patch
                -objects /secrets create patch
                * /namespaces get list watch
                -objects cluster.x-k8s.io/machinedrainrules list watch
                -objects cluster.x-k8s.io/machinepools patch
                weir-system /configmaps:weir-brakes list watch
                weir-system /configmaps:weir-ownership list watch
                weir-system events.k8s.io/events create patch
                """));
  }

  @Test
  void thatCanBeHeldToANamespaceAreBoundThereOnly() {
    List<ObjectNode> objects =
        ManagerRbac.installationObjects(Roles.parse("*"), Optional.of("team-a"));

    assertThat(bindings(objects, "RoleBinding"))
        .contains(
            "team-a/weir-core-objects",
            "team-a/weir-kubeadm-objects",
            "team-a/weir-eks-objects",
            "team-a/weir-gke-objects",
            "team-a/weir-clouds-objects",
            "team-a/weir-core-aws-objects",
            "team-a/weir-provider-aws-objects",
            "team-a/weir-provider-azure-objects",
            "team-a/weir-provider-gcp-objects",
            "team-a/weir-provider-oci-objects",
            "team-a/weir-provider-scaleway-objects",
            "weir-system/weir-manager-leader");
    assertThat(bindings(objects, "ClusterRoleBinding"))
        .noneMatch(name -> name.endsWith("-objects"));
  }

  @Test
  void ofAnEarlierInstallationAreKnownByTheirBindings() {
    List<ObjectNode> unneeded =
        ManagerRbac.unneededBindings(Roles.parse("core,aws"), Optional.of("team-a"));

    assertThat(bindings(unneeded, "ClusterRoleBinding"))
        .contains("/weir-core-objects", "/weir-kubeadm", "/weir-provider-scaleway")
        .doesNotContain("/weir-core", "/weir-provider-aws");
    assertThat(bindings(unneeded, "RoleBinding"))
        .containsExactly(
            "team-a/weir-kubeadm-objects",
            "team-a/weir-eks-objects",
            "team-a/weir-gke-objects",
            "team-a/weir-provider-azure-objects",
            "team-a/weir-provider-gcp-objects",
            "team-a/weir-provider-oci-objects",
            "team-a/weir-provider-scaleway-objects",
            "team-a/weir-provider-aws-attached-objects",
            "team-a/weir-provider-azure-attached-objects",
            "team-a/weir-provider-gcp-attached-objects",
            "team-a/weir-provider-oci-attached-objects");
  }

  @Test
  void toWriteWhatOthersControllersWriteAreThereOnlyWhereTheRoleIsNamed() {
    String attached = "team-a/weir-provider-aws-attached-objects";

    assertThat(bindings(ManagerRbac.installationObjects(Roles.parse("*"), TEAM), "RoleBinding"))
        .doesNotContain(attached);
    assertThat(
            bindings(
                ManagerRbac.installationObjects(Roles.parse("*,eks-attached"), TEAM),
                "RoleBinding"))
        .contains(attached);
  }

  private static List<String> bindings(List<ObjectNode> objects, String kind) {
    return objects.stream()
        .filter(object -> object.path("kind").asText().equals(kind))
        .map(object -> object.path("metadata"))
        .map(it -> it.path("namespace").asText("") + "/" + it.path("name").asText())
        .toList();
  }

  private static Map<String, Set<String>> merged(String more) {
    return parsed(ALWAYS + more);
  }

  private static Map<String, Set<String>> parsed(String text) {
    var rights = new TreeMap<String, Set<String>>();
    text.lines()
        .map(line -> line.split(" ", -1))
        .forEach(
            words ->
                rights
                    .computeIfAbsent(words[0] + " " + words[1], _ -> new TreeSet<>())
                    .addAll(List.of(words).subList(2, words.length)));
    return rights;
  }

  private static Map<String, Set<String>> rights(String controllers) {
    var lines = new StringBuilder();
    for (ObjectNode role :
        ManagerRbac.installationObjects(Roles.parse(controllers), Optional.empty())) {
      if (role.path("kind").asText().endsWith("Role")) {
        role.path("rules").forEach(rule -> lines.append(lines(scope(role), rule)));
      }
    }
    return parsed(lines.toString());
  }

  private static String scope(ObjectNode role) {
    String namespace = role.at("/metadata/namespace").asText("");
    String everywhere = role.at("/metadata/name").asText().endsWith("-objects") ? "-objects" : "*";
    return namespace.isEmpty() ? everywhere : namespace;
  }

  private static String lines(String scope, JsonNode rule) {
    var lines = new StringBuilder();
    String verbs =
        rule.path("verbs").valueStream().map(JsonNode::asText).collect(Collectors.joining(" "));
    for (JsonNode resource : rule.path("resources")) {
      String right =
          "%s %s/%s".formatted(scope, rule.at("/apiGroups/0").asText(), resource.asText());
      if (rule.path("resourceNames").isEmpty()) {
        lines.append(right).append(' ').append(verbs).append('\n');
      }
      for (JsonNode name : rule.path("resourceNames")) {
        lines
            .append(right)
            .append(':')
            .append(name.asText())
            .append(' ')
            .append(verbs)
            .append('\n');
      }
    }
    return lines.toString();
  }
}
