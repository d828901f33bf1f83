package io.weir.sandbox.prepare;

import io.weir.clouds.aws.fixture.AwsFixture;
import io.weir.sandbox.objects.Manifests;
import java.util.List;

/**
 * Manifests and the fixture that goes with them.
 *
 * @param awsFixture with all that the manifests name
 * @param manifests with the clusters that they lacked before them
 * @param additions what was added, a sentence each, for the person whose manifests they are
 */
public record PreparedManifests(
    AwsFixture awsFixture, Manifests manifests, List<String> additions) {
  public PreparedManifests {
    additions = List.copyOf(additions);
  }
}
