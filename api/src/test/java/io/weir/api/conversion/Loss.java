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
record Loss(String words, Consumer<ObjectNode> forget) {

  static final List<Loss> ALL =
      List.of(
          new Loss(
              "`namespace`, `uid`, `resourceVersion`, `fieldPath` and the version in `apiVersion`"
                  + " of references",
              object -> {
                Loss.reference(object.at("/spec/template/spec/bootstrap/configRef"));
                Loss.reference(object.at("/spec/template/spec/infrastructureRef"));
                Loss.reference(object.at("/spec/bootstrap/configRef"));
                Loss.reference(object.at("/spec/infrastructureRef"));
                Loss.reference(object.at("/spec/controlPlaneRef"));
                Loss.groups(object)
                    .forEach(
                        group ->
                            Fields.look(group, "machineHealthCheck", "remediationTemplate")
                                .remove(Loss.UNUSED));
              }),
          new Loss(
              "all but the name of a Machine's `status.nodeRef`",
              object -> {
                ObjectNode node = Fields.look(object, "status", "nodeRef");
                if (object.path("kind").asText().equals("Machine")) {
                  node.retain("name");
                }
              }),
          new Loss(
              "`useExperimentalRetryJoin`; `clusterName`, `kubernetesVersion` and `networking` of"
                  + " `clusterConfiguration`; `apiVersion` and `kind` inside the three kubeadm"
                  + " configurations",
              object -> {
                ObjectNode spec = Loss.kubeadm(object);
                spec.remove("useExperimentalRetryJoin");
                Fields.look(spec, "clusterConfiguration")
                    .remove(List.of("clusterName", "kubernetesVersion", "networking"));
                for (String each :
                    List.of("clusterConfiguration", "initConfiguration", "joinConfiguration")) {
                  Fields.look(spec, each).remove(List.of("apiVersion", "kind"));
                }
              }),
          new Loss(
              "`rolloutAfter` of a Cluster's topology and `definitionFrom` of its variables",
              object -> {
                Fields.look(object, "spec", "topology").remove("rolloutAfter");
                Loss.everywhere(object, each -> each.remove("definitionFrom"));
              }),
          new Loss(
              "fractions of a second in durations, and how a duration was written",
              object -> {
                Loss.machineTimeouts(Loss.machine(object));
                Loss.groups(object).forEach(Loss::machineTimeouts);
                Loss.groups(object)
                    .map(group -> Fields.look(group, "machineHealthCheck"))
                    .forEach(
                        check -> {
                          Loss.whole(check, "nodeStartupTimeout");
                          for (String each :
                              List.of("unhealthyConditions", "unhealthyMachineConditions")) {
                            Fields.each(
                                check.path(each), condition -> Loss.whole(condition, "timeout"));
                          }
                        });
                ObjectNode spec = Loss.kubeadm(object);
                Loss.whole(
                    Fields.look(spec, "clusterConfiguration", "apiServer"),
                    "timeoutForControlPlane");
                Loss.whole(Fields.look(spec, "joinConfiguration", "discovery"), "timeout");
                Fields.each(
                    spec.at("/initConfiguration/bootstrapTokens"),
                    token -> Loss.whole(token, "ttl"));
              }),
          new Loss(
              "an explicit `false` where v1beta1 means the same without it: `append`, `readOnly`,"
                  + " `strict`, `unsafeSkipCAVerification`, `insecureSkipTLSVerify`,"
                  + " `provideClusterInfo`, `ready`, `bootstrapReady`, `infrastructureReady`,"
                  + " `controlPlaneReady`, `paused`, `controlPlane` of a failure domain",
              object ->
                  Loss.everywhere(
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
                              .forEach(name -> Fields.dropFalse(each, name)))),
          new Loss(
              "whether a Cluster's `controlPlaneEndpoint` was absent, or had an empty `host` and"
                  + " `port: 0`",
              object -> {
                if (object.path("kind").asText().equals("Cluster")) {
                  ObjectNode endpoint = Fields.make(object, "spec", "controlPlaneEndpoint");
                  endpoint.put("port", endpoint.path("port").asInt());
                }
              }),
          new Loss(
              "whether `status.replicas` was 0 or absent, and whether `divisor` was 0 or absent, a"
                  + " number or text",
              object -> {
                if (object.path("kind").asText().equals("MachinePool")) {
                  ObjectNode status = Fields.make(object, "status");
                  status.put("replicas", status.path("replicas").asInt());
                }
                Loss.everywhere(
                    object,
                    each ->
                        Fields.with(
                            each,
                            reference ->
                                reference.put("divisor", reference.path("divisor").asText("0")),
                            "resourceFieldRef"));
              }),
          new Loss(
              "empty texts, lists and objects, where v1beta2 refuses them; they mean the same as"
                  + " nothing",
              Loss::dropEmpty));

  private static final List<String> UNUSED =
      List.of("namespace", "uid", "resourceVersion", "fieldPath");

  /** Where an empty value says something, and is kept. */
  private static final Set<String> KEPT_EMPTY =
      Set.of("dataSecretName", "sshAuthorizedKeys", "taints", "servers", "value");

  /** The object without anything that is lost. */
  static ObjectNode all(JsonNode object) {
    ObjectNode rest = object.deepCopy();
    for (Loss loss : ALL) {
      loss.forget.accept(rest);
    }
    return rest;
  }

  private static ObjectNode machine(ObjectNode object) {
    return object.path("kind").asText().equals("Machine")
        ? Fields.look(object, "spec")
        : Fields.look(object, "spec", "template", "spec");
  }

  /** The groups of machines in a Cluster's topology. */
  private static Stream<ObjectNode> groups(ObjectNode object) {
    ObjectNode topology = Fields.look(object, "spec", "topology");
    var groups = new ArrayList<ObjectNode>();
    Fields.with(topology, groups::add, "controlPlane");
    for (String each : List.of("machineDeployments", "machinePools")) {
      Fields.each(topology.path("workers").path(each), groups::add);
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
        ? Fields.look(object, "spec", "template", "spec")
        : Fields.look(object, "spec");
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
      parent.put(field, Durations.seconds(parent.path(field).asText(), field));
    }
  }

  private static void everywhere(JsonNode tree, Consumer<ObjectNode> work) {
    if (tree instanceof ObjectNode object) {
      work.accept(object);
    }
    tree.forEach(below -> everywhere(below, work));
  }

  private static void dropEmpty(JsonNode tree) {
    tree.forEach(Loss::dropEmpty);
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
