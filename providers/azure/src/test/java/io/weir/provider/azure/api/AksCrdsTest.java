package io.weir.provider.azure.api;

import io.weir.api.crdcheck.CrdContract;
import java.util.List;

class AksCrdsTest extends CrdContract {

  /** Their lists of objects hold anything, so that all of them are read field by field. */
  @Override
  protected List<KindUnderTest> kinds() {
    return AzureCrds.ofAks().stream().map(crd -> new KindUnderTest(crd, Unread.class)).toList();
  }
}
