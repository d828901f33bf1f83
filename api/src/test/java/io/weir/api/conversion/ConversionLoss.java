package io.weir.api.conversion;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.GroupKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Everything that an object of v1beta1 loses, by nature, when it is stored in v1beta2: {@link
 * #ALL}.
 *
 * @param words those of docs/api-versions.md
 * @param forget makes two objects alike that differ by this loss alone
 */
public record ConversionLoss(String words, Consumer<ObjectNode> forget) {

  static final List<ConversionLoss> ALL =
      List.of(
          new ConversionLoss(
              "`namespace`, `uid`, `resourceVersion`, `fieldPath` and the version in `apiVersion`"
                  + " of references",
              object -> {
                ConversionLoss.reference(object.at("/spec/template/spec/bootstrap/configRef"));
                ConversionLoss.reference(object.at("/spec/template/spec/infrastructureRef"));
                ConversionLoss.reference(object.at("/spec/bootstrap/configRef"));
                ConversionLoss.reference(object.at("/spec/infrastructureRef"));
                ConversionLoss.reference(object.at("/spec/controlPlaneRef"));
                TreeFields.getOrEmpty(object, "spec", "remediationTemplate")
                    .remove(ConversionLoss.UNUSED);
                ConversionLoss.groups(object)
                    .forEach(
                        group ->
                            TreeFields.getOrEmpty(
                                    group, "machineHealthCheck", "remediationTemplate")
                                .remove(ConversionLoss.UNUSED));
              }),
          new ConversionLoss(
              "all but the name of a Machine's `status.nodeRef`",
              object -> {
                ObjectNode node = TreeFields.getOrEmpty(object, "status", "nodeRef");
                if (object.path("kind").asText().equals("Machine")) {
                  node.retain("name");
                }
              }),
          new ConversionLoss(
              "`useExperimentalRetryJoin`; `clusterName`, `kubernetesVersion` and `networking` of"
                  + " `clusterConfiguration`; `apiVersion` and `kind` inside the three kubeadm"
                  + " configurations",
              object -> {
                ObjectNode spec = ConversionLoss.kubeadm(object);
                spec.remove("useExperimentalRetryJoin");
                TreeFields.getOrEmpty(spec, "clusterConfiguration")
                    .remove(List.of("clusterName", "kubernetesVersion", "networking"));
                for (String each :
                    List.of("clusterConfiguration", "initConfiguration", "joinConfiguration")) {
                  TreeFields.getOrEmpty(spec, each).remove(List.of("apiVersion", "kind"));
                }
              }),
          new ConversionLoss(
              "`rolloutAfter` of a Cluster's topology and `definitionFrom` of its variables",
              object -> {
                TreeFields.getOrEmpty(object, "spec", "topology").remove("rolloutAfter");
                ConversionLoss.everywhere(object, each -> each.remove("definitionFrom"));
              }),
          new ConversionLoss(
              "`progressDeadlineSeconds` and `revisionHistoryLimit` of a MachineDeployment",
              object ->
                  TreeFields.getOrEmpty(object, "spec")
                      .remove(List.of("progressDeadlineSeconds", "revisionHistoryLimit"))),
          new ConversionLoss(
              "fractions of a second in durations, and how a duration was written",
              object -> {
                ConversionLoss.machineTimeouts(ConversionLoss.machine(object));
                ConversionLoss.groups(object).forEach(ConversionLoss::machineTimeouts);
                Stream.concat(
                        Stream.of(TreeFields.getOrEmpty(object, "spec")),
                        ConversionLoss.groups(object)
                            .map(group -> TreeFields.getOrEmpty(group, "machineHealthCheck")))
                    .forEach(
                        check -> {
                          ConversionLoss.whole(check, "nodeStartupTimeout");
                          for (String each :
                              List.of("unhealthyConditions", "unhealthyMachineConditions")) {
                            TreeFields.forEachObject(
                                check.path(each),
                                condition -> ConversionLoss.whole(condition, "timeout"));
                          }
                        });
                ObjectNode spec = ConversionLoss.kubeadm(object);
                ConversionLoss.whole(
                    TreeFields.getOrEmpty(spec, "clusterConfiguration", "apiServer"),
                    "timeoutForControlPlane");
                ConversionLoss.whole(
                    TreeFields.getOrEmpty(spec, "joinConfiguration", "discovery"), "timeout");
                TreeFields.forEachObject(
                    spec.at("/initConfiguration/bootstrapTokens"),
                    token -> ConversionLoss.whole(token, "ttl"));
              }),
          new ConversionLoss(
              "an explicit `false` where v1beta1 means the same without it: `append`, `readOnly`,"
                  + " `strict`, `unsafeSkipCAVerification`, `insecureSkipTLSVerify`,"
                  + " `provideClusterInfo`, `ready`, `bootstrapReady`, `infrastructureReady`,"
                  + " `controlPlaneReady`, `paused`, `controlPlane` of a failure domain",
              object ->
                  ConversionLoss.everywhere(
                      object,
                      each ->
                          List.of(
                                  "append",
                                  "readOnly",
                                  "strict",
                                  "unsafeSkipCAVerification",
                                  "insecureSkipTLSVerify",
                                  "provideClusterInfo",
                                  "ready",
                                  "bootstrapReady",
                                  "infrastructureReady",
                                  "controlPlaneReady",
                                  "paused",
                                  "controlPlane")
                              .forEach(name -> TreeFields.dropFalse(each, name)))),
          new ConversionLoss(
              "whether a Cluster's `controlPlaneEndpoint` was absent, or had an empty `host` and"
                  + " `port: 0`",
              object -> {
                if (object.path("kind").asText().equals("Cluster")) {
                  ObjectNode endpoint =
                      TreeFields.getOrCreate(object, "spec", "controlPlaneEndpoint");
                  endpoint.put("port", endpoint.path("port").asInt());
                }
              }),
          new ConversionLoss(
              "whether a Cluster's `apiServerPort` was absent or 0",
              object -> {
                ObjectNode network = TreeFields.getOrEmpty(object, "spec", "clusterNetwork");
                if (network.path("apiServerPort").asInt(-1) == 0) {
                  network.remove("apiServerPort");
                }
              }),
          new ConversionLoss(
              "whether a number in the status, or a MachineSet's `minReadySeconds`, was 0 or"
                  + " absent, and whether `divisor` was 0 or absent, a number or text",
              object -> {
                ConversionLoss.COUNTS.forEach(
                    count -> TreeFields.dropZero(TreeFields.getOrEmpty(object, "status"), count));
                if (object.path("kind").asText().equals("MachineSet")) {
                  TreeFields.dropZero(TreeFields.getOrEmpty(object, "spec"), "minReadySeconds");
                }
                ConversionLoss.everywhere(
                    object,
                    each ->
                        TreeFields.ifObject(
                            each,
                            reference ->
                                reference.put("divisor", reference.path("divisor").asText("0")),
                            "resourceFieldRef"));
              }),
          new ConversionLoss(
              "empty texts, lists and objects, where v1beta2 refuses them; they mean the same as"
                  + " nothing",
              ConversionLoss::dropEmpty));

  private static final List<String> COUNTS =
      List.of(
          "replicas",
          "fullyLabeledReplicas",
          "updatedReplicas",
          "readyReplicas",
          "availableReplicas",
          "unavailableReplicas",
          "expectedMachines",
          "currentHealthy",
          "remediationsAllowed");

  private static final List<String> UNUSED =
      List.of("namespace", "uid", "resourceVersion", "fieldPath");

  /** Where an empty value says something, and is kept. */
  private static final Set<String> KEPT_EMPTY =
      Set.of("dataSecretName", "sshAuthorizedKeys", "taints", "servers", "value");

  /** The object without anything that is lost. */
  public static ObjectNode all(JsonNode object) {
    ObjectNode rest = object.deepCopy();
    for (ConversionLoss conversionLoss : ALL) {
      conversionLoss.forget.accept(rest);
    }
    return rest;
  }

  private static ObjectNode machine(ObjectNode object) {
    return object.path("kind").asText().equals("Machine")
        ? TreeFields.getOrEmpty(object, "spec")
        : TreeFields.getOrEmpty(object, "spec", "template", "spec");
  }

  /** The groups of machines in a Cluster's topology. */
  private static Stream<ObjectNode> groups(ObjectNode object) {
    ObjectNode topology = TreeFields.getOrEmpty(object, "spec", "topology");
    var groups = new ArrayList<ObjectNode>();
    TreeFields.ifObject(topology, groups::add, "controlPlane");
    for (String each : List.of("machineDeployments", "machinePools")) {
      TreeFields.forEachObject(topology.path("workers").path(each), groups::add);
    }
    return groups.stream();
  }

  private static void machineTimeouts(ObjectNode machine) {
    for (String each :
        List.of("nodeDrainTimeout", "nodeVolumeDetachTimeout", "nodeDeletionTimeout")) {
      whole(machine, each);
    }
  }

  private static ObjectNode kubeadm(ObjectNode object) {
    return object.path("kind").asText().equals("KubeadmConfigTemplate")
        ? TreeFields.getOrEmpty(object, "spec", "template", "spec")
        : TreeFields.getOrEmpty(object, "spec");
  }

  private static void reference(JsonNode reference) {
    if (reference instanceof ObjectNode object) {
      object.remove(UNUSED);
      if (object.has("apiVersion")) {
        object.put("apiVersion", GroupKind.groupOf(object.path("apiVersion").asText()));
      }
    }
  }

  private static void whole(ObjectNode parent, String field) {
    if (parent.has(field)) {
      parent.put(field, DurationConversion.seconds(parent.path(field).asText(), field));
    }
  }

  private static void everywhere(JsonNode tree, Consumer<ObjectNode> work) {
    if (tree instanceof ObjectNode object) {
      work.accept(object);
    }
    tree.forEach(below -> everywhere(below, work));
  }

  private static void dropEmpty(JsonNode tree) {
    tree.forEach(ConversionLoss::dropEmpty);
    if (tree instanceof ObjectNode object) {
      var empty = new ArrayList<String>();
      object.properties().stream()
          .filter(field -> !KEPT_EMPTY.contains(field.getKey()) && isEmpty(field.getValue()))
          .forEach(field -> empty.add(field.getKey()));
      object.remove(empty);
    }
  }

  private static boolean isEmpty(JsonNode value) {
    return value.isTextual()
        ? value.asText().isEmpty()
        : (value instanceof ObjectNode || value instanceof ArrayNode) && value.isEmpty();
  }
}
