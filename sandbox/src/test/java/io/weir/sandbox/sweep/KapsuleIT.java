package io.weir.sandbox.sweep;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The same for a pool of Kapsule, where the cloud does what the manager does on AWS. */
@Tag("soak")
@OnPlane
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KapsuleIT {

  /** What is the cloud's alone is cut at so many times fewer writes than a life on AWS. */
  private static final int RARER = 3;

  private final Plane plane;
  private final Unbroken like;

  KapsuleIT(Plane plane) {
    this.plane = plane;
    this.like = Unbroken.of(plane, Terrain.KAPSULE);
  }

  @Test
  void aLifeCutOffAtAnyWriteEndsLikeAnUnbrokenOne() throws Exception {
    SweepIT.sweep(plane, like, RARER * SweepIT.EVERY);
  }
}
