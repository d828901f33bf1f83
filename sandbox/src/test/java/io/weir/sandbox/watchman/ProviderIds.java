package io.weir.sandbox.watchman;

import io.weir.api.ApiObject;

/** Which instance a Node is of. */
final class ProviderIds {

  private ProviderIds() {}

  /** Zone and id, as {@link HistoryEvent.InstanceStep#instance} has them; empty if unknown. */
  static String instanceOf(ApiObject node) {
    String providerId = node.at("/spec/providerID").asText();
    int id = providerId.lastIndexOf('/');
    return id < 0 ? "" : providerId.substring(providerId.lastIndexOf('/', id - 1) + 1);
  }
}
