package io.weir.provider.azure.account.calls;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.api.ObjectKey;
import io.weir.provider.CallGate;
import io.weir.provider.CloudIdentity;
import io.weir.provider.CloudRequest;
import io.weir.provider.CloudScope;
import io.weir.provider.PoolProviderFactory.ProviderContext;
import io.weir.provider.ProviderException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What calls to an Azure need: an identity with its Secret, and a gate that lets all through. */
final class AzureFixture implements CallGate, AutoCloseable {
  static final String TENANT = "3f1a0c7d-9b1e-4d7c-8a55-1c2d3e4f5a6b";
  static final String CLIENT = "8a9c7f2e-4a55-4f0e-8f3b-6a1f2b3c4d5e";
  static final String SUBSCRIPTION = "0b1f6471-1bf0-4dda-aec3-cb9272f09590";
  static final String SECRET = "sandbox~client~secret~sandbox~client~secret";
  static final String GROUP = "/subscriptions/" + SUBSCRIPTION + "/resourceGroups/workload";
  static final String SETS = GROUP + "/providers/Microsoft.Compute/virtualMachineScaleSets/";
  private static final ObjectKey KEY = new ObjectKey("team", "sp");

  final Map<String, String> secret = new HashMap<>(Map.of("clientSecret", SECRET));
  final List<String> calls = new ArrayList<>();
  final List<CallOutcome> outcomes = new ArrayList<>();
  final AzureSessions sessions;

  AzureFixture(URI azure, Clock clock) {
    sessions =
        new AzureSessions(
            new ProviderContext(
                Map.of("endpoint", azure.toString(), "authority-host", azure.toString()),
                this,
                this::find,
                clock));
  }

  private Optional<ApiObject> find(ObjectKey key) {
    ObjectNode tree = Json.MAPPER.createObjectNode();
    secret.forEach(
        (name, value) ->
            tree.withObject("/data")
                .put(
                    name,
                    Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8))));
    return key.equals(KEY) ? Optional.of(new ApiObject(tree)) : Optional.empty();
  }

  static CloudScope scope() {
    return scope("CLIENT_SECRET %s %s".formatted(TENANT, CLIENT));
  }

  static CloudScope scope(String principal) {
    Optional<ObjectKey> credentials =
        principal.startsWith("C") ? Optional.of(KEY) : Optional.empty();
    var identity =
        new CloudIdentity.OfObject(
            "AzureClusterIdentity", new ObjectKey("team", "azure"), credentials, principal);
    return new CloudScope("azure", identity, SUBSCRIPTION, "westeurope", "workload");
  }

  ArmClient client() throws ProviderException {
    return sessions.clientFor(scope());
  }

  static ArmRequest scaleSet(String verb, String name) {
    return ArmRequest.of("VirtualMachineScaleSets_" + verb, ArmApi.COMPUTE, SETS + name);
  }

  static ObjectNode json(String text) {
    try {
      return (ObjectNode) Json.MAPPER.readTree(text);
    } catch (JsonProcessingException malformed) {
      throw new IllegalArgumentException(malformed);
    }
  }

  /** The least that Azure takes for a scale set of so many machines. */
  static ObjectNode uniform(int capacity) {
    return json(
        """
        {"location": "westeurope", "zones": ["1", "2", "3"],
         "sku": {"name": "Standard_D2s_v3", "tier": "Standard", "capacity": %d},
         "properties": {
          "orchestrationMode": "Uniform", "overprovision": false,
          "upgradePolicy": {"mode": "Manual"}, "singlePlacementGroup": false,
          "virtualMachineProfile": {
           "osProfile": {"computerNamePrefix": "w", "adminUsername": "capi", "customData": "aGk=",
            "linuxConfiguration": {"disablePasswordAuthentication": true, "ssh": {"publicKeys": [
             {"path": "/home/capi/.ssh/authorized_keys", "keyData": "ssh-rsa AAAA"}]}}},
           "storageProfile": {
            "imageReference": {"communityGalleryImageId": "/CommunityGalleries/ClusterAPI-f72ceb4f-5159-4c26-a0fe-2ea738f0d019/Images/capi-ubun2-2404/Versions/1.35.4"},
            "osDisk": {"osType": "Linux", "diskSizeGB": 30, "createOption": "FromImage"}},
           "networkProfile": {"networkInterfaceConfigurations": [{"name": "nic", "properties": {
             "primary": true, "ipConfigurations": [{"name": "ip", "properties": {"subnet": {
              "id": "%s/providers/Microsoft.Network/virtualNetworks/workload-vnet/subnets/workload-node-subnet"}}}]}}]}}}}
        """
            .formatted(capacity, GROUP));
  }

  @Override
  public synchronized void beforeCall(CloudRequest cloudRequest) {
    calls.add(cloudRequest.api());
  }

  @Override
  public synchronized void afterCall(CloudRequest cloudRequest, CallOutcome callOutcome) {
    outcomes.add(callOutcome);
  }

  @Override
  public void close() {
    sessions.close();
  }
}
