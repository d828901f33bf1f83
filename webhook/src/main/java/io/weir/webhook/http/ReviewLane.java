package io.weir.webhook.http;

import java.time.Duration;

/** Reviews of one sort and size, of which so many are made at the same time. */
enum ReviewLane {
  /** What an API server asks most. */
  ADMISSION("admission reviews", 8, 2L << 20, Patience.OF_ADMISSION),
  /** They may wait for the API server a little, and others of their sort need not. */
  CONVERSION("conversion reviews", 16, 3L << 19, Patience.OF_CONVERSION),
  /** Both an object and what it was before. */
  LARGE_ADMISSION("large admission reviews", 1, 8L << 20, Patience.OF_ADMISSION),
  /**
   * A list: its objects are converted one after the other. Whatever the API server stores, of which
   * etcd takes 1.5 MB, must be converted, or nobody gets a list that it is in; its fields take up
   * to 18 times as much in memory as it is long.
   */
  LARGE_CONVERSION("large conversion reviews", 1, 28L << 20, Patience.OF_CONVERSION);

  /** Longer reviews are large ones. Most are of a few kilobytes. */
  static final long SMALL = 64 * 1024;

  private final String reviews;
  private final int places;
  private final long heap;
  private final Duration patience;

  ReviewLane(String reviews, int places, long heap, Duration patience) {
    this.reviews = reviews;
    this.places = places;
    this.heap = heap;
    this.patience = patience;
  }

  /** About how many bytes of memory an object may take. */
  long heap() {
    return heap;
  }

  /** Why a review is not made. */
  String refusal() {
    return "%d %s are in progress; try again".formatted(places, reviews);
  }

  /** How long a review waits for its place: longer than its caller waits helps nobody. */
  Duration patience() {
    return patience;
  }

  /** The places of one server. */
  LanePlaces newPlaces() {
    return new LanePlaces(places);
  }

  /** The lane of a review. */
  static ReviewLane of(boolean conversion, boolean small) {
    if (conversion) {
      return small ? CONVERSION : LARGE_CONVERSION;
    }
    return small ? ADMISSION : LARGE_ADMISSION;
  }

  private static final class Patience {
    /** An API server waits for ten seconds. */
    private static final Duration OF_ADMISSION = Duration.ofSeconds(8);

    /**
     * An API server waits for thirty, and on a busy machine a large object takes some: whoever
     * lists it comes after all who watch it.
     */
    private static final Duration OF_CONVERSION = Duration.ofSeconds(22);
  }
}
