package io.weir.sandbox.prepare;

import io.weir.clouds.aws.seed.AwsSeedData;
import io.weir.sandbox.objects.Manifests;
import java.util.List;

/**
 * Manifests and the seed data that goes with them.
 *
 * @param awsSeedData with all that the manifests name
 * @param manifests with the clusters that they lacked before them
 * @param additions what was added, a sentence each, for the person whose manifests they are
 */
public record PreparedManifests(
    AwsSeedData awsSeedData, Manifests manifests, List<String> additions) {
  public PreparedManifests {
    additions = List.copyOf(additions);
  }
}
