package io.weir.clouds.oci.region;

import io.weir.clouds.oci.seed.OciSeedData;
import io.weir.clouds.oci.seed.OciTiming;
import io.weir.clouds.oci.wire.OciErrorException;
import io.weir.clouds.site.CloudContext;
import io.weir.clouds.site.Site;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** Where everything lives. */
public final class OciSite extends Site {
  /** The name under which faults find a launch, with the pool's name as resource. */
  public static final String LAUNCH = "LaunchInstance";

  private final OciSeedData seedData;
  private final OciTiming timing;
  private int lastNumber;

  /** An empty one, which stores times in milliseconds as Oracle Cloud does. */
  public OciSite(OciSeedData seedData, OciTiming timing, CloudContext context) {
    super(context, ChronoUnit.MILLIS);
    this.seedData = seedData;
    this.timing = timing;
  }

  /** What exists beforehand. */
  public OciSeedData seedData() {
    return seedData;
  }

  /** How long things take. */
  public OciTiming timing() {
    return timing;
  }

  /** A new OCID. */
  public String newOcid(String kind) {
    return "ocid1.%s.oc1.iad.%s"
        .formatted(kind, ids().nextUuid().replace("-", "").toLowerCase(Locale.ROOT));
  }

  /** A new number for a machine. */
  public int nextNumber() {
    return ++lastNumber;
  }

  /** The last that was given. */
  public int lastNumber() {
    return lastNumber;
  }

  /** Goes on behind a number that was given at another time. */
  public void continueNumbers(int last) {
    lastNumber = last;
  }

  /** The address of the machine of a number. */
  public static String address(int number) {
    return "10.0.%d.%d".formatted(number / 250 % 250, 2 + number % 250);
  }

  /**
   * Finds the compartment.
   *
   * @throws OciErrorException if it is another one
   */
  public void requireCompartment(String id) {
    if (!seedData.hasCompartment(id)) {
      throw OciErrorException.notFound();
    }
  }
}
