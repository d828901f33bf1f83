package io.weir.clouds.aws;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.aws.ec2.Ec2StateJson;
import io.weir.clouds.aws.seed.AccountRegion;
import io.weir.clouds.aws.seed.Image;

/** What exists in an account and region as JSON. */
final class RegionStateJson {
  private static final ObjectMapper JSON = new ObjectMapper();

  private RegionStateJson() {}

  static ObjectNode toJson(RegionalServices services) {
    AccountRegion accountRegion = services.accountRegion();
    ObjectNode saved = JSON.createObjectNode().put("ids", accountRegion.ids().count());
    ArrayNode published = saved.putArray("images");
    accountRegion.images().stream()
        .filter(image -> !accountRegion.region().images().contains(image))
        .forEach(image -> published.addPOJO(image));
    saved.set("ec2", Ec2StateJson.toJson(services.ec2()));
    saved.set("groups", services.autoScaling().save());
    saved.set("roles", services.iam().save());
    saved.set("eks", services.eks().save());
    return saved;
  }

  static void load(JsonNode saved, RegionalServices services) {
    AccountRegion accountRegion = services.accountRegion();
    try {
      for (JsonNode image : saved.path("images")) {
        accountRegion.publishImage(JSON.treeToValue(image, Image.class));
      }
    } catch (JsonProcessingException malformed) {
      throw new IllegalArgumentException(malformed.getOriginalMessage(), malformed);
    }
    accountRegion.ids().continueAfter(saved.path("ids").asLong());
    Ec2StateJson.load(saved.path("ec2"), services.ec2(), accountRegion);
    services.autoScaling().load(saved.path("groups"));
    services.iam().load(saved.path("roles"));
    services.eks().load(saved.path("eks"));
  }
}
