package io.weir.provider.aws.group;

/** What a launch template must not know. */
public record PlantedGroup(String name) {}
