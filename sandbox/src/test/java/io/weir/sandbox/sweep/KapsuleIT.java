package io.weir.sandbox.sweep;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The same for a pool of Kapsule, where the cloud does what the manager does on AWS. */
@Tag("soak")
@OnPlane
class KapsuleIT {

  /** Where not every write is taken, one of so many times more than of a life on AWS is. */
  private static final int RARER = 3;

  @Test
  void aLifeCutOffAtAnyWriteEndsLikeAnUnbrokenOne(
      Plane plane, @LivedOn(Terrain.KAPSULE) Unbroken like) throws Exception {
    int every = SweepIT.EVERY;

    SweepIT.sweep(plane, like, every > 1 ? RARER * every : every);
  }
}
