package io.weir.provider.oci.instancepool;

import io.weir.provider.CreationStep;
import io.weir.provider.Receipt;
import java.util.Set;

/** What is remembered on an OCIMachinePool. */
public final class InstancePoolNotes {

  /** OCID of the instance pool that was made. */
  static final String ID = "weir.io/oci-instance-pool-id";

  /** By which Oracle Cloud knows a repeated creation; kept while its outcome is not known. */
  static final String CREATION = "weir.io/oci-creation";

  private InstancePoolNotes() {}

  /** All of them. */
  public static Set<String> keys() {
    return Set.of(CreationStep.CREATING_SINCE, ID, CREATION);
  }

  /** A receipt that notes which instance pool was made. */
  public static Receipt<ObservedInstancePool> noting(
      Receipt<ObservedInstancePool> receipt, String id) {
    return receipt.noting(ID, id);
  }
}
