package io.weir.provider.aws.template;

import io.weir.provider.aws.group.PlantedGroup;

/** Breaks an arrow between the nouns of a provider. */
public record ReachingGroup(PlantedGroup group) {}
