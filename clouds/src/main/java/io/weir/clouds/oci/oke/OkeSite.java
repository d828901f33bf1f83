package io.weir.clouds.oci.oke;

import io.weir.clouds.oci.seed.OciSeedData;
import io.weir.clouds.oci.seed.OciTiming;
import io.weir.clouds.site.CloudContext;
import io.weir.clouds.site.Site;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** Where everything lives. */
public final class OkeSite extends Site {
  private final OciSeedData seedData;
  private final OciTiming timing;

  /** An empty one, which stores times in milliseconds as Oracle Cloud does. */
  public OkeSite(OciSeedData seedData, OciTiming timing, CloudContext context) {
    super(context, ChronoUnit.MILLIS);
    this.seedData = seedData;
    this.timing = timing;
  }

  /** What exists beforehand. */
  OciSeedData seedData() {
    return seedData;
  }

  /** How long things take. */
  OciTiming timing() {
    return timing;
  }

  /** A new OCID. */
  String newOcid(String kind) {
    return "ocid1.%s.oc1.iad.%s"
        .formatted(kind, ids().nextUuid().replace("-", "").toLowerCase(Locale.ROOT));
  }
}
