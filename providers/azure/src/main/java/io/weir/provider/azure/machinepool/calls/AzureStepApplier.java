package io.weir.provider.azure.machinepool.calls;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.provider.Observation;
import io.weir.provider.PlanStep;
import io.weir.provider.ProviderException;
import io.weir.provider.Receipt;
import io.weir.provider.azure.account.calls.ArmAnswer;
import io.weir.provider.azure.account.calls.ArmApi;
import io.weir.provider.azure.account.calls.ArmClient;
import io.weir.provider.azure.account.calls.ArmRequest;
import io.weir.provider.azure.account.calls.AzureErrors;
import io.weir.provider.azure.scaleset.ObservedScaleSet;
import io.weir.provider.azure.scaleset.RoleAssignment;
import io.weir.provider.azure.scaleset.ScaleSetRequests;
import io.weir.provider.azure.scaleset.ScaleSetStep;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Makes the write of a step, and tells what Azure's answer proves. Azure accepts most of them
 * before they are done: how far they are shows on the scale set.
 */
public final class AzureStepApplier {

  private static final String CREATE = "VirtualMachineScaleSets_CreateOrUpdate";
  private static final Set<String> TAKEN = Set.of("PreconditionFailed");

  private final ArmClient arm;
  private final ScaleSetCalls calls;
  private final AzureObserver observer;
  private final Operations operations;
  private final Clock clock;

  public AzureStepApplier(
      ArmClient arm, AzureObserver observer, Operations operations, Clock clock) {
    this.arm = arm;
    this.calls = new ScaleSetCalls(arm);
    this.observer = observer;
    this.operations = operations;
    this.clock = clock;
  }

  /**
   * Makes the write.
   *
   * @param before what the step was planned on, or the answer to the step before
   */
  public Receipt<ObservedScaleSet> apply(PlanStep planStep, Observation<ObservedScaleSet> before)
      throws ProviderException {
    if (!(planStep instanceof ScaleSetStep step)) {
      throw new IllegalArgumentException("no step of Azure: " + planStep);
    }
    try {
      return Receipt.of(apply(step, before));
    } finally {
      // Whatever came of it: what was read before it is not what there is.
      observer.invalidate(step.name());
    }
  }

  private Observation<ObservedScaleSet> apply(
      ScaleSetStep step, Observation<ObservedScaleSet> before) throws ProviderException {
    Optional<ObservedScaleSet> seen = before.observedState();
    return switch (step) {
      case ScaleSetStep.CreateScaleSet create -> create(create);
      case ScaleSetStep.UpdateModel update ->
          patch(update.name(), update.etag(), seen, ScaleSetRequests.updateModel(update));
      case ScaleSetStep.RenewCustomData renew ->
          patch(renew.name(), renew.etag(), seen, ScaleSetRequests.renewCustomData(renew));
      case ScaleSetStep.AddZones zones ->
          patch(zones.name(), zones.etag(), seen, ScaleSetRequests.addZones(zones));
      case ScaleSetStep.MarkScaleSet mark ->
          patch(mark.name(), mark.etag(), seen, ScaleSetRequests.setTags(mark.tags()));
      case ScaleSetStep.SetTags tags ->
          patch(tags.name(), tags.etag(), seen, ScaleSetRequests.setTags(tags.tags()));
      case ScaleSetStep.SetCapacity size ->
          patch(size.name(), size.etag(), seen, ScaleSetRequests.setCapacity(size));
      case ScaleSetStep.DeleteInstances delete -> deleteInstances(delete, seen);
      case ScaleSetStep.UpgradeInstances upgrade -> {
        accepted(
            upgrade.name(),
            arm.post(
                calls.ofSet("UpdateInstances", upgrade.name(), "/manualupgrade"),
                ScaleSetRequests.instances(upgrade.ids())));
        yield updating(seen);
      }
      case ScaleSetStep.AssignRole assign -> {
        assignRole(assign);
        yield before;
      }
      case ScaleSetStep.RemoveRole remove -> {
        removeRole(remove);
        yield before;
      }
      case ScaleSetStep.DeleteScaleSet delete -> deleteSet(delete, seen);
    };
  }

  /**
   * A name that is taken may be ours: the answer to an earlier try may have been lost. Only a look
   * tells.
   */
  private Observation<ObservedScaleSet> create(ScaleSetStep.CreateScaleSet step)
      throws ProviderException {
    ArmAnswer answer;
    try {
      answer =
          arm.create(
              calls.ofSet("CreateOrUpdate", step.name()),
              ScaleSetRequests.create(step, AdministratorPassword.random()));
    } catch (ProviderException.Busy busy) {
      if (TAKEN.contains(AzureErrors.code(busy))) {
        throw new ProviderException.Ambiguous(
            "%s: there is a scale set %s already".formatted(CREATE, step.name()), busy);
      }
      throw busy;
    }
    return answered(step.name(), answer, Optional.empty());
  }

  private Observation<ObservedScaleSet> patch(
      String name, String etag, Optional<ObservedScaleSet> seen, JsonNode body)
      throws ProviderException {
    ArmRequest request = calls.ofSet("Update", name);
    String condition = etag.isEmpty() ? etagOf(name, seen) : etag;
    ArmAnswer answer = arm.patch(condition.isEmpty() ? request : request.ifMatch(condition), body);
    return answered(name, answer, seen);
  }

