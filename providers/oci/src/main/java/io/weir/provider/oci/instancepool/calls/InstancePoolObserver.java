package io.weir.provider.oci.instancepool.calls;

import io.weir.provider.ObservationRequest;
import io.weir.provider.ObservationSink;
import io.weir.provider.ProviderException;
import io.weir.provider.oci.api.OciTags;
import io.weir.provider.oci.instancepool.InstanceConfiguration;
import io.weir.provider.oci.instancepool.InstancePool;
import io.weir.provider.oci.instancepool.ObservedInstancePool;
import io.weir.provider.oci.instancepool.PoolInstance;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Reads the instance pools of a cluster, their instances and their configurations.
 *
 * @param calls the calls of the scope
 */
public record InstancePoolObserver(InstancePoolCalls calls) {

  /** Reads what is asked for; all of it, or fails. */
  public void observe(ObservationRequest request, ObservationSink<ObservedInstancePool> out)
      throws ProviderException {
    Map<String, List<InstancePool>> pools =
        calls.pools().stream().collect(Collectors.groupingBy(InstancePool::name));
    Map<String, List<InstanceConfiguration>> configurations =
        calls.configurations().stream()
            .collect(Collectors.groupingBy(InstanceConfiguration::poolName));
    var names = new TreeSet<>(pools.keySet());
    names.addAll(configurations.keySet());
    names.remove("");
    if (request instanceof ObservationRequest.Only only) {
      names.retainAll(only.cloudNames());
    }
    for (String name : names) {
      ObservedInstancePool seen =
          read(pools.getOrDefault(name, List.of()), configurations.getOrDefault(name, List.of()));
      if (!seen.isEmpty()) {
        out.accept(name, seen);
      }
    }
  }

  /** Of several pools of a name the one that is marked most, and the oldest of these. */
  private ObservedInstancePool read(
      List<InstancePool> named, List<InstanceConfiguration> configurations)
      throws ProviderException {
    Optional<InstancePool> listed =
        named.stream()
            .min(
                Comparator.comparing((InstancePool pool) -> pool.tag(OciTags.POOL).isEmpty())
                    .thenComparing(pool -> pool.tag(OciTags.CREATED_BY).isEmpty())
                    .thenComparing(pool -> pool.fields().path("timeCreated").asText("")));
    Optional<InstancePool> pool = Optional.empty();
    List<PoolInstance> members = List.of();
    if (listed.isPresent()) {
      pool = Optional.of(calls.pool(listed.get().id()));
      members = calls.instances(listed.get().id());
    }
    var known = new ArrayList<InstanceConfiguration>();
    for (InstanceConfiguration each : configurations) {
      boolean used = pool.filter(group -> group.configurationId().equals(each.id())).isPresent();
      if (used || !each.tag(OciTags.POOL).isEmpty()) {
        known.add(each.fingerprint().isPresent() ? each : calls.content(each));
      }
    }
    return new ObservedInstancePool(pool, known, members, "");
  }
}
