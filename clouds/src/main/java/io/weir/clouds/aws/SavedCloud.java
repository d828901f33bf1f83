package io.weir.clouds.aws;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.aws.ec2.SavedEc2;
import io.weir.clouds.aws.world.Image;
import io.weir.clouds.aws.world.Place;

/** What exists in a cloud as JSON, to go on from another time in a cloud of the same world. */
final class SavedCloud {
  private static final ObjectMapper JSON = new ObjectMapper();

  private SavedCloud() {}

  static String of(Sites sites) {
    ObjectNode saved = JSON.createObjectNode();
    for (Site site : sites.all()) {
      Place place = site.place();
      saved.set(name(place), place.locked(() -> site(site, place)));
    }
    return saved.toString();
  }

  private static ObjectNode site(Site site, Place place) {
    ObjectNode saved = JSON.createObjectNode().put("ids", place.idsGiven());
    ArrayNode published = saved.putArray("images");
    place.images().stream()
        .filter(image -> !place.region().images().contains(image))
        .forEach(image -> published.addPOJO(image));
    saved.set("ec2", SavedEc2.of(site.ec2()));
    saved.set("groups", site.autoScaling().save());
    return saved;
  }

  static void restore(String json, Sites sites) {
    try {
      JsonNode saved = JSON.readTree(json);
      for (Site site : sites.everywhere()) {
        JsonNode mine = saved.path(name(site.place()));
        if (mine.isObject()) {
          restore(mine, site);
        }
      }
    } catch (JsonProcessingException malformed) {
      throw new IllegalArgumentException(
          "not the state of a cloud: " + malformed.getOriginalMessage(), malformed);
    }
  }

  private static void restore(JsonNode saved, Site site) throws JsonProcessingException {
    Place place = site.place();
    for (JsonNode image : saved.path("images")) {
      place.publish(JSON.treeToValue(image, Image.class));
    }
    boolean _ =
        place.locked(
            () -> {
              place.idsGiven(saved.path("ids").asLong());
              SavedEc2.restore(saved.path("ec2"), site.ec2(), place);
              site.autoScaling().restore(saved.path("groups"));
              return true;
            });
  }

  private static String name(Place place) {
    return place.account().id() + "/" + place.region().name();
  }
}