  /**
   * The etag of what the step was planned on, where that did not tell it: a list may not, and no
   * answer to a write that has no body does.
   */
  private String etagOf(String name, Optional<ObservedScaleSet> seen) throws ProviderException {
    ObservedScaleSet now =
        calls
            .findSet(name)
            .map(set -> ObservedScaleSet.read(set, List.of()))
            .orElseThrow(
                () -> new ProviderException.Busy("scale set %s is gone".formatted(name), null));
    if (seen.filter(was -> !now.hasSettingsOf(was)).isPresent()) {
      throw new ProviderException.Busy("scale set %s has changed meanwhile".formatted(name), null);
    }
    return now.etag();
  }

  /** The set as the answer shows it; it does not show instances. */
  private Observation<ObservedScaleSet> answered(
      String name, ArmAnswer answer, Optional<ObservedScaleSet> seen) throws ProviderException {
    accepted(name, answer);
    JsonNode set = answer.body();
    if (!set.path("name").asText().equalsIgnoreCase(name)) {
      return new Observation.Unknown<>("Azure has accepted the change of scale set " + name);
    }
    return present(
        new ObservedScaleSet(set, seen.map(ObservedScaleSet::members).orElse(List.of())));
  }

  private void accepted(String name, ArmAnswer answer) {
    operations.accepted(calls.ofSet("Get", name).path(), answer.operation());
  }

  private Observation<ObservedScaleSet> deleteInstances(
      ScaleSetStep.DeleteInstances step, Optional<ObservedScaleSet> seen) throws ProviderException {
    accepted(
        step.name(),
        arm.post(
            calls.ofSet("DeleteInstances", step.name(), "/delete"),
            ScaleSetRequests.instances(step.ids())));
    return seen.map(there -> present(there.withLeaving(Set.copyOf(step.ids()))))
        .orElseGet(() -> new Observation.Unknown<>("Azure deletes instances of " + step.name()));
  }

  private Observation<ObservedScaleSet> updating(Optional<ObservedScaleSet> seen) {
    return seen.map(there -> present(there.asUpdating()))
        .orElseGet(() -> new Observation.Unknown<>("Azure updates instances"));
  }

  private Observation<ObservedScaleSet> present(ObservedScaleSet set) {
    return new Observation.Present<>(set, clock.instant());
  }

  private Observation<ObservedScaleSet> deleteSet(
      ScaleSetStep.DeleteScaleSet step, Optional<ObservedScaleSet> seen) throws ProviderException {
    ArmAnswer answer = arm.delete(calls.ofSet("Delete", step.name()));
    accepted(step.name(), answer);
    if (answer.operation().isEmpty()) {
      // There was none, or the answer named no place where its deletion could be followed.
      return new Observation.Unknown<>("Azure was asked to delete scale set " + step.name());
    }
    return seen.map(there -> present(there.asDeleting()))
        .orElseGet(() -> new Observation.Unknown<>("Azure deletes scale set " + step.name()));
  }

  /**
   * Whatever its name, an assignment of the role to the identity does: Azure takes no second one.
   */
  private void assignRole(ScaleSetStep.AssignRole step) throws ProviderException {
    RoleAssignment role = step.role();
    try {
      ArmAnswer _ =
          arm.put(
              ArmRequest.of("RoleAssignments_Create", ArmApi.AUTHORIZATION, role.id()),
              role.request(step.principalId(), step.mark()));
    } catch (ProviderException.Ambiguous inDoubt) {
      if (!AzureErrors.code(inDoubt).equals("RoleAssignmentExists")
          || !isAssigned(role, step.principalId())) {
        throw inDoubt;
      }
    } catch (ProviderException.Rejected refused) {
      throw AzureErrors.code(refused).equals("RoleAssignmentUpdateNotPermitted")
          ? new ProviderException.Rejected(
              "role assignment %s is of another identity, or gives another role, and is not known to be this pool's: delete it in Azure, or recreate the pool"
                  .formatted(role.id()),
              refused)
          : refused;
    }
  }

  private boolean isAssigned(RoleAssignment role, String principalId) throws ProviderException {
    String all = role.id().substring(0, role.id().lastIndexOf('/'));
    ArmRequest request =
        ArmRequest.of("RoleAssignments_ListForScope", ArmApi.AUTHORIZATION, all)
            .with("$filter", "principalId eq '%s'".formatted(principalId));
    return arm.list(request).stream()
        .map(each -> each.path("properties"))
        .anyMatch(
            each ->
                each.path("principalId").asText().equalsIgnoreCase(principalId)
                    && each.path("roleDefinitionId")
                        .asText()
                        .equalsIgnoreCase(role.definitionId()));
  }

  /** Others write the ID as well: what Azure does not show to be the pool's stays. */
  private void removeRole(ScaleSetStep.RemoveRole step) throws ProviderException {
    Optional<JsonNode> there =
        ProviderException.NotFound.asEmpty(
            () -> arm.get(ArmRequest.of("RoleAssignments_Get", ArmApi.AUTHORIZATION, step.id())));
    boolean ours =
        there
            .map(each -> each.path("properties"))
            .filter(
                each ->
                    (!step.principalId().isEmpty()
                            && each.path("principalId")
                                .asText()
                                .equalsIgnoreCase(step.principalId()))
                        || each.path("description").asText().equals(step.mark()))
            .isPresent();
    if (ours) {
      ArmAnswer _ =
          arm.delete(ArmRequest.of("RoleAssignments_Delete", ArmApi.AUTHORIZATION, step.id()));
    }
  }
}
