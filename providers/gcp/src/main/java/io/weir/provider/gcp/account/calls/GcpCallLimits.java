package io.weir.provider.gcp.account.calls;

import io.weir.provider.CallLimits;
import java.util.List;

/**
 * What Compute Engine and Kubernetes Engine bear: calls of a project in a minute, by groups of
 * actions.
 *
 * @see <a href="https://cloud.google.com/compute/api-quota">Rate quotas of Compute Engine</a>
 */
public final class GcpCallLimits implements CallLimits {

  /** Of 1,500 a minute at most half are left to a burst, as others call the project, too. */
  private static final RateLimit A_GROUP = new RateLimit(300, 20);

  /** Kubernetes Engine tells none; ten a second is what it was once said to bear. */
  private static final RateLimit OF_GKE = new RateLimit(100, 10);

  @Override
  public RateLimit ofAccount(String api) {
    return api.startsWith(GkeClient.PREFIX) ? OF_GKE : A_GROUP;
  }

  @Override
  public List<CallCounter> counters(String api) {
    return List.of(new CallCounter(group(api), false, ofAccount(api)));
  }

  private static String group(String api) {
    if (api.equals(TokenRequests.ACTION)) {
      return api;
    }
    if (api.startsWith(GkeClient.PREFIX)) {
      return api.endsWith(".get") ? "gke-reads" : "gke-mutations";
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
