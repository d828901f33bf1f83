package io.weir.webhook.http;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Reviews of one sort and size, of which so many are made at the same time. */
enum ReviewLane {
  /** What an API server asks most. */
  ADMISSION("admission reviews", 8, 2L << 20),
  /** They may wait for the API server a little, and others of their sort need not. */
  CONVERSION("conversion reviews", 16, 2L << 20),
  /** Both an object and what it was before. */
  LARGE_ADMISSION("large admission reviews", 1, 8L << 20),
  /**
   * A list: its objects, of which a pool of thousands of Nodes is the largest, are converted one
   * after the other.
   */
  LARGE_CONVERSION("large conversion reviews", 1, 8L << 20);

  /** Longer reviews are large ones. Most are of a few kilobytes. */
  static final long SMALL = 64 * 1024;

  /** Longer than a caller waits for an admission helps nobody. */
  static final Duration PATIENCE = Duration.ofSeconds(8);

  private final String reviews;
  private final int places;
  private final long heap;

  ReviewLane(String reviews, int places, long heap) {
    this.reviews = reviews;
    this.places = places;
    this.heap = heap;
  }

  /** About how many bytes of memory an object may take. */
  long heap() {
    return heap;
  }

  /** Why a review is not made. */
  String refusal() {
    return "%d %s are in progress; try again".formatted(places, reviews);
  }

  /** The places of one server. */
  Semaphore places() {
    return new Semaphore(places, true);
  }

  /** Waits for a place; false if there is none for long. */
  static boolean await(Semaphore places) throws InterruptedException {
    return places.tryAcquire(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** The lane of a review. */
  static ReviewLane of(boolean conversion, boolean small) {
    if (conversion) {
      return small ? CONVERSION : LARGE_CONVERSION;
    }
    return small ? ADMISSION : LARGE_ADMISSION;
  }
}
