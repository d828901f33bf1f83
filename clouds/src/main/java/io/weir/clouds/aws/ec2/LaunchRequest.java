package io.weir.clouds.aws.ec2;

import io.weir.clouds.aws.seed.Subnet;
import io.weir.clouds.aws.wire.Struct;
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
public record LaunchRequest(
    String group, Struct data, Subnet subnet, boolean spot, Map<String, String> extraTags) {

  String imageId() {
    return data.findText("ImageId").orElse("");
  }

  /** The instance type; empty if neither template nor group names one. */
  public String type() {
    return data.findText("InstanceType").orElse("");
  }

  byte[] userData() {
    return data.findText("UserData")
        .map(TemplateStore::decodeUserData)
        .orElseGet(() -> new byte[0]);
  }

  Map<String, String> tags() {
    Map<String, String> tags = new TreeMap<>(Tags.fromSpecifications(data, "instance"));
    tags.putAll(extraTags);
    return tags;
  }

  boolean hasMetadataTags() {
    return data.struct("MetadataOptions")
        .flatMap(options -> options.findText("InstanceMetadataTags"))
        .orElse("disabled")
        .equals("enabled");
  }
}
