package io.weir.provider.azure.account.calls;

import io.weir.provider.CallGate.CallOutcome;
import io.weir.provider.CallLimits;
import io.weir.provider.http.JsonHttpClient;
import io.weir.provider.http.JsonHttpClient.JsonResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What Azure bears. Resource Manager counts reads, writes and deletes of a principal in a
 * subscription (<a
 * href="https://learn.microsoft.com/en-us/azure/azure-resource-manager/management/request-limits-and-throttling">its
 * limits</a>); Microsoft.Compute counts groups of actions besides, for each resource and for the
 * subscription in a location (<a
 * href="https://learn.microsoft.com/en-us/azure/virtual-machines/compute-throttling-limits">its
 * limits</a>). Counters have the names by which the headers of answers tell what is left.
 */
public final class AzureCallLimits implements CallLimits {

  private static final String READS = "subscription-reads";
  private static final String WRITES = "subscription-writes";
  private static final String DELETES = "subscription-deletes";
  private static final RateLimit READ_LIMIT = new RateLimit(250, 25);
  private static final RateLimit WRITE_LIMIT = new RateLimit(200, 10);

  /** Entra ID publishes none; a token lives for an hour at least. */
  private static final RateLimit TOKENS = new RateLimit(20, 1);

  private static final Pattern DELETE = Pattern.compile(".*_(Begin)?Delete");
  private static final Pattern READ =
      Pattern.compile(".*_(Get|List|InstanceView|CheckExistence)[A-Za-z]*");

  private static final String REMAINING = "x-ms-ratelimit-remaining-";
  private static final String OF_RESOURCE = REMAINING + "resource";
  private static final String GLOBAL = "subscription-global-";
  private static final Pattern COUNT = Pattern.compile("\\d{1,7}");

  /** Actions that Microsoft.Compute counts together, and how many it bears at once and a minute. */
  private enum Group {
    CREATE("CreateVMScaleSet", 12, 4, 375, 125),
    ACTIONS("VMScaleSetActions", 12, 4, 1500, 500),
    DELETE("DeleteVMScaleSet", 12, 4, 525, 175),
    GET("GetVMScaleSet", 36, 12, 2400, 800),
    HIGH_COST_GET("HighCostGetVMScaleSet", 30, 10, 1080, 360),
    GET_INSTANCE("GetVMScaleSetVM", 36, 12, 6000, 2000),
    INSTANCE_ACTIONS("VMScaleSetVMActions", 12, 4, 1500, 500),
    GET_MACHINE("GetVM", 36, 12, 24_000, 8_000),
    LIST_MACHINES("HighCostGet", 900, 300, 900, 300),
    DELETE_MACHINE("DeleteVM", 12, 4, 1500, 500),
    GET_OPERATION("GetOperation", 45, 15, 15_000, 5_000);

    private final String word;
    private final int burst;
    private final int perMinute;
    private final int subscriptionBurst;
    private final int subscriptionPerMinute;

    Group(String word, int burst, int perMinute, int subscriptionBurst, int subscriptionPerMinute) {
      this.word = word;
      this.burst = burst;
      this.perMinute = perMinute;
      this.subscriptionBurst = subscriptionBurst;
      this.subscriptionPerMinute = subscriptionPerMinute;
    }

    CallCounter ofResource() {
      return new CallCounter(word + "Resource", true, limit(burst, perMinute));
    }

    CallCounter ofSubscription() {
      return new CallCounter(
          word + "SubscriptionMaximum", false, limit(subscriptionBurst, subscriptionPerMinute));
    }

    private static RateLimit limit(int burst, int perMinute) {
      return new RateLimit(burst, perMinute / 60.0);
    }
  }

