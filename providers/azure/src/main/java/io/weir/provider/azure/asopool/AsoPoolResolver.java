package io.weir.provider.azure.asopool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.core.MachinePool;
import io.weir.provider.KubernetesVersion;
import io.weir.provider.PoolInputs;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.azure.api.AsoKinds;
import io.weir.provider.azure.asopool.ListedResources.Listed;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/** What the objects of a pool are to be. */
public final class AsoPoolResolver {

  private AsoPoolResolver() {}

  /**
   * The objects, with version and size of the MachinePool filled in.
   *
   * @throws PrerequisiteException if the list is not sound, or contradicts the MachinePool
   */
  public static AsoPoolDesiredState resolve(PoolInputs in) throws PrerequisiteException {
    List<Listed> listed = ListedResources.of(in.pool());
    checkEach(listed);
    Listed agentPool = agentPool(listed);
    boolean sizedElsewhere =
        ListedResources.isAutoscaled(in.pool()) || in.hasExternallyManagedReplicas();
    checkCount(agentPool, in.replicas(), sizedElsewhere);
    Optional<String> version = version(agentPool, in);
    var resources = new ArrayList<ObjectNode>();
    for (Listed each : listed) {
      ObjectNode tree = each.object().copyTree();
      if (each.isAgentPool()) {
        version.ifPresent(number -> tree.withObject("/spec").put("orchestratorVersion", number));
      }
      resources.add(tree);
    }
    return new AsoPoolDesiredState(
        resources,
        sizedElsewhere ? OptionalInt.empty() : OptionalInt.of(in.replicas()),
        in.replicas());
  }

  private static void checkEach(List<Listed> listed) throws PrerequisiteException {
    var seen = new HashSet<String>();
    for (Listed each : listed) {
      if (!AsoKinds.isOne(each.object().groupKind())) {
        throw invalid(
            "%s: %s is not a kind of Azure Service Operator, whose groups end in .azure.com: remove it"
                .formatted(each.path(), each.object().groupKind()));
      }
      if (each.object().name().isEmpty()) {
        throw invalid("%s.metadata.name is not set: set it".formatted(each.path()));
      }
      if (!seen.add(each.object().groupKind() + " " + each.object().name())) {
        throw invalid(
            "%s: %s %s is listed before: remove one of the two"
                .formatted(each.path(), each.object().groupKind().kind(), each.object().name()));
      }
    }
  }

  private static Listed agentPool(List<Listed> listed) throws PrerequisiteException {
    List<Listed> found = listed.stream().filter(Listed::isAgentPool).toList();
    if (found.size() != 1) {
      throw invalid(
          "spec.resources must list one ManagedClustersAgentPool of group containerservice.azure.com, but %s"
              .formatted(
                  found.isEmpty()
                      ? "lists none: add it"
                      : found.stream().map(Listed::path).collect(Collectors.joining(" and "))
                          + " are such: move all but one to pools of their own"));
    }
    return found.getFirst();
  }

  /** A count of its own would be overruled with each change of the size. */
  private static void checkCount(Listed agentPool, int replicas, boolean sizedElsewhere)
      throws PrerequisiteException {
    JsonNode count = agentPool.object().at("/spec/count");
    if (!count.isMissingNode() && !sizedElsewhere && count.asInt() != replicas) {
      throw invalid(
          "%s.spec.count is %s, but MachinePool spec.replicas is %d: remove the first"
              .formatted(agentPool.path(), count, replicas));
    }
  }

  /** As the MachinePool writes it, without the v. */
  private static Optional<String> version(Listed agentPool, PoolInputs in)
      throws PrerequisiteException {
    Optional<KubernetesVersion> known = in.kubernetesVersion();
    String wanted = in.machinePool().as(MachinePool.class).spec().template().spec().version();
    String own = agentPool.object().at("/spec/orchestratorVersion").asText();
    if (known.isEmpty() || wanted == null) {
      return Optional.empty();
    }
    String number = wanted.startsWith("v") ? wanted.substring(1) : wanted;
    if (!own.isEmpty() && !own.equals(number)) {
      throw invalid(
          "%s.spec.orchestratorVersion is %s, but MachinePool spec.template.spec.version is %s: remove the first"
              .formatted(agentPool.path(), own, wanted));
    }
    return Optional.of(number);
  }

  private static PrerequisiteException invalid(String message) {
    return PrerequisiteException.invalid(message);
  }
}
