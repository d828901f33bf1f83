package io.weir.provider.gcp.group;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.Excerpt;

/**
 * Why a machine could not be made.
 *
 * @param code in the cloud's word
 * @param message in the cloud's words
 */
public record InstanceError(String code, String message) {

  static InstanceError read(JsonNode error) {
    return new InstanceError(error.path("code").asText(""), error.path("message").asText(""));
  }

  /** For people, with the remedy if one is known. */
  String describe() {
    return "%s: %s%s".formatted(Excerpt.of(code), Excerpt.ofSentence(message), remedy());
  }

  private String remedy() {
    if (code.contains("QUOTA")) {
      return "; ask Google for more quota, or make the pool smaller";
    }
    if (code.contains("RESOURCE_POOL_EXHAUSTED") || code.equals("INSUFFICIENT_CAPACITY")) {
      return "; Google has no machine of this type there now and goes on trying: use another"
          + " spec.instanceType, or a pool in other failureDomains";
    }
    if (code.contains("IP_SPACE_EXHAUSTED")) {
      return "; enlarge the subnetwork, or name another in spec.subnet";
    }
    if (code.contains("PERMISSIONS_ERROR")) {
      return "; give the Google APIs service agent of the project,"
          + " PROJECT_NUMBER@cloudservices.gserviceaccount.com, what is missing";
    }
    if (code.equals("CONDITION_NOT_MET")) {
      return "; an organization policy may forbid it: change the policy, or the field that it"
          + " names";
    }
    return "";
  }
}
