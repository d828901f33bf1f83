package io.weir.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.KindRegistry;
import io.weir.kernel.kube.KubeException;
import io.weir.kernel.kube.Resource;
import io.weir.webhook.review.UserRights;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What users may do, by the API server's word. What it does not say, they may not. */
final class AccessReviews implements UserRights {

  /** A caller waits for ten seconds at the most. */
  private static final Duration TIMEOUT = Duration.ofSeconds(2);

  /** Only who may do it to all kinds of the group may do it to one that is not installed. */
  private static final String EVERY_RESOURCE = "*";

  private final KubeCluster cluster;

  AccessReviews(KubeCluster cluster) {
    this.cluster = cluster;
  }

  @Override
  public Optional<String> refusal(
      JsonNode userInfo, String namespace, GroupKind kind, String verb) {
    String user = userInfo.path("username").asText();
    try {
      String resource = find(kind).map(Resource::plural).orElse(EVERY_RESOURCE);
      return cluster
              .client()
              .withTimeout(TIMEOUT)
              .isAllowed(namespace, question(userInfo, namespace, kind, resource, verb))
          ? Optional.empty()
          : Optional.of(
              "user \"%s\" cannot %s resource \"%s\" in API group \"%s\" in the namespace \"%s\"%s"
                  .formatted(
                      user,
                      verb,
                      resource,
                      kind.group(),
                      namespace,
                      resource.equals(EVERY_RESOURCE)
                          ? ", and kind %s is not installed".formatted(kind.kind())
                          : ""));
    } catch (KubeException unknown) {
      return Optional.of(
          "it is not known whether user \"%s\" may %s a %s in the namespace \"%s\": %s"
              .formatted(user, verb, kind.kind(), namespace, unknown.getMessage()));
    }
  }

  private Optional<Resource> find(GroupKind kind) {
    boolean complete = cluster.kinds().isComplete(); // asked first: it holds for later looks
    Optional<Resource> watched = cluster.kinds().find(kind);
    return watched.isPresent() || complete
        ? watched
        : cluster.findCrd(kind, TIMEOUT).map(KindRegistry::resourceOf);
  }

  private static ObjectNode question(
      JsonNode userInfo, String namespace, GroupKind kind, String resource, String verb) {
    ObjectNode spec = Json.MAPPER.createObjectNode();
    spec.set("user", userInfo.path("username"));
    for (String part : List.of("uid", "groups", "extra")) {
      if (userInfo.has(part)) {
        spec.set(part, userInfo.path(part));
      }
    }
    spec.putObject("resourceAttributes")
        .put("namespace", namespace)
        .put("verb", verb)
        .put("group", kind.group())
        .put("resource", resource);
    return spec;
  }
}
