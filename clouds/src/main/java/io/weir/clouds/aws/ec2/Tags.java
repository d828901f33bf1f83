package io.weir.clouds.aws.ec2;

import io.weir.clouds.aws.wire.AwsErrorException;
import io.weir.clouds.aws.wire.Struct;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Tags as EC2 reads and writes them. */
public final class Tags {
  private static final int MOST = 50;

  private Tags() {}

  /** Tags of a list of Key and Value. */
  public static Map<String, String> read(List<Struct> tags) {
    Map<String, String> read = new LinkedHashMap<>();
    for (Struct tag : tags) {
      String key = tag.findText("Key").orElse("");
      if (key.isEmpty() || key.length() > 127) {
        throw AwsErrorException.of(
            "InvalidParameterValue", "Tag key exceeds the maximum length or is empty");
      }
      if (key.startsWith("aws:")) {
        throw AwsErrorException.of(
            "InvalidParameterValue",
            "Value ( "
                + key
                + " ) for parameter key is invalid. Tag keys starting with 'aws:' are"
                + " reserved for internal use");
      }
      if (read.put(key, tag.findText("Value").orElse("")) != null) {
        throw AwsErrorException.of(
            "InvalidParameterValue", "Duplicate tag key '" + key + "' specified.");
      }
    }
    return read;
  }

  /** Tags that a list of specifications has for one type of resource. */
  public static Map<String, String> fromSpecifications(Struct input, String resourceType) {
    Map<String, String> tags = new TreeMap<>();
    for (Struct specification : input.structs("TagSpecifications")) {
      Map<String, String> read = read(specification.structs("Tags"));
      if (specification.findText("ResourceType").orElse("").equals(resourceType)) {
        tags.putAll(read);
      }
    }
    return requireWithinLimit(tags);
  }

  /** Refuses more tags than a resource can have. */
  static Map<String, String> requireWithinLimit(Map<String, String> tags) {
    if (tags.size() > MOST) {
      throw AwsErrorException.of(
          "TagLimitExceeded", "The maximum number of Tags for a resource has been reached.");
    }
    return tags;
  }

  /** As a list of Key and Value, ordered by key. */
  static List<Struct> write(Map<String, String> tags) {
    return new TreeMap<>(tags)
        .entrySet().stream()
            .map(tag -> new Struct().set("Key", tag.getKey()).set("Value", tag.getValue()))
            .toList();
  }
}
