package io.weir.provider.azure.scaleset;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.api.ObjectKey;
import io.weir.provider.Observation;
import io.weir.provider.OwnershipClaim;
import io.weir.provider.PlanContext;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PoolIntent;
import io.weir.provider.PoolMarks;
import io.weir.provider.ProviderAnnotations;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A scale set as Azure would hold it, to which the bodies of requests are laid as Azure lays them:
 * objects field by field, everything else whole. Instances are made and deleted at once, unless a
 * test makes the set busy. Time passes with each of them.
 */
public final class TestScaleSet {

  public static final PoolMarks MARKS = new PoolMarks("mc-1", "AzureMachinePool/team/pool-a");
  private static final String ID =
      "/subscriptions/00000000-0000-0000-0000-000000000123/resourceGroups/W1-RG/providers/Microsoft.Compute/virtualMachineScaleSets/";

  public final PoolIdentity pool;
  public ProviderAnnotations annotations = ProviderAnnotations.NONE;
  public Instant time = Instant.parse("2026-03-01T10:00:00.1234567Z");

  /** How much time passes from one instance to the next. */
  Duration apart = Duration.ofMinutes(1);

  private final ScaleSetPlanner planner = new ScaleSetPlanner();
  private final List<ObjectNode> instances = new ArrayList<>();
  private Optional<ObjectNode> document = Optional.empty();
  private int made;
  private int revision;
  private int model;
  private boolean busy;

  public TestScaleSet() {
    this(OwnershipClaim.byMarks(MARKS, "team"));
  }

  public TestScaleSet(OwnershipClaim claim) {
    pool = new PoolIdentity(new ObjectKey("team", "pool-a"), "uid", "w1", "pool-a", claim);
  }

  /** One that is as wanted. */
  public static TestScaleSet of(DesiredScaleSet want) {
    var set = new TestScaleSet();
    set.converge(want);
    return set;
  }

  public ObservedScaleSet seen() {
    return ObservedScaleSet.read(document.orElseThrow(), List.copyOf(instances)).asSeenAt(time);
  }

  public ObjectNode document() {
    return document.orElseThrow();
  }

  public List<ObjectNode> instances() {
    return instances;
  }

  PlanContext<ObservedScaleSet> now() {
    return new PlanContext<>(pool, Observation.of(document.map(_ -> seen()), time), annotations);
  }

  public List<PlanStep> plan(PoolIntent<DesiredScaleSet> intent) {
    return planner.plan(intent, now());
  }

  public List<PlanStep> plan(DesiredScaleSet want) {
    return plan(new PoolIntent.Converge<>(want));
  }

  /** Plans and makes the first step, until there is none. */
  public List<PlanStep> converge(DesiredScaleSet want) {
    return converge(new PoolIntent.Converge<>(want));
  }

  List<PlanStep> converge(PoolIntent<DesiredScaleSet> intent) {
    var all = new ArrayList<PlanStep>();
    for (int i = 0; i < 20; i++) {
      List<PlanStep> steps = plan(intent);
      if (steps.isEmpty()) {
        return all;
      }
      all.add(steps.getFirst());
      apply(steps.getFirst());
    }
    throw new AssertionError("it never ends: " + all);
  }

  /** The set is not any more as a step was decided on. */
  static final class ChangedSinceException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private static String condition(ScaleSetStep step) {
    return switch (step) {
      case ScaleSetStep.UpdateModel update -> update.etag();
      case ScaleSetStep.RenewCustomData renew -> renew.etag();
      case ScaleSetStep.SetCapacity capacity -> capacity.etag();
      case ScaleSetStep.AddZones zones -> zones.etag();
      case ScaleSetStep.MarkScaleSet mark -> mark.etag();
      case ScaleSetStep.SetTags tags -> tags.etag();
      case ScaleSetStep.CreateScaleSet _,
          ScaleSetStep.DeleteInstances _,
          ScaleSetStep.UpgradeInstances _,
          ScaleSetStep.AssignRole _,
          ScaleSetStep.RemoveRole _,
          ScaleSetStep.DeleteScaleSet _ ->
          "";
    };
  }

  public void apply(PlanStep step) {
    String condition = condition((ScaleSetStep) step);
    if (!condition.isEmpty() && !condition.equals(seen().etag())) {
      throw new ChangedSinceException();
    }
    annotations = step.annotationsBefore(annotations, time);
    switch ((ScaleSetStep) step) {
      case ScaleSetStep.CreateScaleSet create -> create(create);
      case ScaleSetStep.UpdateModel update -> {
        patch(ScaleSetRequests.updateModel(update));
        model++;
      }
      case ScaleSetStep.RenewCustomData renew -> {
        patch(ScaleSetRequests.renewCustomData(renew));
        model++;
      }
      case ScaleSetStep.SetCapacity capacity -> patch(ScaleSetRequests.setCapacity(capacity));
      case ScaleSetStep.AddZones zones -> patch(ScaleSetRequests.addZones(zones));
      case ScaleSetStep.MarkScaleSet mark -> patch(ScaleSetRequests.setTags(mark.tags()));
      case ScaleSetStep.SetTags tags -> patch(ScaleSetRequests.setTags(tags.tags()));
      case ScaleSetStep.DeleteInstances delete -> delete(delete.ids());
      case ScaleSetStep.UpgradeInstances upgrade -> upgrade(upgrade.ids());
      case ScaleSetStep.AssignRole _, ScaleSetStep.RemoveRole _ -> {}
      case ScaleSetStep.DeleteScaleSet _ -> document = Optional.empty();
    }
    annotations = step.annotationsAfterSuccess(annotations);
  }

