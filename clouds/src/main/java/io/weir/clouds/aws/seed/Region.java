package io.weir.clouds.aws.seed;

import java.util.List;

/**
 * A region, the same for every account.
 *
 * @param name for example {@code us-east-1}
 * @param vpc id of its only network
 * @param subnets of that network
 * @param securityGroups of that network
 * @param images that can be launched
 * @param instanceTypes that can be launched
 * @param keyPairs names of key pairs
 * @param instanceProfiles names of instance profiles
 */
public record Region(
    String name,
    String vpc,
    List<Subnet> subnets,
    List<SecurityGroup> securityGroups,
    List<Image> images,
    List<InstanceType> instanceTypes,
    List<String> keyPairs,
    List<String> instanceProfiles) {}
