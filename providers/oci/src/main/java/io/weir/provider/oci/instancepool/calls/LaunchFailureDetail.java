package io.weir.provider.oci.instancepool.calls;

import io.weir.provider.CloudRequest;
import io.weir.provider.CloudScope;
import io.weir.provider.DetailNeed;
import io.weir.provider.PerPoolRead;
import io.weir.provider.PoolDetail;
import io.weir.provider.ProviderException;
import io.weir.provider.oci.account.calls.OciSessions;
import io.weir.provider.oci.instancepool.InstancePool;
import io.weir.provider.oci.instancepool.ObservedInstancePool;
import java.time.Duration;
import java.util.Optional;

/**
 * Why a pool that lacks instances does not get them, in Oracle Cloud's words; empty if nothing is
 * wrong. Read only of pools that change for a while.
 *
 * @param sessions the connections
 */
public record LaunchFailureDetail(OciSessions sessions)
    implements PoolDetail<ObservedInstancePool, String> {
  private static final Duration FIRST = Duration.ofSeconds(30);
  private static final Duration AGAIN = Duration.ofMinutes(1);

  @Override
  public String name() {
    return "work requests";
  }

  @Override
  public DetailNeed need(ObservedInstancePool observed, Optional<String> known, boolean wanted) {
    return observed.pool().isPresent() && observed.isChanging()
        ? DetailNeed.after(FIRST, AGAIN)
        : new DetailNeed.NotNeeded();
  }

  @Override
  public CloudRequest request(CloudScope cloudScope, String cloudName) {
    return new CloudRequest(cloudScope, "ListWorkRequests");
  }

  @Override
  public String read(CloudScope cloudScope, String cloudName, ObservedInstancePool observed)
      throws ProviderException {
    String id = observed.pool().map(InstancePool::id).orElse("");
    return id.isEmpty()
        ? ""
        : new InstancePoolCalls(sessions.clientFor(cloudScope), cloudScope).failure(id);
  }

  @Override
  public Optional<String> valueIn(ObservedInstancePool observed) {
    return Optional.of(observed.failure()).filter(why -> !why.isEmpty());
  }

  @Override
  public ObservedInstancePool with(ObservedInstancePool observed, PerPoolRead<String> reading) {
    return observed.withFailure(
        switch (reading) {
          case PerPoolRead.Unread<String> _ -> "";
          case PerPoolRead.Read<String>(String why) -> why;
          case PerPoolRead.Failed<String>(String _, Optional<String> last) -> last.orElse("");
        });
  }
}
