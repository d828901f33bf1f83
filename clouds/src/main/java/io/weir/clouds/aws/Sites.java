package io.weir.clouds.aws;

import io.weir.clouds.CloudTime;
import io.weir.clouds.Faults;
import io.weir.clouds.InstanceEvents;
import io.weir.clouds.Journal;
import io.weir.clouds.aws.ec2.Machine;
import io.weir.clouds.aws.world.Account;
import io.weir.clouds.aws.world.Place;
import io.weir.clouds.aws.world.Region;
import io.weir.clouds.aws.world.Timing;
import io.weir.clouds.aws.world.World;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiPredicate;

/** Every account in every region, each made when it is first called. */
final class Sites {
  private final World world;
  private final Timing timing;
  private final CloudTime time;
  private final Faults faults;
  private final Journal journal;
  private final InstanceEvents events;
  private final Map<String, Site> sites = new ConcurrentHashMap<>();

  Sites(
      World world,
      Timing timing,
      CloudTime time,
      Faults faults,
      Journal journal,
      InstanceEvents events) {
    this.world = world;
    this.timing = timing;
    this.time = time;
    this.faults = faults;
    this.journal = journal;
    this.events = events;
  }

  World world() {
    return world;
  }

  Site site(Account account, Region region) {
    return sites.computeIfAbsent(
        account.id() + "/" + region.name(),
        _ -> Site.at(new Place(account, region, timing, time, faults, journal, events)));
  }

  Collection<Site> all() {
    return new TreeMap<>(sites).values();
  }

  /** Every site of the world, made or not yet. */
  Collection<Site> everywhere() {
    List<Site> all = new ArrayList<>();
    world.accounts().forEach(a -> world.regions().forEach(r -> all.add(site(a, r))));
    return all;
  }

  /** Asks something of an instance, wherever it is; false if it is nowhere. */
  boolean onInstance(String id, BiPredicate<Site, Machine> work) {
    return sites.values().stream()
        .anyMatch(
            site ->
                site.place()
                    .locked(
                        () ->
                            site.ec2()
                                .machines()
                                .withId(id)
                                .filter(there -> work.test(site, there))
                                .isPresent()));
  }
}
