package io.weir.clouds.azure.compute;

import com.fasterxml.jackson.databind.node.MissingNode;
import io.weir.clouds.azure.arm.ArmCall;
import io.weir.clouds.azure.arm.ArmErrorException;
import io.weir.clouds.azure.arm.ArmList;
import io.weir.clouds.azure.arm.ResourceId;
import io.weir.clouds.azure.arm.Subscription;
import io.weir.clouds.http.RestResponse;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The calls that are about instances: as parts of their scale set, or as resources of their own.
 */
public final class InstanceOperations {
  private static final Pattern OF_SET =
      Pattern.compile("'?virtualMachineScaleSet/id'? eq '([^']+)'", Pattern.CASE_INSENSITIVE);

  private final Subscription subscription;
  private final ScaleSetStore store;
  private final ScaleSetReconciler reconciler;

  InstanceOperations(
      Subscription subscription, ScaleSetStore store, ScaleSetReconciler reconciler) {
    this.subscription = subscription;
    this.store = store;
    this.reconciler = reconciler;
  }

  /** Answers a call. */
  public RestResponse listOfSet(ArmCall call) {
    ScaleSet set = store.require(call);
    boolean withView = withView(call);
    return ArmList.of(
        call,
        List.copyOf(set.instances),
        InstanceOperations::order,
        instance -> InstanceJson.listed(instance, withView),
        subscription.pageSize());
  }

  private static String order(ScaleSetInstance instance) {
    String id = instance.id;
    return id.matches("\\d{1,9}") ? "%09d".formatted(Integer.parseInt(id)) : id;
  }

  /** Answers a call. */
  public RestResponse getOfSet(ArmCall call) {
    boolean withView = withView(call);
    return RestResponse.ok(InstanceJson.listed(store.requireInstance(call), withView));
  }

  /** Answers a call. */
  public RestResponse viewOfSet(ArmCall call) {
    return RestResponse.ok(InstanceJson.view(store.requireInstance(call)));
  }

  /** Answers a call. */
  public RestResponse deleteOfSet(ArmCall call) {
    ScaleSet set = store.require(call);
    return delete(call, set.instance(call.variable("instance")));
  }

  /** Answers a call. */
  public RestResponse listMachines(ArmCall call) {
    return machines(
        call,
        store.machines().filter(one -> one.set.id.group().equalsIgnoreCase(call.group())).toList());
  }

  /** Answers a call. */
  public RestResponse listAllMachines(ArmCall call) {
    return machines(call, store.machines().toList());
  }

  private RestResponse machines(ArmCall call, List<ScaleSetInstance> all) {
    boolean withView = withView(call);
    Optional<String> set = call.query("$filter").map(InstanceOperations::filteredSet);
    return ArmList.of(
        call,
        all.stream().filter(one -> set.isEmpty() || one.set.id.key().equals(set.get())).toList(),
        one -> InstanceAddressing.own(one).key(),
        one -> InstanceJson.own(one, withView),
        subscription.pageSize());
  }

  private static boolean withView(ArmCall call) {
    return call.query("$expand").filter("instanceView"::equalsIgnoreCase).isPresent();
  }

  private static String filteredSet(String filter) {
    Matcher match = OF_SET.matcher(filter.strip());
    if (!match.matches()) {
      throw ArmErrorException.of(
          400, "InvalidFilterInQueryString", "Invalid filter '%s'.".formatted(filter));
    }
    return ResourceId.parse(match.group(1))
        .map(ResourceId::key)
        .orElseGet(() -> match.group(1).toLowerCase(Locale.ROOT));
  }

  /** Answers a call. */
  public RestResponse getMachine(ArmCall call) {
    boolean withView = withView(call);
    return RestResponse.ok(InstanceJson.own(store.requireMachine(call), withView));
  }

  /** Answers a call. */
  public RestResponse viewMachine(ArmCall call) {
    return RestResponse.ok(InstanceJson.view(store.requireMachine(call)));
  }

  /** Answers a call. */
  public RestResponse deleteMachine(ArmCall call) {
    ResourceId id = call.resourceId(InstanceAddressing.VIRTUAL_MACHINE, "name");
    return delete(
        call,
        store
            .machines()
            .filter(one -> InstanceAddressing.own(one).key().equals(id.key()))
            .findFirst());
  }

  private RestResponse delete(ArmCall call, Optional<ScaleSetInstance> instance) {
    if (instance.isEmpty()) {
      return new RestResponse(204, Map.of(), MissingNode.getInstance());
    }
    ScaleSet set = instance.get().set;
    return call.accepted(
        set.location(),
        reconciler.startInstanceDeletion(set, call.request().action(), List.of(instance.get())));
  }
}
