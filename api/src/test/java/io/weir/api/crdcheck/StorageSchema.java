package io.weir.api.crdcheck;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.ApiObject;

/** The version that a CRD stores. */
final class StorageSchema {

  private StorageSchema() {}

  static JsonNode version(ApiObject crd) {
    for (JsonNode version : crd.spec().path("versions")) {
      if (version.path("storage").asBoolean()) {
        return version;
      }
    }
    throw new IllegalArgumentException(crd + " stores no version");
  }

  static JsonNode of(ApiObject crd) {
    return in(version(crd));
  }

  /** The schema of one entry of a CRD's versions. */
  static JsonNode in(JsonNode version) {
    return version.path("schema").path("openAPIV3Schema");
  }
}
