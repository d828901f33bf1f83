package io.weir.clouds.azure.resources;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.azure.arm.ArmCall;
import io.weir.clouds.azure.arm.ArmErrorException;
import io.weir.clouds.azure.arm.ArmList;
import io.weir.clouds.azure.arm.Subscription;
import io.weir.clouds.http.RestResponse;
import io.weir.clouds.site.LongOperation;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The resource groups of a subscription, and the calls that are about them. */
public final class ResourceGroups {
  private static final String DELETION = "ResourceGroups_Delete";

  private final Subscription subscription;
  private final Map<String, ResourceGroup> byName = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  private Consumer<String> emptier = _ -> {};
  private Predicate<String> emptiness = _ -> true;

  /** Those that exist beforehand. */
  public ResourceGroups(Subscription subscription) {
    this.subscription = subscription;
    subscription.own().resourceGroups().forEach(this::add);
  }

  private void add(String name, String location) {
    byName.put(name, new ResourceGroup(name, location, JsonNodeFactory.instance.objectNode()));
  }

  /**
   * Says what it means to delete a group.
   *
   * @param newEmptier begins to delete what lies in the group of a name
   * @param newEmptiness whether nothing lies in it any more
   */
  public void onDeletion(Consumer<String> newEmptier, Predicate<String> newEmptiness) {
    emptier = newEmptier;
    emptiness = newEmptiness;
  }

  /**
   * The group of a name.
   *
   * @throws ArmErrorException when there is none
   */
  public ResourceGroup require(String name) {
    ResourceGroup group = byName.get(name);
    if (group == null) {
      throw ArmErrorException.groupNotFound(name);
    }
    return group;
  }

  /**
   * The group of a name, to put something into.
   *
   * @throws ArmErrorException when there is none, or it goes
   */
  public ResourceGroup requireLasting(String name) {
    ResourceGroup group = require(name);
    if (group.isDeleting()) {
      throw ArmErrorException.of(
          409,
          "ResourceGroupBeingDeleted",
          "The resource group '%s' is in deprovisioning state and cannot perform this operation."
              .formatted(name));
    }
    return group;
  }

  /** Answers a call. */
  public RestResponse get(ArmCall call) {
    return RestResponse.ok(require(call.group()).toJson(subscription.id()));
  }

  /** Answers a call. */
  public RestResponse head(ArmCall call) {
    int status = byName.containsKey(call.group()) ? 204 : 404;
    return new RestResponse(status, Map.of(), MissingNode.getInstance());
  }

  /** Answers a call. */
  public RestResponse list(ArmCall call) {
    return ArmList.of(
        call,
        List.copyOf(byName.values()),
        ResourceGroup::name,
        group -> group.toJson(subscription.id()),
        subscription.pageSize());
  }

  /** Answers a call. */
  public RestResponse put(ArmCall call) {
    boolean isNew = !byName.containsKey(call.group());
    String location = call.body().path("location").asText("");
    if (isNew) {
      if (subscription.seed().location(location).isEmpty()) {
        throw ArmErrorException.of(
            400,
            "LocationNotAvailableForResourceGroup",
            "The provided location '%s' is not available for resource group. List of available regions is '%s'."
                .formatted(location, locations()));
      }
      add(call.group(), location);
    }
    ResourceGroup group = requireLasting(call.group());
    if (!group.location().equalsIgnoreCase(location)) {
      throw ArmErrorException.of(
          409,
          "InvalidResourceGroupLocation",
          "Invalid resource group location '%s'. The Resource group already exists in location '%s'."
              .formatted(location, group.location()));
    }
    if (call.body().path("tags") instanceof ObjectNode tags) {
      group.setTags(tags.deepCopy());
    }
    return new RestResponse(isNew ? 201 : 200, Map.of(), group.toJson(subscription.id()));
  }

  private String locations() {
    Set<String> names = new TreeSet<>();
    subscription.seed().locations().forEach(location -> names.add(location.name()));
    return String.join(",", names);
  }

  /** Answers a call: all that lies in the group goes with it. */
  public RestResponse delete(ArmCall call) {
    ResourceGroup group = require(call.group());
    LongOperation operation =
        subscription
            .operations()
            .active(group.name())
            .orElseGet(
                () ->
                    subscription
                        .operations()
                        .begin(DELETION, group.name(), JsonNodeFactory.instance.objectNode()));
    if (!group.isDeleting()) {
      group.markDeleting();
      emptier.accept(group.name());
      awaitEmptiness(group, operation);
    }
    return call.accepted(group.location(), operation);
  }

  private void awaitEmptiness(ResourceGroup group, LongOperation operation) {
    subscription.runLater(
        subscription.timing().deletion(),
        () -> {
          if (emptiness.test(group.name())) {
            byName.remove(group.name());
            boolean _ = subscription.operations().succeed(operation);
          } else {
            awaitEmptiness(group, operation);
          }
        });
  }

  /** All of them, to be known at another time. */
  public JsonNode save() {
    var saved = JsonNodeFactory.instance.arrayNode();
    byName.values().forEach(group -> saved.add(group.save()));
    return saved;
  }

  /** Takes in those of another time. */
  public void load(JsonNode saved) {
    byName.clear();
    for (JsonNode one : saved) {
      String name = one.path("name").asText();
      add(name, one.path("location").asText());
      ResourceGroup group = require(name);
      if (one.path("tags") instanceof ObjectNode tags) {
        group.setTags(tags.deepCopy());
      }
      if (one.path("deleting").asBoolean()) {
        group.markDeleting();
      }
    }
  }

  /** Goes on with those that were to go. */
  public void resume() {
    byName.values().stream()
        .filter(ResourceGroup::isDeleting)
        .forEach(
            group ->
                subscription
                    .operations()
                    .active(group.name())
                    .ifPresent(operation -> awaitEmptiness(group, operation)));
  }
}
