package io.weir.bootstrap.admission;

import io.weir.api.admissioncheck.AdmissionContract;
import io.weir.bootstrap.FeatureGates;
import java.io.IOException;

class KubeadmConfigTemplateAdmissionTest extends AdmissionContract {

  KubeadmConfigTemplateAdmissionTest() throws IOException {
    super(BootstrapAdmissions.all(FeatureGates.DEFAULT).get(1), "kubeadmconfigtemplate");
  }
}
