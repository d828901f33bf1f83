package io.weir.clouds.aws.seed;

import java.util.Map;

/** A security group: id, name in its network, and tags. */
public record SecurityGroup(String id, String name, Map<String, String> tags) {}
