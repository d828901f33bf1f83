package io.weir.bootstrap.admission;

import io.weir.api.admissioncheck.AdmissionContract;
import java.io.IOException;

class EksConfigTemplateAdmissionTest extends AdmissionContract {

  EksConfigTemplateAdmissionTest() throws IOException {
    super(EksAdmissions.all().get(1), "eksconfigtemplate");
  }
}
