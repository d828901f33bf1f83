package io.weir.bootstrap.admission;

import io.weir.api.FeatureGates;
import io.weir.api.admissioncheck.AdmissionContract;
import java.io.IOException;

class KubeadmConfigAdmissionTest extends AdmissionContract {

  KubeadmConfigAdmissionTest() throws IOException {
    super(BootstrapAdmissions.all(FeatureGates.DEFAULT).get(0), "kubeadmconfig");
  }
}
