package io.weir.provider.azure.machinepool.calls;

import io.weir.provider.CloudRequest;
import io.weir.provider.CloudScope;
import io.weir.provider.DetailNeed;
import io.weir.provider.PerPoolRead;
import io.weir.provider.PoolDetail;
import io.weir.provider.ProviderException;
import io.weir.provider.azure.account.calls.ArmClient;
import io.weir.provider.azure.account.calls.AzureSessions;
import io.weir.provider.azure.scaleset.ObservedScaleSet;
import java.time.Duration;
import java.util.Optional;

/**
 * With what the writes to a scale set have ended that Azure had accepted, in Azure's words; empty
 * if none has failed. Read only of sets that change, or whose change has failed.
 */
public record OperationDetail(AzureSessions sessions, Operations operations)
    implements PoolDetail<ObservedScaleSet, String> {

  /** As long as Azure wants not to be asked, where it does not say. */
  private static final Duration FIRST = Duration.ofSeconds(10);

  private static final Duration OFTEN = Duration.ofSeconds(15);
  private static final Duration SELDOM = Duration.ofMinutes(1);

  @Override
  public String name() {
    return "operations";
  }

  @Override
  public DetailNeed need(ObservedScaleSet observed, Optional<String> known, boolean wanted) {
    if (observed.isBusy()) {
      return DetailNeed.after(FIRST, OFTEN);
    }
    return observed.isFailed() ? DetailNeed.atOnce(SELDOM) : new DetailNeed.NotNeeded();
  }

  @Override
  public CloudRequest request(CloudScope cloudScope, String cloudName) {
    return new CloudRequest(cloudScope, ArmClient.FOLLOW);
  }

  @Override
  public String read(CloudScope cloudScope, String cloudName, ObservedScaleSet observed)
      throws ProviderException {
    return operations.follow(sessions.clientFor(cloudScope), observed.id());
  }

  @Override
  public Optional<String> valueIn(ObservedScaleSet observed) {
    return observed.failure();
  }

  @Override
  public ObservedScaleSet with(ObservedScaleSet observed, PerPoolRead<String> reading) {
    Optional<String> failure =
        switch (reading) {
          case PerPoolRead.Unread<String> _ -> Optional.<String>empty();
          case PerPoolRead.Read<String>(String why) -> Optional.of(why);
          case PerPoolRead.Failed<String>(String _, Optional<String> last) -> last;
        };
    return observed.withFailure(failure.filter(why -> !why.isEmpty()));
  }
}
