package io.weir.clouds.azure.compute;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.azure.arm.ArmCall;
import io.weir.clouds.azure.arm.ArmErrorException;
import io.weir.clouds.azure.arm.ArmList;
import io.weir.clouds.azure.arm.ResourceId;
import io.weir.clouds.azure.arm.Subscription;
import io.weir.clouds.azure.resources.ResourceGroups;
import io.weir.clouds.http.RestResponse;
import io.weir.clouds.site.LongOperation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The calls that are about whole scale sets. */
public final class ScaleSetOperations {
  /** So many models may be in use at once. */
  private static final int MAX_MODELS = 10;

  private final Subscription subscription;
  private final ResourceGroups groups;
  private final ScaleSetStore store;
  private final ScaleSetChecks checks;
  private final CoreQuota quota;
  private final ScaleSetReconciler reconciler;
  private final ScaleSetDefaults defaults;

  ScaleSetOperations(
      Subscription subscription,
      ResourceGroups groups,
      ScaleSetStore store,
      ScaleSetChecks checks,
      CoreQuota quota,
      ScaleSetReconciler reconciler) {
    this.subscription = subscription;
    this.groups = groups;
    this.store = store;
    this.checks = checks;
    this.quota = quota;
    this.reconciler = reconciler;
    defaults = new ScaleSetDefaults(subscription);
  }

  /** Answers a call. */
  public RestResponse get(ArmCall call) {
    ScaleSet set = store.require(call);
    return RestResponse.ok(ScaleSetJson.of(set)).withHeader("ETag", set.etag());
  }

  /** Answers a call. */
  public RestResponse list(ArmCall call) {
    var _ = groups.require(call.group());
    return list(
        call,
        store.shown().stream()
            .filter(set -> set.id.group().equalsIgnoreCase(call.group()))
            .toList());
  }

  /** Answers a call. */
  public RestResponse listAll(ArmCall call) {
    return list(call, store.shown());
  }

  private RestResponse list(ArmCall call, List<ScaleSet> sets) {
    return ArmList.of(call, sets, set -> set.id.key(), ScaleSetJson::of, subscription.pageSize());
  }

  /** Answers a call. */
  public RestResponse put(ArmCall call) {
    var _ = groups.requireLasting(call.group());
    ResourceId id = InstanceAddressing.scaleSet(call);
    Optional<ScaleSet> existing = store.find(id);
    call.requireMatch(existing.map(ScaleSet::etag));
    if (existing.isPresent()) {
      return change(call, store.requireLasting(call), put(existing.get(), call.body()));
    }
    ObjectNode document =
        defaults.complete(
            Documents.merge(
                JsonNodeFactory.instance.objectNode(),
                ScaleSetDefaults.withoutGivenIds(call.body())));
    document.remove(List.of("id", "name", "type", "etag"));
    checks.check(id, document);
    requireQuota(document, document.path("sku").path("capacity").asInt());
    var set = new ScaleSet(id, subscription.newUuid(), subscription.now(), document);
    store.add(set);
    subscription.journal().recordCreation("VirtualMachineScaleSet", set.name());
    LongOperation operation = reconciler.startUpdate(set, call.request().action());
    return call.begun(
        set.location(), operation, new RestResponse(201, Map.of(), ScaleSetJson.of(set)));
  }

  /** What is not said stays, but for tags, which are always said whole. */
  private static ObjectNode put(ScaleSet set, JsonNode body) {
    ObjectNode document = set.document.deepCopy();
    document.remove("tags");
    return Documents.merge(document, ScaleSetDefaults.withoutGivenIds(body));
  }

  /** Answers a call. */
  public RestResponse patch(ArmCall call) {
    ScaleSet set = store.requireLasting(call);
    call.requireMatch(Optional.of(set.etag()));
    ObjectNode document = set.document.deepCopy();
    if (call.body().has("tags")) {
      document.remove("tags");
    }
    JsonNode body = ScaleSetDefaults.withoutGivenIds(call.body());
    return change(call, set, Documents.merge(document, body));
  }

