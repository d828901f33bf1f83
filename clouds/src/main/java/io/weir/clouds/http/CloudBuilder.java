package io.weir.clouds.http;

import io.weir.clouds.CloudClock;
import io.weir.clouds.site.CloudContext;
import org.jspecify.annotations.Nullable;

/**
 * What to set before a cloud starts, whichever it is.
 *
 * @param <B> the builder of one cloud
 */
public abstract class CloudBuilder<B extends CloudBuilder<B>> {
  private @Nullable CloudClock clock;
  private int port;

  /** This builder, as what it is. */
  protected abstract B self();

  /** Who waits for it, the machine's clock if not set; the cloud closes it at its end. */
  public final B clock(CloudClock newClock) {
    clock = newClock;
    return self();
  }

  /** The port to listen on; any free one if not set. */
  public final B port(int newPort) {
    port = newPort;
    return self();
  }

  /** The port that was set; 0 for none. */
  public final int port() {
    return port;
  }

  /** What the sites of the cloud share. */
  public final CloudContext newContext() {
    return CloudContext.withClock(clock == null ? CloudClock.scaled(1) : clock);
  }
}
