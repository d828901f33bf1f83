package io.weir.provider.aws.group.calls;

import io.weir.provider.Instance;
import io.weir.provider.ProviderException;
import io.weir.provider.aws.account.calls.Chunks;
import io.weir.provider.aws.account.calls.TokenPages;
import io.weir.provider.aws.group.OutlivingMachine;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import software.amazon.awssdk.services.ec2.model.DescribeInstancesRequest;
import software.amazon.awssdk.services.ec2.model.Filter;

/** Reads the machines of groups from EC2, which knows them when their groups are gone. */
public record MachineReader(MachineCalls calls) {

  /** AWS's limit for the values of a filter. */
  private static final int NAMES = 200;

  private static final int PAGE = 1000;

  /** AWS's own tag. */
  private static final String GROUP_TAG = "aws:autoscaling:groupName";

  private static final Filter NOT_TERMINATED =
      Filter.builder()
          .name("instance-state-name")
          .values("pending", "running", "shutting-down", "stopping", "stopped")
          .build();

  /** The machines of groups of these names that are not terminated, by the name. */
  public Map<String, List<OutlivingMachine>> readOfGroups(Collection<String> names)
      throws ProviderException {
    var machines = new TreeMap<String, List<OutlivingMachine>>();
    for (List<String> some : Chunks.of(names, NAMES)) {
      var request =
          DescribeInstancesRequest.builder()
              .filters(
                  Filter.builder().name("tag:" + GROUP_TAG).values(some).build(), NOT_TERMINATED)
              .maxResults(PAGE);
      var pages = new TokenPages("DescribeInstances");
      Optional<String> next = Optional.empty();
      do {
        var page = calls.describeInstances(request.nextToken(next.orElse(null)).build());
        page.reservations().stream()
            .flatMap(reservation -> reservation.instances().stream())
            .forEach(machine -> add(machines, machine));
        next = pages.next(page.nextToken());
      } while (next.isPresent());
    }
    machines.values().forEach(each -> each.sort(Comparator.comparing(one -> one.instance().id())));
    return machines;
  }

  private static void add(
      Map<String, List<OutlivingMachine>> machines,
      software.amazon.awssdk.services.ec2.model.Instance machine) {
    var tags = new HashMap<String, String>();
    machine.tags().forEach(tag -> tags.put(tag.key(), tag.value()));
    String zone = machine.placement() == null ? "" : machine.placement().availabilityZone();
    machines
        .computeIfAbsent(tags.getOrDefault(GROUP_TAG, ""), _ -> new ArrayList<>())
        .add(
            new OutlivingMachine(
                new Instance(
                    machine.instanceId(),
                    "aws:///" + zone + "/" + machine.instanceId(),
                    zone,
                    Instance.State.TERMINATING,
                    ""),
                tags));
  }
}
