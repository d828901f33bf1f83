package io.weir.clouds.azure.compute;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.clouds.azure.arm.ArmErrorException;
import java.util.Base64;

/** What Azure refuses of what machines are made from. */
final class ProfileChecks {
  /** In base64, of 65535 bytes. */
  private static final int MAX_CUSTOM_DATA = 87_380;

  private static final int MAX_LINUX_PREFIX = 58;
  private static final int MAX_WINDOWS_PREFIX = 9;

  private ProfileChecks() {}

  static void check(JsonNode profile) {
    JsonNode os = profile.path("osProfile");
    String prefix = os.path("computerNamePrefix").asText("");
    boolean windows =
        profile.path("storageProfile").path("osDisk").path("osType").asText().equals("Windows");
    int limit = windows ? MAX_WINDOWS_PREFIX : MAX_LINUX_PREFIX;
    if (prefix.isEmpty()) {
      throw ScaleSetChecks.missing("osProfile.computerNamePrefix");
    }
    if (prefix.length() > limit) {
      throw ArmErrorException.invalidParameter(
          "computerNamePrefix",
          "%s computer name prefix cannot be more than %d characters long or contain the following characters."
              .formatted(windows ? "Windows" : "Linux", limit));
    }
    if (os.path("adminUsername").asText("").isEmpty()) {
      throw ScaleSetChecks.missing("osProfile.adminUsername");
    }
    checkCustomData(os.path("customData").asText(""));
    boolean withoutPassword =
        os.path("linuxConfiguration").path("disablePasswordAuthentication").asBoolean();
    boolean withoutKey = os.path("linuxConfiguration").path("ssh").path("publicKeys").isEmpty();
    if (!windows && withoutKey && (withoutPassword || !os.hasNonNull("adminPassword"))) {
      throw ArmErrorException.invalidParameter(
          "linuxConfiguration",
          "Authentication using either SSH or by user name and password must be enabled in Linux"
              + " profile.");
    }
    checkSpot(profile);
    if (profile.path("networkProfile").path("networkInterfaceConfigurations").isEmpty()) {
      throw ScaleSetChecks.missing("networkProfile.networkInterfaceConfigurations");
    }
  }

  private static void checkCustomData(String data) {
    boolean wellFormed = data.length() <= MAX_CUSTOM_DATA;
    try {
      byte[] _ = Base64.getDecoder().decode(data);
    } catch (IllegalArgumentException malformed) {
      wellFormed = false;
    }
    if (!wellFormed) {
      throw ArmErrorException.invalidParameter(
          "customData",
          "Custom data in OSProfile must be in Base64 encoding and with a maximum length of %d characters."
              .formatted(MAX_CUSTOM_DATA));
    }
  }

  private static void checkSpot(JsonNode profile) {
    boolean spot = profile.path("priority").asText("Regular").equals("Spot");
    if (!spot
        && (profile.has("evictionPolicy") || profile.path("billingProfile").has("maxPrice"))) {
      throw ArmErrorException.invalidParameter(
          "evictionPolicy",
          "Eviction policy and max price can be set only for Azure Spot Virtual Machine Scale"
              + " Sets.");
    }
  }
}
