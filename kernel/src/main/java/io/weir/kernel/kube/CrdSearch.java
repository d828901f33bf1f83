package io.weir.kernel.kube;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the CRD of a kind by what the API server says of its group, since the name of a CRD begins
 * with a plural, which cannot be derived.
 */
public final class CrdSearch {

  private static final GroupKind GROUP = new GroupKind("", "APIGroup");

  private final KubeHttp http;
  private final KubeClient client;
  private final Duration limit;

  /**
   * A search.
   *
   * @param limit what a single request may take
   */
  public CrdSearch(KubeHttp http, KubeClient client, Duration limit) {
    this.http = http;
    this.client = client;
    this.limit = limit;
  }

  /**
   * The CRD; empty if no version of its group that is served has the kind.
   *
   * @throws KubeException when the server does not answer
   */
  public Optional<ApiObject> find(GroupKind kind) {
    String group = "/apis/" + kind.group();
    for (String version : versions(read(group))) {
      for (JsonNode resource : read(group + "/" + version).path("resources")) {
        String plural = resource.path("name").asText();
        if (resource.path("kind").asText().equals(kind.kind()) && !plural.contains("/")) {
          return client.get(
              GroupKind.CUSTOM_RESOURCE_DEFINITION, new ObjectKey("", plural + "." + kind.group()));
        }
      }
    }
    return Optional.empty();
  }

  /** The preferred one first, which most often is the only one to be read. */
  private static Set<String> versions(JsonNode group) {
    var versions = new LinkedHashSet<String>();
    if (group.has("preferredVersion")) {
      versions.add(group.path("preferredVersion").path("version").asText());
    }
    group.path("versions").forEach(version -> versions.add(version.path("version").asText()));
    return versions;
  }

  private JsonNode read(String path) {
    var requestInfo = new RequestInfo("get", GROUP, new ObjectKey("", path));
    try {
      return KubeHttp.parse(requestInfo, http.send(requestInfo, "GET", path, null, null, limit));
    } catch (KubeException.NotFound none) {
      return MissingNode.getInstance();
    }
  }
}
