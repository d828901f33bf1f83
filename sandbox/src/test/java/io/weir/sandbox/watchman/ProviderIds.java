package io.weir.sandbox.watchman;

import io.weir.api.ApiObject;

/** Which instance a Node is of. */
final class ProviderIds {

  private ProviderIds() {}

  private static final String AZURE = "azure://";

  /**
   * Zone and id, or on Azure the resource ID, as {@link HistoryEvent.InstanceStep#instance} has
   * them; empty if unknown.
   */
  static String instanceOf(ApiObject node) {
    String providerId = node.at("/spec/providerID").asText();
    if (providerId.startsWith(AZURE)) {
      return providerId.substring(AZURE.length());
    }
    int id = providerId.lastIndexOf('/');
    return id < 0 ? "" : providerId.substring(providerId.lastIndexOf('/', id - 1) + 1);
  }
}
