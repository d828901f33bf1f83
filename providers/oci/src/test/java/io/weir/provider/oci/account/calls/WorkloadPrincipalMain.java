package io.weir.provider.oci.account.calls;

import io.weir.api.ObjectKey;
import io.weir.provider.CallGate;
import io.weir.provider.CloudIdentity;
import io.weir.provider.CloudRequest;
import io.weir.provider.CloudScope;
import io.weir.provider.PoolProviderFactory.ProviderContext;
import io.weir.provider.ProviderException;
import io.weir.provider.oci.account.OciSettings;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;

/** A manager in a Pod of OKE that makes one call and prints what it is answered. */
final class WorkloadPrincipalMain {
  private WorkloadPrincipalMain() {}

  /**
   * Makes the call.
   *
   * @param args the address of the API, and the file with the token of the ServiceAccount
   */
  public static void main(String[] args) throws ProviderException {
    var settings = Map.of("endpoint", args[0], "service-account-token-file", args[1]);
    var gate =
        new CallGate() {
          @Override
          public void beforeCall(CloudRequest cloudRequest) {}

          @Override
          public void afterCall(CloudRequest cloudRequest, CallOutcome callOutcome) {}
        };
    var sessions =
        new OciSessions(
            new ProviderContext(settings, gate, Clock.systemUTC()), new OciSettings(settings));
    var identity =
        new CloudIdentity.OfObject(
            "OCIClusterIdentity",
            new ObjectKey("weir-system", "own"),
            Optional.empty(),
            "Workload");
    System.out.println(
        sessions
            .clientFor(
                new CloudScope("oci", identity, "ocid1.compartment.oc1..c", "us-ashburn-1", ""))
            .list(
                "ListAvailabilityDomains",
                "/20160918/availabilityDomains?compartmentId=ocid1.compartment.oc1..c"));
  }
}
