package io.weir.sandbox.fit;

import io.weir.clouds.aws.world.World;
import io.weir.sandbox.objects.Manifests;
import java.util.List;

/**
 * Manifests and a world that go together.
 *
 * @param world with all that the manifests name
 * @param manifests with the clusters that they lacked before them
 * @param told what was added, a sentence each, for the person whose manifests they are
 */
public record Fitted(World world, Manifests manifests, List<String> told) {
  public Fitted {
    told = List.copyOf(told);
  }
}
