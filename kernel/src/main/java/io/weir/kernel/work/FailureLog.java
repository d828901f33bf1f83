package io.weir.kernel.work;

import io.weir.api.ObjectKey;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs a key's trouble when it changes, not each time it is met. */
final class FailureLog {

  private static final Logger LOG = LoggerFactory.getLogger(Controller.class);

  private final String controller;
  private final Map<ObjectKey, String> last = new ConcurrentHashMap<>();

  FailureLog(String controller) {
    this.controller = controller;
  }

  /** The key asks for another attempt, for this reason. */
  void logRetry(ObjectKey key, String why) {
    if (!why.equals(last.put(key, why))) {
      LOG.info("{} {}: {}", controller, key, why);
    }
  }

  /** A request to the API server failed. */
  void logRefusal(ObjectKey key, String message) {
    if (!message.equals(last.put(key, message))) {
      LOG.warn("{} {}: {}", controller, key, message);
    }
  }

  /** A pass ended in a way nobody thought of: with the place, for it is a fault of ours. */
  void logUnexpected(ObjectKey key, Throwable failure) {
    String message = failure.toString();
    if (!message.equals(last.put(key, message))) {
      LOG.error("{} {}: reconciliation failed", controller, key, failure);
    }
  }

  void logResolved(ObjectKey key) {
    if (last.remove(key) != null) {
      LOG.info("{} {}: resolved", controller, key);
    }
  }
}
