package io.weir.manager.cloud;

import io.weir.provider.CloudRequest;
import java.time.Duration;

/** Whether a cloud's limits leave room for what can wait, beside writes and observations. */
@FunctionalInterface
public interface CallHeadroom {

  /** How long to wait until a request is sent that others are to have precedence over. */
  Duration untilSpare(CloudRequest cloudRequest);
}
