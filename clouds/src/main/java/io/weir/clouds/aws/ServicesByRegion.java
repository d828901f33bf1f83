package io.weir.clouds.aws;

import io.weir.clouds.CloudClock;
import io.weir.clouds.FaultInjector;
import io.weir.clouds.InstanceEventDispatcher;
import io.weir.clouds.Journal;
import io.weir.clouds.aws.ec2.Ec2Instance;
import io.weir.clouds.aws.fixture.Account;
import io.weir.clouds.aws.fixture.AccountRegion;
import io.weir.clouds.aws.fixture.AwsFixture;
import io.weir.clouds.aws.fixture.AwsTiming;
import io.weir.clouds.aws.fixture.Region;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiPredicate;

/** Every account in every region, each made when it is first called. */
final class ServicesByRegion {
  private final AwsFixture awsFixture;
  private final AwsTiming awsTiming;
  private final CloudClock time;
  private final FaultInjector faultInjector;
  private final Journal journal;
  private final InstanceEventDispatcher events;
  private final Map<String, RegionalServices> sites = new ConcurrentHashMap<>();

  ServicesByRegion(
      AwsFixture awsFixture,
      AwsTiming awsTiming,
      CloudClock time,
      FaultInjector faultInjector,
      Journal journal,
      InstanceEventDispatcher events) {
    this.awsFixture = awsFixture;
    this.awsTiming = awsTiming;
    this.time = time;
    this.faultInjector = faultInjector;
    this.journal = journal;
    this.events = events;
  }

  AwsFixture fixture() {
    return awsFixture;
  }

  RegionalServices services(Account account, Region region) {
    return sites.computeIfAbsent(
        account.id() + "/" + region.name(),
        _ ->
            RegionalServices.in(
                new AccountRegion(
                    account, region, awsTiming, time, faultInjector, journal, events)));
  }

  Collection<RegionalServices> all() {
    return new TreeMap<>(sites).values();
  }

  /** The services of every account and region of the fixture, made or not yet. */
  Collection<RegionalServices> createAll() {
    List<RegionalServices> all = new ArrayList<>();
    awsFixture.accounts().forEach(a -> awsFixture.regions().forEach(r -> all.add(services(a, r))));
    return all;
  }

  /** Asks something of an instance, wherever it is; false if it is nowhere. */
  boolean withInstance(String id, BiPredicate<RegionalServices, Ec2Instance> work) {
    return sites.values().stream()
        .anyMatch(
            regionalServices ->
                regionalServices
                    .accountRegion()
                    .withLock(
                        () ->
                            regionalServices
                                .ec2()
                                .instances()
                                .withId(id)
                                .filter(there -> work.test(regionalServices, there))
                                .isPresent()));
  }
}
