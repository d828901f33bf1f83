package io.weir.provider.aws.eks.calls;

import io.weir.provider.ObservationRequest;
import io.weir.provider.ObservationSink;
import io.weir.provider.ProviderException;
import io.weir.provider.aws.api.EksKeys;
import io.weir.provider.aws.eks.EksFeatures;
import io.weir.provider.aws.eks.EksObservedState;
import io.weir.provider.aws.eks.ObservedNodegroup;
import io.weir.provider.aws.eks.ObservedRole;
import io.weir.provider.aws.group.ObservedGroup;
import io.weir.provider.aws.group.ObservedGroup.TemplateReference;
import io.weir.provider.aws.group.calls.GroupReader;
import io.weir.provider.aws.template.ObservedTemplate;
import io.weir.provider.aws.template.calls.TemplateObserver;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Observes the pools of an EKS cluster: the list of node groups, those that are not known to be
 * idle one by one, and in a call for all of them their Auto Scaling groups.
 *
 * @param cluster the EKS cluster
 * @param memory what is known
 */
public record EksObserver(
    EksPoolCalls calls, String cluster, EksFeatures features, EksMemory memory, Clock clock) {

  /**
   * Observes, and hands over each pool of which something is there.
   *
   * @throws ProviderException if AWS could not be asked to the end; what was handed over holds
   */
  public void observe(ObservationRequest request, ObservationSink<EksObservedState> out)
      throws ProviderException {
    templates().readClusterIfDue(cluster);
    switch (request) {
      case ObservationRequest.All _ -> {
        Set<String> names = new TreeSet<>(reader().names());
        names.addAll(memory.withRoles());
        names.addAll(namesOnTemplates());
        handOver(names, false, out);
      }
      case ObservationRequest.Only(Set<String> names) -> handOver(names, true, out);
    }
  }

  /**
   * Looks for what is left of pools that are about to be released, past all that is known.
   *
   * @throws ProviderException if AWS could not be asked to the end
   */
  public void observeRemains(Set<String> names, ObservationSink<EksObservedState> out)
      throws ProviderException {
    templates().readCluster(cluster);
    names.forEach(memory::forget);
    handOver(names, true, out);
  }

  private void handOver(Set<String> names, boolean now, ObservationSink<EksObservedState> out)
      throws ProviderException {
    var nodegroups = new TreeMap<String, ObservedNodegroup>();
    for (String name : names) {
      nodegroup(name, now).ifPresent(found -> nodegroups.put(name, found));
    }
    var groupNames = new TreeSet<String>();
    nodegroups.values().forEach(found -> groupNames.addAll(found.groups()));
    var groups = new GroupReader(calls).readNamed(groupNames);
    var templates = readTemplates(nodegroups);
    for (String name : names) {
      var nodegroup = Optional.ofNullable(nodegroups.get(name));
      var state =
          new EksObservedState(
              cluster,
              nodegroup,
              nodegroup.map(found -> groups(found, groups)).orElse(List.of()),
              template(name, nodegroup, templates),
              role(name),
              memory.failedUpdate(name));
      if (!state.isAbsent()) {
        out.accept(name, state);
      }
    }
  }

  private Optional<ObservedNodegroup> nodegroup(String name, boolean now) throws ProviderException {
    Instant asOf = clock.instant();
    if (!now) {
      Optional<ObservedNodegroup> idle = memory.idle(name, asOf);
      if (idle.isPresent()) {
        return idle;
      }
    }
    Optional<ObservedNodegroup> found = reader().read(name);
    memory.record(name, found, asOf);
    endUpdate(name, found);
    return found;
  }

  /** An update that is over says once how it ended. */
  private void endUpdate(String name, Optional<ObservedNodegroup> found) throws ProviderException {
    Optional<String> update = memory.runningUpdate(name);
    if (update.isPresent() && found.filter(ObservedNodegroup::isUpdating).isEmpty()) {
      Optional<String> failure =
          found.isEmpty() ? Optional.empty() : reader().failure(name, update.get());
      memory.recordEnd(name, update.get(), failure);
    }
  }

  private static List<ObservedGroup> groups(
      ObservedNodegroup nodegroup, Map<String, ObservedGroup> groups) {
    return nodegroup.groups().stream().map(groups::get).filter(Objects::nonNull).toList();
  }

  private Map<String, Optional<ObservedTemplate>> readTemplates(
      Map<String, ObservedNodegroup> nodegroups) throws ProviderException {
    var names = new TreeSet<>(memory.templates().names());
    nodegroups.values().stream()
        .flatMap(found -> found.template().stream())
        .map(TemplateReference::name)
        .filter(name -> !name.isEmpty())
        .forEach(names::add);
    return templates().templates(names);
  }

  /** What the node group uses, if it is there; else what was made for it. */
  private Optional<ObservedTemplate> template(
      String name,
      Optional<ObservedNodegroup> nodegroup,
      Map<String, Optional<ObservedTemplate>> templates) {
    return nodegroup
        .flatMap(ObservedNodegroup::template)
        .flatMap(used -> templates.getOrDefault(used.name(), Optional.empty()))
        .or(
            () ->
                templates.values().stream()
                    .flatMap(Optional::stream)
                    .filter(found -> name.equals(found.tags().get(EksKeys.NODEGROUP_TAG)))
                    .filter(found -> EksObservedState.isOfCluster(cluster, found.tags()))
                    .findFirst());
  }

  private Set<String> namesOnTemplates() throws ProviderException {
    var names = new TreeSet<String>();
    templates()
        .templates(memory.templates().names())
        .values()
        .forEach(
            found ->
                found
                    .filter(template -> EksObservedState.isOfCluster(cluster, template.tags()))
                    .map(template -> template.tags().get(EksKeys.NODEGROUP_TAG))
                    .ifPresent(names::add));
    return names;
  }

  /** Only Weir's own are read, where it may make them. */
  private Optional<ObservedRole> role(String name) throws ProviderException {
    if (!features.enableIam()) {
      return Optional.empty();
    }
    Instant asOf = clock.instant();
    Optional<Optional<ObservedRole>> known = memory.role(name, asOf);
    if (known.isPresent()) {
      return known.get();
    }
    Optional<ObservedRole> found = new Roles(calls).read(EksKeys.roleName(cluster, name));
    memory.recordRole(name, found, asOf);
    return found;
  }

  private TemplateObserver templates() {
    return new TemplateObserver(calls, memory.templates(), clock);
  }

  private NodegroupReader reader() {
    return new NodegroupReader(calls, cluster);
  }
}
