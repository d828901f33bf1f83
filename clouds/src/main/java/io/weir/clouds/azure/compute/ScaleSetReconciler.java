package io.weir.clouds.azure.compute;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.CloudFault;
import io.weir.clouds.azure.arm.Subscription;
import io.weir.clouds.site.LongOperation;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Keeps scale sets at their capacity and ends their operations. It looks at a scale set when
 * something happened to it and never otherwise; what has failed it leaves alone, as Azure does.
 */
final class ScaleSetReconciler {
  private static final LongOperation.Failure PREEMPTED =
      new LongOperation.Failure(
          "OperationPreempted",
          "Operation execution has been preempted by a more recent operation.");

  /** Of a hundred that were asked for, so many more are made. */
  private static final int OVERPROVISIONED_PERCENT = 20;

  private final Subscription subscription;
  private final ScaleSetStore store;
  private final InstanceLifecycle lifecycle;

  ScaleSetReconciler(
      Subscription subscription, ScaleSetStore store, CoreQuota quota, ImageCatalog images) {
    this.subscription = subscription;
    this.store = store;
    lifecycle = new InstanceLifecycle(subscription, quota, images, this::settle);
  }

  InstanceLifecycle lifecycle() {
    return lifecycle;
  }

  /** Begins to make a scale set what it was asked to be; what was under way ends unfinished. */
  LongOperation startUpdate(ScaleSet set, String action) {
    preempt(set);
    LongOperation operation = begin(set, action, List.of());
    if (!set.provisioningState.equals("Creating")) {
      set.provisioningState = "Updating";
    }
    if (set.properties().path("upgradePolicy").path("mode").asText().equals("Automatic")) {
      set.staying().forEach(lifecycle::upgrade);
    }
    resize(set);
    settleLater(set);
    return operation;
  }

  /** Begins to bring instances to the latest model. */
  LongOperation startUpgrade(ScaleSet set, String action, Collection<ScaleSetInstance> instances) {
    preempt(set);
    LongOperation operation = begin(set, action, List.of());
    set.provisioningState = "Updating";
    instances.forEach(lifecycle::upgrade);
    settleLater(set);
    return operation;
  }

  /** Begins to delete instances, which the capacity no longer counts. */
  LongOperation startInstanceDeletion(
      ScaleSet set, String action, Collection<ScaleSetInstance> instances) {
    LongOperation operation =
        begin(set, action, instances.stream().map(instance -> instance.id).toList());
    long counted = instances.stream().filter(one -> !one.isDeleting() && !one.surplus).count();
    set.setCapacity(set.capacity() - (int) counted);
    set.revision++;
    instances.forEach(lifecycle::delete);
    set.provisioningState = "Updating";
    settleLater(set);
    return operation;
  }

  /** Begins to delete a scale set with everything in it. */
  LongOperation startDeletion(ScaleSet set, String action) {
    preempt(set);
    LongOperation operation = begin(set, action, List.of());
    set.deleting = true;
    set.goneEarly = set.isFlexible() && strikes(CloudFault.Kind.GONE_EARLY, action, set);
    set.provisioningState = "Deleting";
    List.copyOf(set.instances).forEach(lifecycle::delete);
    settleLater(set);
    return operation;
  }

  private boolean strikes(CloudFault.Kind kind, String action, ScaleSet set) {
    return subscription.faults().takeMatching(EnumSet.of(kind), action, set.name()).isPresent();
  }

  private LongOperation begin(ScaleSet set, String action, List<String> deleted) {
    ObjectNode input = JsonNodeFactory.instance.objectNode().put("scaleSet", set.id.key());
    deleted.forEach(Documents.array(input, "deleted")::add);
    return subscription.operations().begin(action, set.name(), input);
  }

  private void preempt(ScaleSet set) {
    active(set)
        .toList()
        .forEach(
            operation -> {
              boolean _ = subscription.operations().cancel(operation, PREEMPTED);
            });
  }

  private Stream<LongOperation> active(ScaleSet set) {
    return subscription.operations().all().stream()
        .filter(LongOperation::isActive)
        .filter(one -> one.input().path("scaleSet").asText().equals(set.id.key()));
  }

  /** Makes what is missing, and deletes what is too much. */
  private void resize(ScaleSet set) {
    List<ScaleSetInstance> staying =
        set.staying().stream().filter(instance -> !instance.surplus).toList();
    int missing = set.capacity() - staying.size();
    for (int i = 0; i < missing; i++) {
      var _ = lifecycle.create(set, false);
    }
    if (missing > 0 && set.isOverprovisioned()) {
      for (int i = 0; i < (missing * OVERPROVISIONED_PERCENT + 99) / 100; i++) {
        var _ = lifecycle.create(set, true);
      }
    }
    for (int i = missing; i < 0; i++) {
      set.staying().stream().min(Placement.firstToGo(set)).ifPresent(lifecycle::delete);
    }
  }

  private void settleLater(ScaleSet set) {
    subscription.runLater(subscription.timing().change(), () -> settle(set));
  }

  /** Looks whether anything is left to do. */
  private void settle(ScaleSet set) {
    trim(set);
    endDeletions(set);
    if (set.deleting) {
      if (set.instances.isEmpty()) {
        store.remove(set);
        active(set).toList().forEach(this::succeed);
      }
    } else if (set.instances.stream().noneMatch(ScaleSetInstance::isMoving)) {
      endUpdate(set);
    }
  }

  /** Deletes what was made beyond the capacity as soon as enough of the others are there. */
  private void trim(ScaleSet set) {
    List<ScaleSetInstance> staying = set.staying();
    long surplus = staying.stream().filter(instance -> instance.surplus).count();
    long there = staying.stream().filter(instance -> instance.hasState("Succeeded")).count();
    boolean nothingComes = staying.stream().noneMatch(ScaleSetInstance::isMoving);
    if (surplus > 0 && (there >= set.capacity() || nothingComes)) {
      staying.stream()
          .sorted(Placement.firstToKeep())
          .skip(set.capacity())
          .forEach(lifecycle::delete);
      set.instances.forEach(instance -> instance.surplus = false);
    }
  }

  private void endDeletions(ScaleSet set) {
    active(set)
        .filter(operation -> !operation.input().path("deleted").isEmpty())
        .filter(operation -> allGone(set, operation.input().path("deleted")))
        .toList()
        .forEach(this::succeed);
  }

  private static boolean allGone(ScaleSet set, JsonNode ids) {
    return ids.valueStream().noneMatch(id -> set.instance(id.asText()).isPresent());
  }

  private void endUpdate(ScaleSet set) {
    Optional<LongOperation> update =
        active(set).filter(operation -> operation.input().path("deleted").isEmpty()).findFirst();
    if (update.isEmpty()) {
      if (set.provisioningState.equals("Updating")) {
        set.provisioningState = "Succeeded";
      }
      return;
    }
    LongOperation operation = update.get();
    Optional<LongOperation.Failure> failure =
        set.instances.stream()
            .filter(instance -> !instance.created.isBefore(operation.created()))
            .map(instance -> instance.failure)
            .filter(Objects::nonNull)
            .findFirst();
    failure.ifPresent(why -> subscription.operations().fail(operation, why));
    boolean done = failure.isEmpty() && subscription.operations().succeed(operation);
    set.provisioningState = done ? "Succeeded" : "Failed";
  }

  private void succeed(LongOperation operation) {
    boolean _ = subscription.operations().succeed(operation);
  }

  /** Goes on with a scale set of another time. */
  void resume(ScaleSet set) {
    set.instances.forEach(lifecycle::resume);
    settleLater(set);
  }
}
