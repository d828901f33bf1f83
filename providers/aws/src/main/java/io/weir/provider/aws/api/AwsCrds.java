package io.weir.provider.aws.api;

import io.weir.api.ApiObject;
import io.weir.api.Crds;
import java.util.List;

/** The definitions of the AWS kinds that Weir ships. */
public final class AwsCrds {

  /** Path of the definition of AWSManagedMachinePool, which has two versions. */
  public static final String MANAGED_MACHINE_POOLS =
      "/io/weir/provider/aws/crds/awsmanagedmachinepools.yaml";

  private AwsCrds() {}

  /**
   * AWSMachinePool and AWSManagedMachinePool, the kinds of another project that they read, and
   * AWSMachine, which stands for one of their instances.
   */
  public static List<ApiObject> all() {
    return Crds.read(
        AwsCrds.class,
        "/io/weir/provider/aws/crds/awsmachinepools.yaml",
        "/io/weir/provider/aws/crds/awsclusters.yaml",
        "/io/weir/provider/aws/crds/awsclustercontrolleridentities.yaml",
        "/io/weir/provider/aws/crds/awsclusterstaticidentities.yaml",
        "/io/weir/provider/aws/crds/awsclusterroleidentities.yaml",
        "/io/weir/provider/aws/crds/awsmachines.yaml",
        MANAGED_MACHINE_POOLS,
        "/io/weir/provider/aws/crds/awsmanagedcontrolplanes.yaml",
        "/io/weir/provider/aws/crds/awsmanagedclusters.yaml");
  }
}
