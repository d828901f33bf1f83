package io.weir.manager.infrapool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Digest;
import io.weir.api.Json;
import io.weir.api.MetadataEdits;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.api.conditions.ConditionLists;
import io.weir.engine.drain.MachineLabels;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.KubeException;
import io.weir.kernel.kube.PropagationPolicy;
import io.weir.pass.MachineDuties;
import io.weir.pass.MachineDuties.Duty;
import io.weir.pass.PassOutcome;
import io.weir.pass.PassSubject;
import io.weir.pass.PoolMember;
import io.weir.provider.DesiredState;
import io.weir.provider.InfrastructureMachines;
import io.weir.provider.InfrastructureMachines.MachineReport;
import io.weir.provider.InfrastructureMachines.MachineSubject;
import io.weir.provider.Observation;
import io.weir.provider.ObservedState;
import io.weir.provider.PoolKind;
import io.weir.provider.PoolNode;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the infrastructure machines of pools of one kind as their instances are. */
final class PoolMachineWriter<O extends ObservedState> {

  private static final Logger LOG = LoggerFactory.getLogger(PoolMachineWriter.class);

  /** Of Machines, which are called the same. */
  private static final int LONGEST_NAME = 63;

  private static final int DIGITS = 8;

  private final InfrastructureMachines<O> machines;
  private final PoolKind.ConditionStyle conditionStyle;
  private final PoolMachineObjects objects;
  private final KubeClient kube;
  private final Clock clock;
  private final Map<ObjectKey, Map<String, Instant>> absentSince = new ConcurrentHashMap<>();

  /**
   * A writer.
   *
   * @param clock what is written for people to read
   */
  PoolMachineWriter(
      InfrastructureMachines<O> machines,
      PoolKind.ConditionStyle conditionStyle,
      PoolMachineObjects objects,
      KubeClient kube,
      Clock clock) {
    this.machines = machines;
    this.conditionStyle = conditionStyle;
    this.objects = objects;
    this.kube = kube;
    this.clock = clock;
  }

  /**
   * Brings the objects in line with what a pass has found out.
   *
   * @param confirmed whether a look has shown it: what a write's answer lacks is not gone
   * @param lookAgainAt told, before anything is written, when instances are to be looked for again
   *     that have not been seen
   * @return false if nothing could be done, since the objects are not known yet
   * @throws KubeException what one of the writes ended with, when the others are made
   */
  <D extends DesiredState> boolean write(
      PassSubject subject,
      PassOutcome.Acted<D, O> acted,
      boolean confirmed,
      Consumer<Instant> lookAgainAt) {
    Observation<O> seen = acted.report().observation();
    ApiObject pool = subject.pool();
    if (!objects.areKnown(pool.namespace())) {
      return !objects.areInstalled();
    }
    if (seen instanceof Observation.Unknown || acted.report().ownershipConflict().isPresent()) {
      return true;
    }
    List<PoolMember> members = acted.members();
    MachineDuties decided = decide(subject, members, seen.asOf(), confirmed);
    if (confirmed) {
      absentSince.put(pool.key(), decided.absentSince());
      decided.nextLook().ifPresent(lookAgainAt);
    }
    new Round(subject, seen.observedState()).carryOut(decided.duties());
    return true;
  }

  private MachineDuties decide(
      PassSubject subject, List<PoolMember> members, Instant asOf, boolean confirmed) {
    ApiObject pool = subject.pool();
    boolean makes = !pool.isDeleting() && machines.areMadeFor(pool);
    Set<String> there =
        members.stream().map(each -> each.instance().providerId()).collect(Collectors.toSet());
    return MachineDuties.of(
        objects.of(pool.key()).stream()
            .filter(object -> confirmed || there.contains(MachineDuties.providerId(object)))
            .toList(),
        members,
        asOf,
        absentSince.getOrDefault(pool.key(), Map.of()),
        id -> subject.nodes().byProviderId(id).filter(PoolNode::isReady).isPresent(),
        makes);
  }

  /** Lets go of all objects of a pool that has nothing in the cloud any more. */
  void release(ObjectKey pool) {
    forget(pool);
    for (ApiObject object : objects.of(pool)) {
      ApiObject free = removeFinalizer(object);
      if (!object.isDeleting()) {
        // A Machine of another core may be its owner as well, and would keep it.
        kube.delete(free, PropagationPolicy.BACKGROUND);
      }
    }
  }

  /** The same for a pool that is gone itself: what it has left behind goes, too. */
  void releaseOrphans(ObjectKey pool) {
    objects.of(pool).stream()
        .filter(ApiObject::isDeleting)
        .forEach(
            object -> {
              ApiObject _ = removeFinalizer(object);
            });
  }

  /** The pool is gone. */
  void forget(ObjectKey pool) {
    absentSince.remove(pool);
  }

