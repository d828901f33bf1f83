package io.weir.provider.gcp.account.calls;

import io.weir.provider.CallLimits;
import java.util.List;

/**
 * What Compute Engine bears: calls of a project in a minute, by groups of actions.
 *
 * @see <a href="https://cloud.google.com/compute/api-quota">Its rate quotas</a>
 */
public final class GcpCallLimits implements CallLimits {

  /** Of 1,500 a minute at most half are left to a burst, as others call the project, too. */
  private static final RateLimit A_GROUP = new RateLimit(300, 20);

  @Override
  public RateLimit ofAccount(String api) {
    return A_GROUP;
  }

  @Override
  public List<CallCounter> counters(String api) {
    return List.of(new CallCounter(group(api), false, A_GROUP));
  }

  private static String group(String api) {
    if (api.equals(ManagerCredentials.ACTION)) {
      return api;
    }
    if (api.endsWith("Operations.get")) {
      return "operation-reads";
    }
    if (api.endsWith(".get")) {
      return "reads";
    }
    return api.endsWith("ist") || api.endsWith(".listManagedInstances") ? "lists" : "mutations";
  }
}
