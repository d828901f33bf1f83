package io.weir.bootstrap.admission;

import io.weir.api.admissioncheck.AdmissionContract;
import java.io.IOException;

class NodeadmConfigAdmissionTest extends AdmissionContract {

  NodeadmConfigAdmissionTest() throws IOException {
    super(EksAdmissions.all().get(2), "nodeadmconfig");
  }
}
