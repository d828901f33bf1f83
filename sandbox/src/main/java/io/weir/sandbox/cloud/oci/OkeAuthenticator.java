package io.weir.sandbox.cloud.oci;

import io.weir.clouds.oci.OkeToken;
import io.weir.clouds.oci.oke.OkeOperations;
import io.weir.clouds.oci.seed.OciSeedData;
import io.weir.sandbox.cloud.TokenAuthenticator;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * Who may enter the clusters of a simulated OKE: the user of its tenancy, called by OCID and in one
 * group. Safe for concurrent use.
 *
 * @param tenancy whose the clusters are
 * @param oke the clusters
 * @param clock the time of the API server
 */
record OkeAuthenticator(OciSeedData tenancy, OkeOperations oke, InstantSource clock)
    implements TokenAuthenticator {
  private static final List<String> GROUPS = List.of("ocid1.group.oc1..weir");

  @Override
  public Optional<User> authenticate(String token) {
    return OkeToken.parse(token)
        .filter(read -> isThere(read.cluster()) && read.isSigned(tenancy, clock.instant()))
        .map(_ -> new User(tenancy.user().user(), GROUPS));
  }

  /** One API server is all clusters here, so that a token for any of them is good. */
  private boolean isThere(String cluster) {
    return oke.clusters().stream().anyMatch(each -> each.path("id").asText().equals(cluster));
  }
}
