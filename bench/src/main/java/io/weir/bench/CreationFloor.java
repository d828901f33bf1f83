package io.weir.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.KubeException;
import io.weir.kernel.kube.PropagationPolicy;
import io.weir.sandbox.Sandbox;
import io.weir.sandbox.objects.CustomResourceDefinitions;
import io.weir.sandbox.objects.ObjectWaiter;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.StreamSupport;

/**
 * How fast the API server takes the objects of pools when nobody is asked about them: the same
 * objects, of kinds with the same schemas that nobody watches, converts or reviews.
 */
final class CreationFloor {

  private static final String PREFIX = "floor.";
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Sandbox sandbox;
  private final KubeClient client;
  private final ObjectCreation creation;

  CreationFloor(Sandbox sandbox) {
    this.sandbox = sandbox;
    this.client = sandbox.kube().client();
    this.creation = new ObjectCreation(sandbox);
  }

  /**
   * How fast as many objects are created as the pools of a round have.
   *
   * @param alone of kinds that nobody is asked about
   * @param reviewed that the manager converts and reviews, and does not work on
   */
  record Result(Duration alone, Duration reviewed) {}

  /**
   * Creates the objects of pools and removes them again.
   *
   * @param pools the objects of each, all of the same kinds
   * @return how long the creation took
   */
  Duration measure(List<List<ObjectNode>> pools) throws IOException, InterruptedException {
    List<ApiObject> kinds =
        pools.getFirst().stream().map(ApiObject::new).map(CreationFloor::unattendedKind).toList();
    install(kinds);
    try {
      List<List<ObjectNode>> copies =
          pools.stream()
              .map(pool -> pool.stream().map(object -> ofUnattendedKind(object, kinds)).toList())
              .toList();
      // The first waits until the kinds are served, and is not measured.
      copies.getFirst().forEach(this::createOnceServed);
      long begun = System.nanoTime();
      ParallelRunner.run(
          copies.subList(1, copies.size()), objects -> objects.forEach(creation::create));
      return Duration.ofNanos(System.nanoTime() - begun)
          .multipliedBy(copies.size())
          .dividedBy(Math.max(1, copies.size() - 1));
    } finally {
      kinds.forEach(kind -> client.delete(installed(kind), PropagationPolicy.BACKGROUND));
    }
  }

  private void install(List<ApiObject> kinds) throws IOException, InterruptedException {
    for (ApiObject kind : kinds) {
      ApiObject _ = client.apply(kind.copyTree());
    }
    var definitions = sandbox.kube().cache(GroupKind.CUSTOM_RESOURCE_DEFINITION);
    try (var wait = ObjectWaiter.start(definitions, PATIENCE)) {
      for (ApiObject kind : kinds) {
        if (wait.awaitUntil(kind.key(), CreationFloor::isEstablished).isEmpty()) {
          throw new IOException(kind + " is not served after " + PATIENCE.toSeconds() + " s");
        }
      }
    }
  }

  private ApiObject installed(ApiObject kind) {
    return client
        .get(GroupKind.CUSTOM_RESOURCE_DEFINITION, new ObjectKey("", kind.name()))
        .orElse(kind);
  }

  private void createOnceServed(ObjectNode object) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try {
        ApiObject _ = client.create(object);
        return;
      } catch (KubeException.NotFound | KubeException.KindUnknown notYet) {
        if (System.nanoTime() > end) {
          throw notYet;
        }
        Thread.onSpinWait();
      }
    }
  }

  private static boolean isEstablished(ApiObject definition) {
    return definition
        .at("/status/conditions")
        .valueStream()
        .filter(condition -> condition.path("type").asText().equals("Established"))
        .anyMatch(condition -> condition.path("status").asText().equals("True"));
  }

  /** The definition of an object's kind, in a group of its own and in its stored version alone. */
  private static ApiObject unattendedKind(ApiObject object) {
    ApiObject definition =
        CustomResourceDefinitions.all().stream()
            .filter(each -> each.at("/spec/names/kind").asText().equals(object.groupKind().kind()))
            .filter(each -> each.at("/spec/group").asText().equals(object.groupKind().group()))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("no definition of " + object));
    ObjectNode copy = definition.copyTree();
    ObjectNode spec = copy.withObject("/spec");
    String group = PREFIX + spec.path("group").asText();
    String name = spec.at("/names/plural").asText() + "." + group;
    copy.set("metadata", copy.objectNode().put("name", name));
    spec.put("group", group);
    spec.remove("conversion");
    JsonNode stored =
        StreamSupport.stream(spec.path("versions").spliterator(), false)
            .filter(version -> version.path("storage").asBoolean())
            .findFirst()
            .orElseThrow();
    spec.putArray("versions").add(stored);
    return new ApiObject(copy);
  }

  private static ObjectNode ofUnattendedKind(ObjectNode object, List<ApiObject> kinds) {
    String kind = object.path("kind").asText();
    ApiObject definition =
        kinds.stream()
            .filter(each -> each.at("/spec/names/kind").asText().equals(kind))
            .findFirst()
            .orElseThrow();
    return object
        .deepCopy()
        .put(
            "apiVersion",
            definition.at("/spec/group").asText()
                + "/"
                + definition.at("/spec/versions/0/name").asText());
  }
}
