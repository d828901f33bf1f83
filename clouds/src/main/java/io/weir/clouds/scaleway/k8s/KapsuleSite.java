package io.weir.clouds.scaleway.k8s;

import io.weir.clouds.scaleway.seed.KapsuleTiming;
import io.weir.clouds.scaleway.seed.ScalewaySeedData;
import io.weir.clouds.site.CloudContext;
import io.weir.clouds.site.LongOperation;
import io.weir.clouds.site.LongOperations;
import io.weir.clouds.site.Site;
import java.time.Duration;
import java.time.temporal.ChronoUnit;

/** Where clusters live. */
public final class KapsuleSite extends Site {
  private final ScalewaySeedData scalewaySeedData;
  private final KapsuleTiming kapsuleTiming;
  private final LongOperations operations =
      new LongOperations(
          this, Duration.ofHours(1), new LongOperation.Failure("internal", "internal error"));
  private int lastAddress;

  /** An empty one, which stores times in microseconds as Scaleway does. */
  public KapsuleSite(
      ScalewaySeedData scalewaySeedData, KapsuleTiming kapsuleTiming, CloudContext context) {
    super(context, ChronoUnit.MICROS);
    this.scalewaySeedData = scalewaySeedData;
    this.kapsuleTiming = kapsuleTiming;
  }

  /** What exists beforehand. */
  public ScalewaySeedData seedData() {
    return scalewaySeedData;
  }

  KapsuleTiming timing() {
    return kapsuleTiming;
  }

  /** What is under way, though its API shows it only as the status of a cluster. */
  LongOperations operations() {
    return operations;
  }

  /** A new id: a UUID. */
  String newId() {
    return ids().nextUuid();
  }

  /** A new address in the private network. */
  String newAddress() {
    int next = ++lastAddress;
    return "172.16.%d.%d".formatted(next / 250 % 250, 2 + next % 250);
  }

  /** How many addresses were given. */
  int addressCount() {
    return lastAddress;
  }

  /** Goes on behind so many addresses, which were given at another time. */
  void continueAddresses(int given) {
    lastAddress = given;
  }
}