  private void create(ScaleSetStep.CreateScaleSet step) {
    ObjectNode body = ScaleSetRequests.create(step, "password");
    body.put("name", step.name()).put("id", ID + step.name());
    document = Optional.of(body);
    settle();
  }

  void patch(ObjectNode body) {
    if (body.has("tags")) {
      document().remove("tags");
    }
    merge(document(), body);
    settle();
  }

  /** Somebody else sizes it. */
  void setCapacity(int capacity) {
    ((ObjectNode) document().path("sku")).put("capacity", capacity);
    settle();
  }

  private static void merge(ObjectNode base, JsonNode change) {
    change
        .properties()
        .forEach(
            field -> {
              if (field.getValue().isNull()) {
                base.remove(field.getKey());
              } else if (field.getValue().isObject()
                  && base.path(field.getKey()) instanceof ObjectNode object) {
                merge(object, field.getValue());
              } else {
                base.set(field.getKey(), field.getValue().deepCopy());
              }
            });
  }

  /** What Azure does after a write: hides secrets, and makes what is missing. */
  private void settle() {
    document().put("etag", "\"" + ++revision + "\"");
    ObjectNode properties = (ObjectNode) document().path("properties");
    properties.put("provisioningState", busy ? "Updating" : "Succeeded");
    ObjectNode profile = (ObjectNode) properties.path(ScaleSetModel.PROFILE);
    ((ObjectNode) profile.path("osProfile")).remove(List.of("customData", "adminPassword"));
    for (JsonNode each : profile.at("/extensionProfile/extensions")) {
      ((ObjectNode) each.path("properties")).remove("protectedSettings");
    }
    if (document().path("identity") instanceof ObjectNode identity
        && identity.path("type").asText().equals("SystemAssigned")) {
      identity.put("principalId", "principal-1").put("tenantId", "tenant");
    } else if (document().path("identity") instanceof ObjectNode identity) {
      identity.remove(List.of("principalId", "tenantId"));
    }
    while (!busy && instances.size() < capacity()) {
      instances.add(make(profile));
    }
  }

  private int capacity() {
    return document().path("sku").path("capacity").asInt();
  }

  private ObjectNode make(JsonNode profile) {
    time = time.plus(apart);
    boolean flexible = ObservedScaleSet.isFlexible(document());
    String id = flexible ? "pool-a_%08x".formatted(made++) : Integer.toString(made++);
    ObjectNode instance = Json.MAPPER.createObjectNode();
    instance.put("name", flexible ? id : "pool-a_" + id);
    instance.put(
        "id",
        flexible
            ? ID.replace("virtualMachineScaleSets/", "virtualMachines/") + id
            : ID + "pool-a/virtualMachines/" + id);
    ObjectNode properties = instance.putObject("properties");
    if (!flexible) {
      instance.put("instanceId", id);
      instance.put("model", model);
    }
    properties.put("provisioningState", "Succeeded").put("timeCreated", time.toString());
    properties.set("storageProfile", profile.path("storageProfile").deepCopy());
    return instance;
  }

  void delete(List<String> ids) {
    instances.removeIf(
        each -> ids.contains(each.path("instanceId").asText(each.path("name").asText())));
    ((ObjectNode) document().path("sku")).put("capacity", capacity() - ids.size());
    settle();
  }

  private void upgrade(List<String> ids) {
    instances.stream()
        .filter(each -> ids.contains(each.path("instanceId").asText()))
        .forEach(each -> each.put("model", model));
    showLatest();
  }

  /** Lets the instances of a Uniform set tell whether they have the latest model. */
  void showLatest() {
    instances.forEach(
        each ->
            ((ObjectNode) each.path("properties"))
                .put("latestModelApplied", each.path("model").asInt() == model));
  }

  /** Lets a change be under way. */
  public void setBusy(boolean now) {
    busy = now;
    ((ObjectNode) document().path("properties"))
        .put("provisioningState", now ? "Updating" : "Succeeded");
    if (!now) {
      settle();
    }
  }

  ArrayNode extensions() {
    ObjectNode profile =
        (ObjectNode)
            document().path("properties").path(ScaleSetModel.PROFILE).path("extensionProfile");
    return profile.path("extensions") instanceof ArrayNode there
        ? there
        : profile.putArray("extensions");
  }
}
