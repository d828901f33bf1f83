package io.weir.provider.aws.calls;

import io.weir.provider.CloudScope;
import io.weir.provider.PoolProviderFactory.ProviderContext;
import org.jspecify.annotations.Nullable;

/**
 * The connections of all kinds of AWS in one manager. AWS's SDK is loaded at the first call, and
 * what is closed is opened again by the next.
 */
public final class AwsConnections implements AwsClients, AutoCloseable {

  private final ProviderContext providerContext;
  private @Nullable SdkAwsClients opened;

  /** Nothing is open yet. */
  public AwsConnections(ProviderContext providerContext) {
    this.providerContext = providerContext;
  }

  @Override
  public AwsClient clientFor(CloudScope cloudScope) {
    return clients().clientFor(cloudScope.withoutParent());
  }

  private synchronized SdkAwsClients clients() {
    var found = opened;
    if (found == null) {
      found = new SdkAwsClients(providerContext);
      opened = found;
    }
    return found;
  }

  @Override
  public synchronized void close() {
    var found = opened;
    opened = null;
    if (found != null) {
      found.close();
    }
  }
}
