package io.weir.bootstrap.admission;

import io.weir.api.FeatureGates;
import io.weir.api.admissioncheck.AdmissionContract;
import java.io.IOException;

class KubeadmConfigTemplateAdmissionTest extends AdmissionContract {

  KubeadmConfigTemplateAdmissionTest() throws IOException {
    super(BootstrapAdmissions.all(FeatureGates.DEFAULT).get(1), "kubeadmconfigtemplate");
  }
}
