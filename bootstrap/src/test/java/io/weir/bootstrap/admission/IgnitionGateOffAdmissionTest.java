package io.weir.bootstrap.admission;

import io.weir.api.admissioncheck.AdmissionContract;
import io.weir.bootstrap.FeatureGates;
import java.io.IOException;
import org.junit.jupiter.api.Nested;

/** What is refused while the gate of Ignition is off. */
class IgnitionGateOffAdmissionTest {

  private static final FeatureGates OFF = new FeatureGates(false);

  @Nested
  class AConfig extends AdmissionContract {
    AConfig() throws IOException {
      super(BootstrapAdmissions.all(OFF).get(0), "kubeadmconfig-without-ignition");
    }
  }

  @Nested
  class ATemplate extends AdmissionContract {
    ATemplate() throws IOException {
      super(BootstrapAdmissions.all(OFF).get(1), "kubeadmconfigtemplate-without-ignition");
    }
  }
}
