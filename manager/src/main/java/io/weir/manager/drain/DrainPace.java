package io.weir.manager.drain;

import java.time.Duration;

/**
 * How often, and how much at once.
 *
 * @param first the pause after a round in which something changed
 * @param longest the pause when nothing has changed for long
 * @param perCluster rounds that are under way in one cluster at a time
 * @param inAll rounds that are under way at a time: each may keep a page of a list in memory
 */
public record DrainPace(Duration first, Duration longest, int perCluster, int inAll) {

  /** As Cluster API looks, every 20 seconds, and more often while something goes on. */
  public static final DrainPace USUAL =
      new DrainPace(Duration.ofSeconds(2), Duration.ofSeconds(20), 2, 6);
}