  private RestResponse change(ArmCall call, ScaleSet set, ObjectNode changed) {
    changed.remove(List.of("id", "name", "type", "etag"));
    ObjectNode document = defaults.complete(changed);
    checks.checkChange(set, document);
    checks.check(set.id, document);
    boolean otherModel = !ScaleSetModel.of(document).equals(ScaleSetModel.of(set));
    if (otherModel && !set.isFlexible() && modelsThen(set) > MAX_MODELS) {
      throw ArmErrorException.of(
          409,
          "OperationNotAllowed",
          "Virtual Machine Scale Set '%s' has reached its limit of %d models that may be referenced by one or more VMs belonging to the Virtual Machine Scale Set. Upgrade the VMs to the latest model of the Virtual Machine Scale Set before trying again."
              .formatted(set.name(), MAX_MODELS));
    }
    requireQuota(document, document.path("sku").path("capacity").asInt() - set.staying().size());
    set.document = document;
    set.revision++;
    set.modelVersion += otherModel ? 1 : 0;
    LongOperation operation = reconciler.startUpdate(set, call.request().action());
    return call.begun(set.location(), operation, RestResponse.ok(ScaleSetJson.of(set)));
  }

  /** Those in use by instances, and one more. */
  private static long modelsThen(ScaleSet set) {
    return set.instances.stream().mapToInt(one -> one.modelVersion).distinct().count() + 1;
  }

  private void requireQuota(JsonNode document, int more) {
    if (more <= 0) {
      return;
    }
    subscription
        .seed()
        .size(document.path("sku").path("name").asText())
        .flatMap(size -> quota.refusal(document.path("location").asText(), size, more))
        .ifPresent(
            why -> {
              throw ArmErrorException.of(409, why.code(), why.message());
            });
  }

  /** Answers a call: all that is in it goes with it. */
  public RestResponse delete(ArmCall call) {
    var _ = groups.require(call.group());
    Optional<ScaleSet> set = store.find(InstanceAddressing.scaleSet(call));
    if (set.isEmpty()) {
      return new RestResponse(204, Map.of(), MissingNode.getInstance());
    }
    return call.accepted(
        set.get().location(), reconciler.startDeletion(set.get(), call.request().action()));
  }

  /** Answers a call: the named instances go. */
  public RestResponse deleteInstances(ArmCall call) {
    ScaleSet set = store.requireLasting(call);
    return call.accepted(
        set.location(),
        reconciler.startInstanceDeletion(set, call.request().action(), named(set, call)));
  }

  /** Answers a call: the named instances get the latest model. */
  public RestResponse updateInstances(ArmCall call) {
    ScaleSet set = store.requireLasting(call);
    if (set.isFlexible()) {
      throw notInFlexibleMode("Upgrading instances");
    }
    return call.accepted(
        set.location(), reconciler.startUpgrade(set, call.request().action(), named(set, call)));
  }

  private static List<ScaleSetInstance> named(ScaleSet set, ArmCall call) {
    JsonNode ids = call.body().path("instanceIds");
    if (ids.isEmpty()) {
      throw ScaleSetChecks.missing("instanceIds");
    }
    List<ScaleSetInstance> named = new ArrayList<>();
    for (JsonNode id : ids) {
      if (id.asText().equals("*")) {
        return set.staying();
      }
      named.add(
          set.instance(id.asText())
              .orElseThrow(
                  () ->
                      ArmErrorException.invalidParameter(
                          "instanceIds",
                          "The provided instanceId %s is not an active Virtual Machine Scale Set VM instanceId."
                              .formatted(id.asText()))));
    }
    return named;
  }

  static ArmErrorException notInFlexibleMode(String what) {
    return ArmErrorException.of(
        409,
        "OperationNotAllowed",
        "%s is not supported for Virtual Machine Scale Sets with Flexible orchestration mode."
            .formatted(what));
  }

  /** Answers a call: how many instances are how far. */
  public RestResponse instanceView(ArmCall call) {
    ScaleSet set = store.require(call);
    if (set.isFlexible()) {
      throw notInFlexibleMode("Instance view");
    }
    return RestResponse.ok(InstanceJson.summary(set));
  }
}
