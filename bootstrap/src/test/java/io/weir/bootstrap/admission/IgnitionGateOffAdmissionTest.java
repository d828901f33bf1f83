package io.weir.bootstrap.admission;

import io.weir.api.FeatureGates;
import io.weir.api.admissioncheck.AdmissionContract;
import java.io.IOException;
import org.junit.jupiter.api.Nested;

/** What is refused while the gate of Ignition is off. */
class IgnitionGateOffAdmissionTest {

  private static final FeatureGates OFF = FeatureGates.without(FeatureGates.Gate.IGNITION);

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
