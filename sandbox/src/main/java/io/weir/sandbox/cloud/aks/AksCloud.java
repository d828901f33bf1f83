package io.weir.sandbox.cloud.aks;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.api.OwnerReference;
import io.weir.clouds.FaultInjector;
import io.weir.clouds.InstanceListener;
import io.weir.clouds.InstanceState;
import io.weir.clouds.Journal;
import io.weir.clouds.SimulatedCloud;
import io.weir.clouds.node.Fleet;
import io.weir.clouds.node.ManagedMachineSpec;
import io.weir.clouds.node.cloudcontroller.CloudInstance;
import io.weir.clouds.node.cloudcontroller.CloudInventory;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Simulated node pools of AKS, whose nodes join by themselves. A pool has as many as it is asked
 * for, all of the version that it is asked for; one that is killed is replaced. Nobody calls it but
 * what stands for Azure Service Operator, so no call can be counted or fail. Safe for concurrent
 * use.
 */
final class AksCloud implements SimulatedCloud, CloudInventory {
  /** How the IDs of all nodes begin. */
  static final String NODE_RESOURCE_GROUP =
      "/subscriptions/0b1f6471-1bf0-4dda-aec3-cb9272f09590/resourceGroups/mc_demo/";

  /** Where all clusters are. */
  static final String REGION = "westeurope";

  /** Azure's name for where machines are that nobody wants in a zone. */
  private static final String NO_ZONE = "0";

  private static final int NODES_OF_A_SUBNET = 250;

  private final Fleet fleet;
  private final String kubeconfig;
  private final Journal journal = new Journal();
  private final FaultInjector faults = new FaultInjector();
  private final Map<String, Pool> pools = new TreeMap<>();
  private Consumer<String> nodeRemover = _ -> {};
  private int numbers;

  /**
   * A node.
   *
   * @param number no other node has it
   * @param version such as {@code 1.35.4}
   */
  private record Node(int number, String version) {}

  /** A pool, as it was asked for last, with its nodes. */
  private record Pool(ApiObject object, List<Node> nodes) {

    String name() {
      return object.at("/spec/azureName").asText(object.name());
    }

    /** The pool of Cluster API that owns it. */
    String group() {
      return object.controller().map(OwnerReference::name).orElse(object.name());
    }

    String id(Node node) {
      return "%sproviders/Microsoft.Compute/virtualMachineScaleSets/aks-%s-vmss/virtualMachines/%d"
          .formatted(NODE_RESOURCE_GROUP, name(), node.number());
    }

    String nodeName(Node node) {
      return "aks-%s-vmss%06d".formatted(name(), node.number());
    }

    CloudInstance instance(Node node) {
      return new CloudInstance(
          "azure://" + id(node),
          NO_ZONE,
          REGION,
          object.at("/spec/vmSize").asText(),
          "10.224.%d.%d"
              .formatted(node.number() / NODES_OF_A_SUBNET, node.number() % NODES_OF_A_SUBNET + 4));
    }

    ManagedMachineSpec machine(Node node, String kubeconfig) {
      CloudInstance instance = instance(node);
      var labels = new TreeMap<String, String>();
      object
          .at("/spec/nodeLabels")
          .properties()
          .forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
      labels.put("kubernetes.azure.com/agentpool", name());
      labels.put("kubernetes.azure.com/cluster", "mc_demo");
      var taints = new ArrayList<String>();
      object.at("/spec/nodeTaints").forEach(taint -> taints.add(taint.asText()));
      return new ManagedMachineSpec(
          id(node),
          nodeName(node),
          instance.zone(),
          instance.region(),
          instance.instanceType(),
          instance.address(),
          "v" + node.version(),
          instance.providerId(),
          labels,
          String.join(",", taints),
          kubeconfig);
    }
  }

  /** A node and its pool. */
  private record Member(Pool pool, Node node) {
    String id() {
      return pool.id(node);
    }
  }

  /**
   * Without pools.
   *
   * @param kubeconfig a way into the cluster that all nodes join
   */
  AksCloud(Fleet fleet, String kubeconfig) {
    this.fleet = fleet;
    this.kubeconfig = kubeconfig;
  }

  /**
   * Has Nodes removed whose machine is gone, as AKS does it itself.
   *
   * @param remover is told their names; must not block
   */
  synchronized void removeNodesBy(Consumer<String> remover) {
    nodeRemover = remover;
  }

  /**
   * Gives a pool its nodes.
   *
   * @param object a ManagedClustersAgentPool
   * @param version such as {@code 1.35.4}
   */
  synchronized void resize(ApiObject object, int count, String version) {
    Pool before = pools.get(object.uid());
    var pool = new Pool(object, before == null ? new ArrayList<>() : before.nodes());
    pools.put(object.uid(), pool);
    for (Node node : List.copyOf(pool.nodes())) {
      if (!node.version().equals(version) || pool.nodes().size() > count) {
        end(new Member(pool, node));
      }
    }
    while (pool.nodes().size() < count) {
      begin(pool, new Node(numbers++, version));
    }
  }

