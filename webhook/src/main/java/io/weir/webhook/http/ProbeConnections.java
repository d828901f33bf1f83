package io.weir.webhook.http;

import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections of the health port, which anybody may open. There are so many places; whoever
 * comes when all are taken gets that of the oldest connection of the address that has the most,
 * once that one had time to ask. A kubelet asks at once, and is answered within milliseconds. Safe
 * for concurrent use.
 */
final class ProbeConnections {

  private static final Logger LOG = LoggerFactory.getLogger(ProbeConnections.class);

  private final int places;
  private final Duration spared;

  /** Since when each is open, by {@link System#nanoTime}; the oldest first. */
  private final Map<Socket, Long> open = new LinkedHashMap<>();

  /**
   * None is open.
   *
   * @param places how many there may be
   * @param spared how long each keeps its place
   */
  ProbeConnections(int places, Duration spared) {
    this.places = places;
    this.spared = spared;
  }

  /** Waits for a place for one that was accepted. */
  synchronized void admit(Socket socket) throws InterruptedException {
    while (open.size() >= places) {
      Socket oldest = Crowd.of(open.keySet(), Socket::getInetAddress).getFirst();
      Duration left = spared.minusNanos(System.nanoTime() - open.getOrDefault(oldest, 0L));
      if (left.isPositive()) {
        wait(left.toMillis() + 1); // less, if one is closed meanwhile
      } else {
        close(oldest);
      }
    }
    open.put(socket, System.nanoTime());
  }

  /** Ends one; repeating is harmless. */
  synchronized void close(Socket socket) {
    open.remove(socket);
    notifyAll();
    try {
      socket.close();
    } catch (IOException broken) {
      LOG.trace("a probe was closed that had ended", broken);
    }
  }

  /** Ends all. */
  synchronized void closeAll() {
    for (Socket socket : open.keySet().toArray(Socket[]::new)) {
      close(socket);
    }
  }
}
