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
    return version(crd).path("schema").path("openAPIV3Schema");
  }
}
