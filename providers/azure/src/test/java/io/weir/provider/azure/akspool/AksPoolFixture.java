package io.weir.provider.azure.akspool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.harness.TestObjects;
import io.weir.provider.PoolInputs;
import io.weir.provider.PoolMarks;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.azure.api.AzureKinds;
import io.weir.provider.azure.aso.AgentPool;
import java.util.Optional;

/** A pool with its control plane. */
final class AksPoolFixture {

  final ObjectNode pool =
      TestObjects.parse(
          """
          {"apiVersion": "infrastructure.cluster.x-k8s.io/v1beta1", "kind": "AzureManagedMachinePool",
           "metadata": {"name": "pool0", "namespace": "team", "uid": "u"},
           "spec": {"mode": "User", "sku": "Standard_D2s_v3", "osType": "Linux",
                    "osDiskType": "Managed", "scaleDownMode": "Delete"}}
          """);

  final ObjectNode machinePool =
      TestObjects.parse(
          """
          {"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "MachinePool",
           "metadata": {"name": "pool0", "namespace": "team"},
           "spec": {"clusterName": "demo", "replicas": 3, "template": {"spec": {"version": "v1.33.5"}}}}
          """);

  final ObjectNode cluster =
      TestObjects.parse(
          """
          {"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "Cluster",
           "metadata": {"name": "demo", "namespace": "team"},
           "spec": {"controlPlaneRef": {"apiGroup": "infrastructure.cluster.x-k8s.io",
                    "kind": "AzureManagedControlPlane", "name": "demo-cp"}}}
          """);

  final ObjectNode controlPlane =
      TestObjects.parse(
          """
          {"apiVersion": "infrastructure.cluster.x-k8s.io/v1beta1", "kind": "AzureManagedControlPlane",
           "metadata": {"name": "demo-cp", "namespace": "team"},
           "spec": {"location": "westus3", "resourceGroupName": "demo", "version": "v1.33.5",
                    "subscriptionID": "00000000-0000-0000-0000-000000000000",
                    "virtualNetwork": {"name": "vnet", "cidrBlock": "10.0.0.0/8",
                                       "subnet": {"name": "nodes", "cidrBlock": "10.240.0.0/16"}}},
           "status": {"initialized": true, "ready": true, "version": "v1.33.5"}}
          """);

  PoolInputs inputs() {
    return new PoolInputs(
        new ApiObject(pool),
        new ApiObject(machinePool),
        Optional.of(new ApiObject(cluster)),
        Optional.empty(),
        new PoolMarks("here", "AzureManagedMachinePool/team/pool0"),
        (kind, _) ->
            kind.equals(AzureKinds.MANAGED_CONTROL_PLANE)
                ? Optional.of(new ApiObject(controlPlane))
                : Optional.empty());
  }

  AksPoolDesiredState desired() throws PrerequisiteException {
    return AksPoolResolver.resolve(inputs());
  }

  /** The object that is wanted where there is none yet. */
  ObjectNode created() throws PrerequisiteException {
    return desired().objects(Optional.empty()).getFirst();
  }

  /** The object that is wanted of one with this spec and status. */
  ObjectNode wantedOf(String live) throws PrerequisiteException {
    return desired()
        .objects(Optional.of(new AgentPool(new ApiObject(TestObjects.parse(live)))))
        .getFirst();
  }
}