  /** Ends all nodes of a pool. */
  synchronized void remove(ApiObject object) {
    Pool gone = pools.remove(object.uid());
    if (gone != null) {
      List.copyOf(gone.nodes()).forEach(node -> end(new Member(gone, node)));
    }
  }

  private void begin(Pool pool, Node node) {
    pool.nodes().add(node);
    fleet.boot(pool.machine(node, kubeconfig));
    tell(new Member(pool, node), InstanceState.Phase.RUNNING);
  }

  private void end(Member member) {
    member.pool().nodes().remove(member.node());
    fleet.kill(member.id());
    tell(member, InstanceState.Phase.TERMINATED);
    nodeRemover.accept(member.pool().nodeName(member.node()));
  }

  private void tell(Member member, InstanceState.Phase phase) {
    journal.recordInstance(
        Instant.now(),
        member.id(),
        NO_ZONE,
        member.pool().group(),
        phase,
        phase == InstanceState.Phase.RUNNING);
  }

  private Stream<Member> members() {
    return pools.values().stream()
        .flatMap(pool -> pool.nodes().stream().map(node -> new Member(pool, node)));
  }

  @Override
  public synchronized Optional<CloudInstance> byNodeName(String nodeName) {
    return members()
        .filter(member -> member.pool().nodeName(member.node()).equals(nodeName))
        .map(member -> member.pool().instance(member.node()))
        .findFirst();
  }

  @Override
  public synchronized boolean exists(String providerId) {
    return members().anyMatch(member -> providerId.equals("azure://" + member.id()));
  }

  @Override
  public String name() {
    return "AKS";
  }

  /** Where Azure Service Operator would go. */
  @Override
  public URI endpoint() {
    return URI.create("https://management.azure.com");
  }

  @Override
  public Journal journal() {
    return journal;
  }

  @Override
  public FaultInjector faults() {
    return faults;
  }

  /** None. */
  @Override
  public Set<String> operations() {
    return Set.of();
  }

  @Override
  public String launchAction() {
    return "launch";
  }

  @Override
  public Set<String> regions() {
    return Set.of(REGION);
  }

  @Override
  public Set<String> zones() {
    return Set.of(NO_ZONE);
  }

  @Override
  public synchronized List<InstanceState> instances() {
    return members()
        .map(
            member ->
                new InstanceState(
                    member.id(),
                    member.pool().group(),
                    NO_ZONE,
                    "Running",
                    InstanceState.Phase.RUNNING))
        .toList();
  }

  /** Nodes boot what AKS gives them. */
  @Override
  public Map<String, byte[]> launchData() {
    return Map.of();
  }

  /** Nobody is told: nodes boot where they are made. */
  @Override
  public void addListener(InstanceListener listener) {}

  @Override
  public synchronized boolean killInstance(String instanceId) {
    Optional<Member> victim =
        members().filter(member -> member.id().equals(instanceId)).findFirst();
    victim.ifPresent(
        member -> {
          end(member);
          begin(member.pool(), new Node(numbers++, member.node().version()));
        });
    return victim.isPresent();
  }

  @Override
  public synchronized String saveState() {
    ObjectNode saved = JsonNodeFactory.instance.objectNode();
    saved.put("numbers", numbers);
    for (Pool pool : pools.values()) {
      ObjectNode one = saved.withArray("/pools").addObject();
      one.set("object", pool.object().copyTree());
      pool.nodes()
          .forEach(
              node ->
                  one.withArray("/nodes")
                      .addObject()
                      .put("number", node.number())
                      .put("version", node.version()));
    }
    return saved.toString();
  }

  @Override
  public synchronized void restoreState(String text) {
    JsonNode saved = read(text);
    numbers = saved.path("numbers").asInt();
    for (JsonNode each : saved.path("pools")) {
      if (!(each.path("object") instanceof ObjectNode object)) {
        throw new IllegalArgumentException("a pool of AKS without its object");
      }
      var pool = new Pool(new ApiObject(object), new ArrayList<>());
      pools.put(pool.object().uid(), pool);
      each.path("nodes")
          .forEach(
              node ->
                  begin(
                      pool, new Node(node.path("number").asInt(), node.path("version").asText())));
    }
  }

  private static JsonNode read(String text) {
    try {
      return Json.MAPPER.readTree(text);
    } catch (JsonProcessingException malformed) {
      throw new IllegalArgumentException(malformed.getOriginalMessage(), malformed);
    }
  }

  @Override
  public synchronized String comparableState() {
    var sizes = new TreeMap<String, Integer>();
    pools.values().forEach(pool -> sizes.merge(pool.group(), pool.nodes().size(), Integer::sum));
    return Json.MAPPER.valueToTree(sizes).toString();
  }

  /** The machines end with the fleet. */
  @Override
  public void close() {}
}
