package io.weir.sandbox.watchman;

import io.weir.api.ApiObject;

/** Which instance a Node is of. */
final class ProviderIds {

  private ProviderIds() {}

  private static final String AZURE = "azure://";

  /** With what the ids of instances of Oracle Cloud begin, which are in provider ids alone. */
  static final String OCID = "ocid1.";

  /**
   * Zone and id, on Azure the resource ID, in Oracle Cloud the OCID, as {@link
   * HistoryEvent.InstanceStep#instance} has them; empty if unknown.
   */
  static String instanceOf(ApiObject node) {
    String providerId = node.at("/spec/providerID").asText();
    if (providerId.startsWith(AZURE)) {
      return providerId.substring(AZURE.length());
    }
    if (providerId.contains(OCID)) {
      return providerId.substring(providerId.indexOf(OCID));
    }
    int id = providerId.lastIndexOf('/');
    return id < 0 ? "" : providerId.substring(providerId.lastIndexOf('/', id - 1) + 1);
  }
}
