package io.weir.sandbox.sweep;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The same for a pool of Kapsule, where the cloud does what the manager does on AWS. */
@Tag("soak")
@OnPlane
class KapsuleIT {

  @Test
  void aLifeCutOffAtAnyWriteEndsLikeAnUnbrokenOne(Plane plane) throws Exception {
    SweepIT.sweep(plane, Terrain.KAPSULE);
  }
}
