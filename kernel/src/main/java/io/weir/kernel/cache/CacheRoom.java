package io.weir.kernel.cache;

/**
 * Room in memory for what the caches of one API server keep. Whoever takes some gives the same back
 * later. Safe for concurrent use.
 */
public interface CacheRoom {

  /** For a server that is trusted. */
  CacheRoom UNLIMITED =
      new CacheRoom() {
        @Override
        public void take(long bytes) {}

        @Override
        public boolean tryTake(long bytes) {
          return true;
        }

        @Override
        public void giveBack(long bytes) {}
      };

  /**
   * Takes so much more, and waits some seconds for others that have to give it up.
   *
   * @throws NoRoomException if there is not so much, and nothing was taken
   */
  void take(long bytes) throws NoRoomException;

  /** Takes so much more without waiting; tells whether it did. */
  boolean tryTake(long bytes);

  /** Gives so much back. */
  void giveBack(long bytes);
}
