package io.weir.sandbox.prepare;

import io.weir.sandbox.cloud.CloudWorld;
import io.weir.sandbox.objects.Manifests;
import java.util.List;

/**
 * Manifests and the worlds that go with them.
 *
 * @param worlds with all that the manifests name, one of each cloud
 * @param manifests with the clusters that they lacked before them
 * @param additions what was added, a sentence each, for the person whose manifests they are
 */
public record PreparedManifests(
    List<CloudWorld> worlds, Manifests manifests, List<String> additions) {
  public PreparedManifests {
    worlds = List.copyOf(worlds);
    additions = List.copyOf(additions);
  }
}
