package io.weir.clouds.aws.ec2;

import io.weir.clouds.aws.wire.Struct;
import io.weir.clouds.aws.world.Subnet;
import java.util.Map;
import java.util.TreeMap;

/**
 * An order for one instance.
 *
 * @param group name of the scaling group that gives it
 * @param data data of the launch template's version, with the group's overrides applied
 * @param subnet where to
 * @param spot whether at the spot price
 * @param extraTags tags beside those of the data
 */
public record Launch(
    String group, Struct data, Subnet subnet, boolean spot, Map<String, String> extraTags) {

  String imageId() {
    return data.find("ImageId").orElse("");
  }

  /** The instance type; empty if neither template nor group names one. */
  public String type() {
    return data.find("InstanceType").orElse("");
  }

  byte[] userData() {
    return data.find("UserData").map(TemplateStore::decoded).orElseGet(() -> new byte[0]);
  }

  Map<String, String> tags() {
    Map<String, String> tags = new TreeMap<>(Tags.of(data, "instance"));
    tags.putAll(extraTags);
    return tags;
  }

  boolean metadataTags() {
    return data.struct("MetadataOptions")
        .flatMap(options -> options.find("InstanceMetadataTags"))
        .orElse("disabled")
        .equals("enabled");
  }
}
