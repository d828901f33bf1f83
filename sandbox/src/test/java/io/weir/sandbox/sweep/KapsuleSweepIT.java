package io.weir.sandbox.sweep;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The same for a pool of Kapsule, where the cloud does what the manager does on AWS. */
@Tag("soak")
@WithSharedApiServer
class KapsuleSweepIT {

  @Test
  void aLifeCutOffAtAnyWriteEndsLikeAnUnbrokenOne(SharedApiServer sharedApiServer)
      throws Exception {
    SweepIT.sweep(sharedApiServer, List.of(TestCloudType.KAPSULE));
  }
}
