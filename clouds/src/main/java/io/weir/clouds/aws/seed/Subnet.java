package io.weir.clouds.aws.seed;

import java.util.Map;

/**
 * A subnet.
 *
 * @param id for example {@code subnet-0a}
 * @param zone where its instances run
 * @param cidr an IPv4 range of {@code /16} to {@code /28}
 * @param tags its tags
 */
public record Subnet(String id, String zone, String cidr, Map<String, String> tags) {}
