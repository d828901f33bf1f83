package io.weir.provider.gcp.machinepool.calls;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.provider.Observation;
import io.weir.provider.PlanStep;
import io.weir.provider.ProviderException;
import io.weir.provider.Receipt;
import io.weir.provider.gcp.account.calls.ComputeClient;
import io.weir.provider.gcp.account.calls.ComputeOperation;
import io.weir.provider.gcp.group.GroupLocation;
import io.weir.provider.gcp.group.GroupStep;
import io.weir.provider.gcp.group.ObservedGroup;
import io.weir.provider.gcp.group.calls.GroupCalls;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Makes writes, and says what their answers prove: mostly that they were accepted, and no more. */
public final class GroupStepApplier {

  private static final String TEMPLATES = "global/instanceTemplates";

  private final ComputeClient client;
  private final GroupObserver observer;
  private final Clock clock;

  /** Makes the writes of the scope of both. */
  public GroupStepApplier(ComputeClient client, GroupObserver observer, Clock clock) {
    this.client = client;
    this.observer = observer;
    this.clock = clock;
  }

  /**
   * Makes the write.
   *
   * @param before what the step was planned on
   * @param idempotencyKey by which Compute Engine knows a repetition
   */
  public Receipt<ObservedGroup> apply(
      PlanStep planStep, Observation<ObservedGroup> before, String idempotencyKey)
      throws ProviderException {
    if (!(planStep instanceof GroupStep step)) {
      throw new IllegalArgumentException("no step of Google Cloud: " + planStep);
    }
    UUID requestId = UUID.nameUUIDFromBytes(idempotencyKey.getBytes(StandardCharsets.UTF_8));
    try {
      ComputeOperation operation = send(step, requestId);
      observer.operations().accepted(step.name(), operation);
      return Receipt.of(
          observer.operations().status(step.name()).waiting()
              ? waiting(step, before)
              : done(step, before));
    } catch (ProviderException.NotFound gone) {
      if (step instanceof GroupStep.DeleteGroup || step instanceof GroupStep.DeleteTemplate) {
        return Receipt.of(done(step, before));
      }
      throw gone;
    } finally {
      // Whatever came of it: what was read before it is not what there is.
      observer.invalidate(step.name());
    }
  }

  /** Nothing is planned on it until an observation has followed the operation to its end. */
  private Observation<ObservedGroup> waiting(GroupStep step, Observation<ObservedGroup> before) {
    return present(
        before
            .observedState()
            .orElseGet(() -> ObservedGroup.absent(step.name(), client.scope().project()))
            .with(observer.operations().status(step.name())));
  }

  private Observation<ObservedGroup> done(GroupStep step, Observation<ObservedGroup> before) {
    ObservedGroup seen =
        before
            .observedState()
            .orElseGet(() -> ObservedGroup.absent(step.name(), client.scope().project()));
    return switch (step) {
      case GroupStep.CreateTemplate create -> present(seen.withTemplate(create));
      case GroupStep.DeleteTemplate delete -> {
        ObservedGroup left = seen.withoutTemplate(delete.template());
        yield left.hasGroup() || !left.templates().isEmpty()
            ? present(left)
            : new Observation.ProvenAbsent<>(clock.instant());
      }
      default -> new Observation.Unknown<>("Compute Engine was asked to " + step.description());
    };
  }

  private Observation<ObservedGroup> present(ObservedGroup state) {
    return new Observation.Present<>(state, clock.instant());
  }

  private ComputeOperation send(GroupStep step, UUID requestId) throws ProviderException {
    return switch (step) {
      case GroupStep.CreateTemplate create ->
          client.write(
              "instanceTemplates.insert",
              "POST",
              TEMPLATES,
              create.want().request(create.marks()),
              requestId);
      case GroupStep.DeleteTemplate delete ->
          client.write(
              "instanceTemplates.delete",
              "DELETE",
              TEMPLATES + "/" + delete.template(),
              null,
              requestId);
      case GroupStep.CreateGroup create -> {
        GroupLocation location = create.want().location();
        yield client.write(
            GroupCalls.action(location, "insert"),
            "POST",
            location.path() + "/instanceGroupManagers",
            create.request(),
            requestId);
      }
      case GroupStep.ClaimGroup claim ->
          patch(claim.location(), claim.name(), claim.patch(), requestId);
      case GroupStep.UpdateGroup update ->
          patch(update.location(), update.name(), update.patch(), requestId);
      case GroupStep.SetTemplate use -> {
        ObjectNode body = Json.MAPPER.createObjectNode();
        body.put("instanceTemplate", TEMPLATES + "/" + use.template());
        yield post(use.location(), use.name(), "setInstanceTemplate", "", body, requestId);
      }
      case GroupStep.ResizeGroup resize ->
          post(
              resize.location(),
              resize.name(),
              "resize",
              "?size=" + resize.size(),
              null,
              requestId);
      case GroupStep.DeleteInstances delete ->
          post(
              delete.location(), delete.name(), "deleteInstances", "", delete.request(), requestId);
      case GroupStep.RecreateInstances recreate ->
          post(
              recreate.location(),
              recreate.name(),
              "recreateInstances",
              "",
              recreate.request(),
              requestId);
      case GroupStep.DeleteGroup delete ->
          client.write(
              GroupCalls.action(delete.location(), "delete"),
              "DELETE",
              GroupCalls.path(delete.location(), delete.name()),
              null,
              requestId);
    };
  }

  private ComputeOperation patch(GroupLocation location, String name, JsonNode body, UUID requestId)
      throws ProviderException {
    return client.write(
        GroupCalls.action(location, "patch"),
        "PATCH",
        GroupCalls.path(location, name),
        body,
        requestId);
  }

  private ComputeOperation post(
      GroupLocation location,
      String name,
      String verb,
      String query,
      @Nullable JsonNode body,
      UUID requestId)
      throws ProviderException {
    return client.write(
        GroupCalls.action(location, verb),
        "POST",
        GroupCalls.path(location, name) + "/" + verb + query,
        body,
        requestId);
  }
}
