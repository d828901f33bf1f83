package io.weir.sandbox.cloud;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.sandbox.objects.SandboxCloud;
import java.util.Set;

/** A cloud that can be simulated in a sandbox. */
public interface CloudSimulation {
  /** Which it is. */
  SandboxCloud cloud();

  /** What exists there beforehand in every sandbox, as the example needs it. */
  CloudWorld world();

  /**
   * What existed there beforehand in a sandbox that was kept.
   *
   * @param saved made by {@link CloudWorld#toJson}
   * @throws IllegalArgumentException when it was not
   */
  CloudWorld savedWorld(JsonNode saved);

  /**
   * The kinds of control planes whose Secrets the cloud itself makes, and whose address it says.
   */
  default Set<String> controlPlaneKinds() {
    return Set.of();
  }
}
