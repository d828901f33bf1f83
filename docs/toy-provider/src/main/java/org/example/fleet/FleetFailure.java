package org.example.fleet;

import io.weir.provider.CloudRequest;
import io.weir.provider.CloudScope;
import io.weir.provider.DetailNeed;
import io.weir.provider.PerPoolRead;
import io.weir.provider.PoolDetail;
import io.weir.provider.ProviderException;
import java.time.Duration;
import java.util.Optional;

/** Why the latest operation on a fleet failed; empty if it did not. */
record FleetFailure(FleetClient api) implements PoolDetail<ObservedFleet, String> {

  private static final Duration SOON = Duration.ofSeconds(10);
  private static final Duration SELDOM = Duration.ofMinutes(1);

  @Override
  public String name() {
    return "operations";
  }

  /** While nothing is under way there is nothing to ask; the fleet itself says whether there is. */
  @Override
  public DetailNeed need(ObservedFleet fleet, Optional<String> known, boolean wanted) {
    if (fleet.isIn("WORKING")) {
      return DetailNeed.after(SOON, SOON);
    }
    return fleet.isIn("FAILED") ? DetailNeed.atOnce(SELDOM) : new DetailNeed.NotNeeded();
  }

  @Override
  public CloudRequest request(CloudScope scope, String cloudName) {
    return new CloudRequest(scope, "GetOperation");
  }

  @Override
  public String read(CloudScope scope, String cloudName, ObservedFleet fleet)
      throws ProviderException {
    return api.read(scope, "GetOperation", "/operations/" + fleet.operation())
        .path("failure")
        .asText();
  }

  @Override
  public Optional<String> valueIn(ObservedFleet fleet) {
    return fleet.failure();
  }

  @Override
  public ObservedFleet with(ObservedFleet fleet, PerPoolRead<String> read) {
    Optional<String> failure =
        switch (read) {
          case PerPoolRead.Unread<String> _ -> Optional.<String>empty();
          case PerPoolRead.Read<String>(String why) -> Optional.of(why);
          case PerPoolRead.Failed<String>(String _, Optional<String> last) -> last;
        };
    return fleet.withFailure(failure.filter(why -> !why.isEmpty()));
  }
}