  private static final Map<String, Group> GROUPS =
      Map.ofEntries(
          Map.entry("VirtualMachineScaleSets_CreateOrUpdate", Group.CREATE),
          Map.entry("VirtualMachineScaleSets_Update", Group.ACTIONS),
          Map.entry("VirtualMachineScaleSets_UpdateInstances", Group.ACTIONS),
          Map.entry("VirtualMachineScaleSets_DeleteInstances", Group.ACTIONS),
          Map.entry("VirtualMachineScaleSets_Delete", Group.DELETE),
          Map.entry("VirtualMachineScaleSets_Get", Group.GET),
          Map.entry("VirtualMachineScaleSets_List", Group.HIGH_COST_GET),
          Map.entry("VirtualMachineScaleSets_ListAll", Group.HIGH_COST_GET),
          Map.entry("VirtualMachineScaleSets_GetInstanceView", Group.HIGH_COST_GET),
          Map.entry("VirtualMachineScaleSetVMs_List", Group.HIGH_COST_GET),
          Map.entry("VirtualMachineScaleSetVMs_Get", Group.GET_INSTANCE),
          Map.entry("VirtualMachineScaleSetVMs_GetInstanceView", Group.GET_INSTANCE),
          Map.entry("VirtualMachineScaleSetVMs_Update", Group.INSTANCE_ACTIONS),
          Map.entry("VirtualMachineScaleSetVMs_Delete", Group.INSTANCE_ACTIONS),
          Map.entry("VirtualMachines_Get", Group.GET_MACHINE),
          Map.entry("VirtualMachines_InstanceView", Group.GET_MACHINE),
          Map.entry("VirtualMachines_List", Group.LIST_MACHINES),
          Map.entry("VirtualMachines_ListAll", Group.LIST_MACHINES),
          Map.entry("VirtualMachines_Delete", Group.DELETE_MACHINE),
          Map.entry(ArmClient.FOLLOW, Group.GET_OPERATION));

  @Override
  public RateLimit ofAccount(String api) {
    return api.equals(AzureLogin.ACTION) ? TOKENS : isRead(api) ? READ_LIMIT : WRITE_LIMIT;
  }

  @Override
  public List<CallCounter> counters(String api) {
    var ofManager =
        new CallCounter(api.equals(AzureLogin.ACTION) ? api : kind(api), false, ofAccount(api));
    Group group = GROUPS.get(api);
    return group == null
        ? List.of(ofManager)
        : List.of(group.ofResource(), group.ofSubscription(), ofManager);
  }

  private static boolean isRead(String api) {
    return READ.matcher(api).matches();
  }

  private static String kind(String api) {
    return isRead(api) ? READS : DELETE.matcher(api).matches() ? DELETES : WRITES;
  }

  /** What an answer tells of these limits. */
  static CallOutcome outcome(JsonResponse response) {
    CallOutcome byStatus = JsonHttpClient.outcomeByStatus(response);
    return switch (byStatus) {
      case CallOutcome.Ok _ -> new CallOutcome.Ok(remaining(response));
      case CallOutcome.Throttled(Duration retryAfter, Optional<String> _) ->
          new CallOutcome.Throttled(retryAfter, usedUp(ArmError.of(response.body())));
      case CallOutcome.Failed _ -> byStatus;
    };
  }

  private static Map<String, Integer> remaining(JsonResponse response) {
    var found = new HashMap<String, Integer>();
    for (String kind : List.of(READS, WRITES, DELETES)) {
      put(found, kind, response.header(REMAINING + kind).orElse(""));
      put(
          found,
          kind,
          response.header(REMAINING + kind.replace("subscription-", GLOBAL)).orElse(""));
    }
    for (String all : response.headers().allValues(OF_RESOURCE)) {
      for (String one : all.split(",", 50)) {
        String[] parts = one.strip().split(";", 2);
        put(
            found,
            parts[0].substring(parts[0].indexOf('/') + 1),
            parts.length == 2 ? parts[1] : "");
      }
    }
    return found;
  }

  private static void put(Map<String, Integer> found, String counter, String count) {
    if (COUNT.matcher(count).matches()) {
      found.merge(counter, Integer.parseInt(count), Math::min);
    }
  }

  /** Compute names its rule as the target of a detail; Resource Manager says it in its message. */
  private static Optional<String> usedUp(ArmError error) {
    Optional<String> rule =
        error.details().stream()
            .filter(each -> each.code().equals("TooManyRequests"))
            .map(ArmError::target)
            .filter(each -> !each.isEmpty())
            .findFirst();
    return rule.or(
        () ->
            List.of(READS, WRITES, DELETES).stream()
                .filter(_ -> error.code().equals("SubscriptionRequestsThrottled"))
                .filter(
                    kind ->
                        error
                            .message()
                            .toLowerCase(Locale.ROOT)
                            .contains("'" + kind.substring(kind.indexOf('-') + 1) + "'"))
                .findFirst());
  }
}
