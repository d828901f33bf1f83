package io.weir.sandbox.watchman;

import io.weir.kernel.kube.BuiltInKinds;
import io.weir.sandbox.watchman.HistoryEvent.ApiWrite;
import io.weir.sandbox.watchman.HistoryEvent.InstanceStep;
import io.weir.sandbox.watchman.HistoryEvent.ObjectSeen;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * No Node is deleted by Weir while its instance runs. A Node without a provider id, and one whose
 * instance no cloud has told of, proves nothing.
 */
public final class NodeDeletionProperty implements Property {

  /** By the uid of a Node, as a name may be taken again. */
  private final Map<String, ObjectSeen> nodes = new HashMap<>();

  private final Map<String, ObjectSeen> latestByName = new HashMap<>();

  /** The last step of each instance, by zone and id. */
  private final Map<String, InstanceStep> instances = new HashMap<>();

  /** Deletions of Nodes that the watch has not shown yet, and what their instances were then. */
  private final List<Unknown> unknown = new ArrayList<>();

  private record Unknown(ApiWrite deletion, Map<String, InstanceStep> then) {}

  NodeDeletionProperty() {}

  @Override
  public String sentence() {
    return "no Node is deleted by Weir while its instance runs";
  }

  @Override
  public void take(HistoryEvent event, Consumer<Violation> broken) {
    switch (event) {
      case ObjectSeen seen when seen.object().groupKind().equals(BuiltInKinds.NODE) -> {
        nodes.put(seen.object().uid(), seen);
        latestByName.put(seen.object().name(), seen);
        unknown.removeIf(
            each -> {
              Optional<ObjectSeen> node = node(each.deletion());
              node.ifPresent(found -> judge(each.deletion(), found, each.then(), broken));
              return node.isPresent();
            });
      }
      case InstanceStep step -> instances.put(step.instance(), step);
      case ApiWrite write
          when write.isWeirs()
              && write.succeeded()
              && write.verb().equals("delete")
              && write.resource().equals("nodes") ->
          node(write)
              .ifPresentOrElse(
                  node -> judge(write, node, instances, broken),
                  () -> unknown.add(new Unknown(write, Map.copyOf(instances))));
      default -> {}
    }
  }

  private Optional<ObjectSeen> node(ApiWrite deletion) {
    String uid = Bodies.text(deletion.body(), "/preconditions/uid");
    return Optional.ofNullable(
        uid.isEmpty() ? latestByName.get(deletion.object().name()) : nodes.get(uid));
  }

  private void judge(
      ApiWrite deletion,
      ObjectSeen node,
      Map<String, InstanceStep> then,
      Consumer<Violation> broken) {
    InstanceStep instance = then.get(ProviderIds.instanceOf(node.object()));
    if (instance != null && instance.runs() && !instance.at().isAfter(deletion.at())) {
      broken.accept(
          new Violation(
              this,
              instance.cloud(),
              "%s of instance %s".formatted(node.object(), instance.instance()),
              List.of(node, instance, deletion)));
    }
  }
}
