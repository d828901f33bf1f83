package io.weir.clouds.aws;

import io.weir.clouds.CloudClock;
import io.weir.clouds.FaultInjector;
import io.weir.clouds.InstanceEventDispatcher;
import io.weir.clouds.Journal;
import io.weir.clouds.aws.ec2.Ec2Instance;
import io.weir.clouds.aws.seed.Account;
import io.weir.clouds.aws.seed.AccountRegion;
import io.weir.clouds.aws.seed.AwsSeedData;
import io.weir.clouds.aws.seed.AwsTiming;
import io.weir.clouds.aws.seed.Region;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiPredicate;

/** Every account in every region, each made when it is first called. */
final class ServicesByRegion {
  private final AwsSeedData awsSeedData;
  private final AwsTiming awsTiming;
  private final CloudClock time;
  private final FaultInjector faultInjector;
  private final Journal journal;
  private final InstanceEventDispatcher events;
  private final Map<String, RegionalServices> sites = new ConcurrentHashMap<>();

  ServicesByRegion(
      AwsSeedData awsSeedData,
      AwsTiming awsTiming,
      CloudClock time,
      FaultInjector faultInjector,
      Journal journal,
      InstanceEventDispatcher events) {
    this.awsSeedData = awsSeedData;
    this.awsTiming = awsTiming;
    this.time = time;
    this.faultInjector = faultInjector;
    this.journal = journal;
    this.events = events;
  }

  AwsSeedData seedData() {
    return awsSeedData;
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

  /** The services of every account and region of the seed data, made or not yet. */
  Collection<RegionalServices> createAll() {
    List<RegionalServices> all = new ArrayList<>();
    awsSeedData
        .accounts()
        .forEach(a -> awsSeedData.regions().forEach(r -> all.add(services(a, r))));
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
