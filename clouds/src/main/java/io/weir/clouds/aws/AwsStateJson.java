package io.weir.clouds.aws;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.aws.ec2.Ec2StateJson;
import io.weir.clouds.aws.seed.AccountRegion;
import io.weir.clouds.aws.seed.Image;

/** What exists in a cloud as JSON, to go on from another time in a cloud of the same seed data. */
final class AwsStateJson {
  private static final ObjectMapper JSON = new ObjectMapper();

  private AwsStateJson() {}

  static String toJson(ServicesByRegion servicesByRegion) {
    ObjectNode saved = JSON.createObjectNode();
    for (RegionalServices regionalServices : servicesByRegion.all()) {
      AccountRegion accountRegion = regionalServices.accountRegion();
      saved.set(
          name(accountRegion), accountRegion.withLock(() -> site(regionalServices, accountRegion)));
    }
    return saved.toString();
  }

  private static ObjectNode site(RegionalServices regionalServices, AccountRegion accountRegion) {
    ObjectNode saved = JSON.createObjectNode().put("ids", accountRegion.idCount());
    ArrayNode published = saved.putArray("images");
    accountRegion.images().stream()
        .filter(image -> !accountRegion.region().images().contains(image))
        .forEach(image -> published.addPOJO(image));
    saved.set("ec2", Ec2StateJson.toJson(regionalServices.ec2()));
    saved.set("groups", regionalServices.autoScaling().save());
    return saved;
  }

  static void restore(String json, ServicesByRegion servicesByRegion) {
    try {
      JsonNode saved = JSON.readTree(json);
      for (RegionalServices regionalServices : servicesByRegion.createAll()) {
        JsonNode mine = saved.path(name(regionalServices.accountRegion()));
        if (mine.isObject()) {
          restore(mine, regionalServices);
        }
      }
    } catch (JsonProcessingException malformed) {
      throw new IllegalArgumentException(
          "not the state of a cloud: " + malformed.getOriginalMessage(), malformed);
    }
  }

  private static void restore(JsonNode saved, RegionalServices regionalServices)
      throws JsonProcessingException {
    AccountRegion accountRegion = regionalServices.accountRegion();
    for (JsonNode image : saved.path("images")) {
      accountRegion.publishImage(JSON.treeToValue(image, Image.class));
    }
    boolean _ =
        accountRegion.withLock(
            () -> {
              accountRegion.idCount(saved.path("ids").asLong());
              Ec2StateJson.restore(saved.path("ec2"), regionalServices.ec2(), accountRegion);
              regionalServices.autoScaling().restore(saved.path("groups"));
              return true;
            });
  }

  private static String name(AccountRegion accountRegion) {
    return accountRegion.account().id() + "/" + accountRegion.region().name();
  }
}