  private ApiObject removeFinalizer(ApiObject object) {
    try {
      return kube.editKept(
          object, tree -> MetadataEdits.removeFinalizer(tree, machines.finalizer()));
    } catch (KubeException.NotFound gone) {
      return object;
    }
  }

  /** The writes of one pass. One that fails keeps the others from nothing. */
  private final class Round {
    private final PassSubject subject;
    private final Optional<O> observed;
    private @Nullable KubeException failure;

    Round(PassSubject subject, Optional<O> observed) {
      this.subject = subject;
      this.observed = observed;
    }

    void carryOut(List<Duty> duties) {
      for (Duty duty : duties) {
        try {
          carryOut(duty);
        } catch (KubeException.NotFound gone) {
          LOG.debug("{} comes too late", duty, gone);
        } catch (KubeException.Unavailable
            | KubeException.TooManyRequests
            | KubeException.Forbidden all) {
          throw all; // the others would fare no better
        } catch (KubeException refused) {
          failure = failure == null ? refused : failure;
        }
      }
      if (failure != null) {
        throw failure;
      }
    }

    private void carryOut(Duty duty) {
      switch (duty) {
        case Duty.Make(PoolMember member) -> make(member);
        case Duty.Report(ApiObject object, PoolMember member) -> keep(object, member);
        case Duty.Release(ApiObject object) -> {
          ApiObject _ = removeFinalizer(object);
        }
        case Duty.Discard(ApiObject object) ->
            kube.delete(removeFinalizer(object), PropagationPolicy.BACKGROUND);
      }
    }

    /** One that goes since its owner is not there any more is let go: its instance gets another. */
    private void keep(ApiObject object, PoolMember member) {
      if (!object.isDeleting()) {
        report(kube.edit(object, this::mark), member);
      } else if (objects.isOf(object, subject.pool())) {
        report(object, member);
      } else {
        ApiObject _ = removeFinalizer(object);
      }
    }

    /** Another pool's machine may have the name, as {@code a-b} with 0, and {@code a} with b-0. */
    private void make(PoolMember member) {
      String name = machines.name(subject.pool(), member.instance());
      String id = member.instance().providerId();
      if (find(name).filter(object -> !isAbout(object, id)).isPresent()) {
        String digest = "-" + Digest.sha256(id).substring(0, DIGITS);
        name = name.substring(0, Math.min(name.length(), LONGEST_NAME - digest.length())) + digest;
      }
      Optional<ApiObject> there = find(name);
      if (there.isEmpty()) {
        create(name, member);
      } else if (isAbout(there.get(), id) && !there.get().isDeleting()) {
        // It has lost its owner.
        report(kube.edit(there.get(), this::mark), member);
      } else if (isAbout(there.get(), id)) {
        ApiObject _ = removeFinalizer(there.get());
      }
    }

    private Optional<ApiObject> find(String name) {
      return objects.find(new ObjectKey(subject.pool().namespace(), name));
    }

    private static boolean isAbout(ApiObject object, String providerId) {
      return MachineDuties.providerId(object).equals(providerId);
    }

    private void create(String name, PoolMember member) {
      ObjectNode tree = Json.MAPPER.createObjectNode();
      tree.put("apiVersion", subject.pool().apiVersion()).put("kind", machines.kind().kind());
      tree.putObject("metadata").put("namespace", subject.pool().namespace()).put("name", name);
      tree.set("spec", machines.spec(observed.orElseThrow(), member.instance()));
      mark(tree);
      report(kube.create(tree), member);
    }

    private void mark(ObjectNode tree) {
      ApiObject pool = subject.pool();
      MetadataEdits.addFinalizer(tree, machines.finalizer());
      MetadataEdits.addWaitingOwner(tree, pool);
      MetadataEdits.setLabel(tree, MetadataKeys.CLUSTER_NAME, subject.clusterName());
      subject
          .machinePool()
          .ifPresent(
              owner ->
                  MetadataEdits.setLabel(
                      tree, MetadataKeys.POOL_NAME, MachineLabels.value(owner.name())));
      machines
          .labels(pool, subject.clusterName())
          .forEach((key, value) -> MetadataEdits.setLabel(tree, key, value));
    }

    private void report(ApiObject object, PoolMember member) {
      MachineReport report =
          machines.report(
              observed.orElseThrow(),
              new MachineSubject(
                  member.instance(), member.freshness(), member.node(), subject.nodes().isKnown()));
      ApiObject _ =
          kube.editStatus(
              object,
              status -> {
                ReportedFields.put(status, report.status());
                status.set("conditions", conditions(status.path("conditions"), report, object));
              });
    }

    private ArrayNode conditions(JsonNode before, MachineReport report, ApiObject object) {
      return switch (conditionStyle) {
        case WITH_SEVERITY ->
            ConditionLists.withV1Beta1(before, report.conditions(), clock.instant());
        case WITH_REASON ->
            ConditionLists.withConditions(
                before, report.conditions(), object.generation(), clock.instant());
      };
    }
  }
}
