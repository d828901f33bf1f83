package io.weir.provider.azure.cloudconfig;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.ValueNode;
import com.fasterxml.jackson.databind.util.RawValue;
import io.weir.api.Json;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.azure.api.AzureCluster.BackOffs;
import io.weir.provider.azure.api.AzureCluster.CloudProviderConfigOverrides;
import io.weir.provider.azure.api.AzureCluster.RateLimit;
import io.weir.provider.azure.api.AzureCluster.RateLimitConfig;
import io.weir.provider.azure.api.QuantityParser;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Limits and repetitions that an AzureCluster gives the cloud provider. */
record ConfigOverrides(CloudProviderConfigOverrides overrides) {

  private static final String DEFAULT = "defaultRateLimit";

  /** In the order of the file. */
  private static final List<String> KINDS =
      List.of(
          "routeRateLimit",
          "subnetsRateLimit",
          "interfaceRateLimit",
          "routeTableRateLimit",
          "loadBalancerRateLimit",
          "publicIPAddressRateLimit",
          "securityGroupRateLimit",
          "virtualMachineRateLimit",
          "storageAccountRateLimit",
          "diskRateLimit",
          "snapshotRateLimit",
          "virtualMachineScaleSetRateLimit",
          "virtualMachineSizesRateLimit",
          "availabilitySetRateLimit");

  private static final String RATE_LIMITS = "rateLimits";
  private static final String BACK_OFFS = "backOffs";

  /**
   * Adds them to the file.
   *
   * @throws PrerequisiteException if a number is none
   */
  void putInto(ObjectNode document) throws PrerequisiteException {
    Optional<RateLimit> forAll = limit(DEFAULT);
    if (forAll.isPresent()) {
      put(document, forAll.get().config());
    }
    for (String kind : KINDS) {
      Optional<RateLimit> limit = limit(kind);
      if (limit.isPresent()) {
        put(document.putObject(kind), limit.get().config());
      }
    }
    BackOffs backOffs = overrides.backOffs();
    if (backOffs != null) {
      put(document, backOffs);
    }
  }

  /** Of two for the same kind the last, as upstream. */
  private Optional<RateLimit> limit(String name) {
    return overrides.rateLimits().stream()
        .filter(limit -> limit.name().equals(name))
        .reduce((_, last) -> last);
  }

  private static void put(ObjectNode document, @Nullable RateLimitConfig limit)
      throws PrerequisiteException {
    if (limit == null) {
      return;
    }
    put(document, "cloudProviderRateLimit", limit.cloudProviderRateLimit());
    putFloat(document, "cloudProviderRateLimitQPS", limit.cloudProviderRateLimitQPS());
    put(document, "cloudProviderRateLimitBucket", limit.cloudProviderRateLimitBucket());
    putFloat(document, "cloudProviderRateLimitQPSWrite", limit.cloudProviderRateLimitQPSWrite());
    put(document, "cloudProviderRateLimitBucketWrite", limit.cloudProviderRateLimitBucketWrite());
  }

  private static void put(ObjectNode document, BackOffs backOffs) throws PrerequisiteException {
    put(document, "cloudProviderBackoff", backOffs.cloudProviderBackoff());
    put(document, "cloudProviderBackoffRetries", backOffs.cloudProviderBackoffRetries());
    putDouble(document, "cloudProviderBackoffExponent", backOffs.cloudProviderBackoffExponent());
    put(document, "cloudProviderBackoffDuration", backOffs.cloudProviderBackoffDuration());
    putDouble(document, "cloudProviderBackoffJitter", backOffs.cloudProviderBackoffJitter());
  }

  private static void put(ObjectNode document, String field, @Nullable Boolean value) {
    if (Boolean.TRUE.equals(value)) {
      document.put(field, true);
    }
  }

  private static void put(ObjectNode document, String field, @Nullable Long value) {
    if (value != null && value != 0) {
      document.put(field, value);
    }
  }

  /** Upstream rounds limits to single precision, and nothing else. */
  private static void putFloat(ObjectNode document, String field, @Nullable JsonNode value)
      throws PrerequisiteException {
    float number = (float) number(RATE_LIMITS, field, value);
    if (Float.isInfinite(number)) {
      throw invalid(RATE_LIMITS, field);
    }
    if (number != 0) {
      document.set(field, printed(Float.toString(number)));
    }
  }

  private static void putDouble(ObjectNode document, String field, @Nullable JsonNode value)
      throws PrerequisiteException {
    double number = number(BACK_OFFS, field, value);
    if (number != 0) {
      document.set(field, printed(Double.toString(number)));
    }
  }

  private static double number(String part, String field, @Nullable JsonNode value)
      throws PrerequisiteException {
    if (value == null || value.isNull()) {
      return 0;
    }
    return QuantityParser.parse(value.asText()).orElseThrow(() -> invalid(part, field));
  }

  private static PrerequisiteException invalid(String part, String field) {
    return PrerequisiteException.invalid(
        "AzureCluster spec.cloudProviderConfigOverrides.%s: %s is not a number, such as 1.5: correct it"
            .formatted(part, field));
  }

  /** The shortest text, without a fraction of zero. */
  private static ValueNode printed(String number) {
    String text = new BigDecimal(number).stripTrailingZeros().toPlainString();
    return Json.MAPPER.getNodeFactory().rawValueNode(new RawValue(text));
  }
}
