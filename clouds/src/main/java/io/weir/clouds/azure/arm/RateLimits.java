package io.weir.clouds.azure.arm;

import io.weir.clouds.http.RestResponse;
import io.weir.clouds.site.Site;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/**
 * How many calls a subscription may make: by Azure Resource Manager's count of reads, writes and
 * deletes, and by that of Microsoft.Compute. Guarded by the lock of its site.
 *
 * @see <a
 *     href="https://learn.microsoft.com/en-us/azure/azure-resource-manager/management/request-limits-and-throttling">how
 *     Resource Manager throttles</a>
 */
public final class RateLimits {
  private final Site site;
  private final double factor;
  private final Map<String, TokenBucket> buckets = new HashMap<>();

  /**
   * All untouched.
   *
   * @param factor what all limits are multiplied by
   */
  public RateLimits(Site site, double factor) {
    this.site = site;
    this.factor = factor;
  }

  /** Makes a call that only Resource Manager counts. */
  public RestResponse count(ArmCall call, Supplier<RestResponse> work) {
    String kind = kind(call);
    int burst = kind.equals("reads") ? 250 : 200;
    int perSecond = kind.equals("reads") ? 25 : 10;
    TokenBucket bucket = bucket(kind, burst, perSecond * 60);
    if (!bucket.hasToken(site.exactNow())) {
      throw ArmErrorException.subscriptionThrottled(call.subscription(), kind, bucket.untilNext());
    }
    bucket.take();
    return work.get()
        .withHeader(
            "x-ms-ratelimit-remaining-subscription-" + kind, Integer.toString(bucket.remaining()));
  }

  private static String kind(ArmCall call) {
    return switch (call.request().wire().method()) {
      case "GET", "HEAD" -> "reads";
      case "DELETE" -> "deletes";
      default -> "writes";
    };
  }

  /** Makes a call that Microsoft.Compute counts as well. */
  public RestResponse count(ArmCall call, OperationGroup group, Supplier<RestResponse> work) {
    return count(
        call,
        () -> {
          String subject = call.request().wire().path().toLowerCase(Locale.ROOT);
          String resource = group.resourceRule();
          String subscription = group.subscriptionRule();
          var ofResource =
              bucket(resource + subject, group.resourceBurst(), group.resourcePerMinute());
          var ofSubscription =
              bucket(subscription, group.subscriptionBurst(), group.subscriptionPerMinute());
          require(ofSubscription, subscription);
          require(ofResource, resource);
          List.of(ofSubscription, ofResource).forEach(TokenBucket::take);
          return work.get()
              .withHeader(
                  "x-ms-ratelimit-remaining-resource",
                  "Microsoft.Compute/%s;%d,Microsoft.Compute/%s;%d"
                      .formatted(
                          subscription,
                          ofSubscription.remaining(),
                          resource,
                          ofResource.remaining()));
        });
  }

  private void require(TokenBucket bucket, String rule) {
    if (!bucket.hasToken(site.exactNow())) {
      throw ArmErrorException.throttled(rule, bucket.untilNext());
    }
  }

  private TokenBucket bucket(String name, int burst, int perMinute) {
    return buckets.computeIfAbsent(
        name, _ -> new TokenBucket(burst * factor, perMinute * factor / 60, site.exactNow()));
  }
}
