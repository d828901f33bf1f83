package io.weir.manager.infrapool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.MetadataEdits;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.api.conditions.Condition;
import io.weir.api.harness.TestObjects;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.WatchSettings;
import io.weir.kernel.harness.CacheWaits;
import io.weir.kernel.harness.MemoryApiServer;
import io.weir.kernel.harness.TestClusters;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.PropagationPolicy;
import io.weir.manager.harness.TestManager;
import io.weir.manager.infrapool.FakeBootstrapDataProvider.FakeDesiredState;
import io.weir.manager.infrapool.FakeBootstrapDataProvider.Pool;
import io.weir.pass.NodeDrains;
import io.weir.pass.ObjectAccess;
import io.weir.pass.PassOutcome;
import io.weir.pass.PassSubject;
import io.weir.pass.PoolMachine;
import io.weir.pass.PoolMachineView;
import io.weir.pass.PoolMember;
import io.weir.pass.RetirementStatus;
import io.weir.pass.SecretAccess;
import io.weir.pass.WorkloadNodeView;
import io.weir.provider.Freshness;
import io.weir.provider.InfrastructureMachines;
import io.weir.provider.Instance;
import io.weir.provider.Observation;
import io.weir.provider.OwnershipClaim;
import io.weir.provider.PoolKind;
import io.weir.provider.PoolMarks;
import io.weir.provider.ReportContext;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The objects of a pool's instances, from pass to pass. */
class PoolMachineWriterTest {

  private static final GroupKind MACHINE =
      new GroupKind("infrastructure.cluster.x-k8s.io", "TestMachine");
  private static final String FINALIZER = "testmachine.example.org";
  private static final Instant LOOK = Instant.parse("2026-01-01T00:00:00Z");

  private final List<ObjectKey> woken = new CopyOnWriteArrayList<>();
  private MemoryApiServer server;
  private KubeCluster management;
  private KubeClient kube;
  private PoolMachineObjects objects;
  private PoolMachineWriter<Pool> writer;
  private ApiObject pool;

  /** Each is told in which state its instance is. */
  private static final class TestMachines implements InfrastructureMachines<Pool> {
    @Override
    public GroupKind kind() {
      return MACHINE;
    }

    @Override
    public String finalizer() {
      return FINALIZER;
    }

    @Override
    public String name(ApiObject pool, Instance instance) {
      return pool.name() + "-" + instance.id();
    }

    @Override
    public Map<String, String> labels(ApiObject pool, String clusterName) {
      return Map.of(clusterName, "owned");
    }

    @Override
    public ObjectNode spec(Pool observed, Instance instance) {
      return Json.MAPPER.createObjectNode().put("providerID", instance.providerId());
    }

    @Override
    public MachineReport report(Pool observed, MachineSubject machine) {
      return new MachineReport(
          Json.MAPPER.createObjectNode().put("state", machine.instance().state().name()),
          List.of(Condition.ofTrue("Ready")));
    }
  }

  @BeforeEach
  void start() throws Exception {
    server = TestManager.inMemory().install(List.of(crd()));
    management =
        TestClusters.connect(server, TestClusters.account("weir"), WatchSettings.defaults());
    kube = management.client();
    pool = createPool("workers");
    // Pools of another kind have machines of the same one, and were there first.
    var _ =
        new PoolMachineObjects(
            management, new TestMachines(), new GroupKind("example.org", "OtherPool"), _ -> {});
    objects = new PoolMachineObjects(management, new TestMachines(), pool.groupKind(), woken::add);
    assertThat(management.cache(MACHINE).awaitSynced(Duration.ofSeconds(30))).isTrue();
    writer =
        new PoolMachineWriter<>(
            new TestMachines(),
            PoolKind.ConditionStyle.WITH_SEVERITY,
            objects,
            kube,
            Clock.systemUTC());
  }

  @AfterEach
  void stop() {
    management.close();
    server.close();
  }

  @Test
  void eachInstanceGetsAnObjectThatIsMarkedOwnedAndTold() {
    var _ = write(LOOK, instance("0"));

    ApiObject made = machine("workers-0").orElseThrow();
    assertThat(made.labels())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                MetadataKeys.CLUSTER_NAME,
                "demo",
                MetadataKeys.POOL_NAME,
                "owner",
                "demo",
                "owned"));
    assertThat(made.finalizers()).containsExactly(FINALIZER);
    assertThat(made.ownerReferences())
        .singleElement()
        .satisfies(
            owner -> {
              assertThat(owner.uid()).isEqualTo(pool.uid());
              assertThat(owner.controller()).isFalse();
            });
    assertThat(made.at("/metadata/ownerReferences/0/blockOwnerDeletion").asBoolean()).isTrue();
    assertThat(made.at("/status/state").asText()).isEqualTo("RUNNING");
    assertThat(made.at("/status/conditions/0/type").asText()).isEqualTo("Ready");
  }

  @Test
  void aPassThatFindsAllAsItWasWritesNothing() {
    var _ = write(LOOK, instance("0"), instance("1"));
    String before = machine("workers-0").orElseThrow().resourceVersion();

    var _ = write(LOOK.plusSeconds(5), instance("0"), instance("1"));

    assertThat(machine("workers-0").orElseThrow().resourceVersion()).isEqualTo(before);
  }

  @Test
  void whatPeopleTakeFromAnObjectIsPutBackAndTheirOwnStays() {
    var _ = write(LOOK, instance("0"));
    ApiObject _ =
        kube.edit(
            machine("workers-0").orElseThrow(),
            tree -> {
              tree.withObject("/metadata").remove(List.of("labels", "finalizers"));
              MetadataEdits.setLabel(tree, "mine", "1");
            });

    var _ = write(LOOK, instance("0"));

    assertThat(machine("workers-0").orElseThrow().finalizers()).containsExactly(FINALIZER);
    assertThat(machine("workers-0").orElseThrow().labels())
        .containsKeys("mine", MetadataKeys.POOL_NAME);
  }

  @Test
  void anObjectThatWasDeletedIsAWishAndGoesAfterItsInstance() throws Exception {
    var _ = write(LOOK, instance("0"));
    woken.clear();
    delete("workers-0");
    assertThat(woken).contains(pool.key());
    assertThat(objects.view(pool).find(instance("0")))
        .hasValue(new PoolMachine("workers-0", true, false));

    var _ = write(LOOK, instance("0").in(Instance.State.TERMINATING));
    assertThat(machine("workers-0").orElseThrow().at("/status/state").asText())
        .isEqualTo("TERMINATING");
    assertThat(write(LOOK)).hasValue(LOOK.plusSeconds(20));
    assertThat(machine("workers-0")).isPresent();

    assertThat(write(LOOK.plusSeconds(20))).isEmpty();
    assertThat(machine("workers-0")).isEmpty();
  }

  @Test
  void anObjectWhoseInstanceIsGoneGoesAfterAMinute() {
    var _ = write(LOOK, instance("0"), instance("1"));

    assertThat(write(LOOK, instance("1"))).hasValue(LOOK.plusSeconds(60));
    var _ = write(LOOK.plusSeconds(60), instance("1"));

    assertThat(machine("workers-0")).isEmpty();
    assertThat(machine("workers-1")).isPresent();
  }

  @Test
  void anObjectThatTheGarbageCollectorDeletesForAFormerPoolIsNoWishAndIsMadeAnew()
      throws Exception {
    var _ = write(LOOK, instance("0"));
    ApiObject _ =
        kube.edit(
            machine("workers-0").orElseThrow(),
            tree -> ((ObjectNode) tree.at("/metadata/ownerReferences/0")).put("uid", "of-before"));
    delete("workers-0");
    assertThat(objects.view(pool).find(instance("0"))).isEmpty();

    var _ = write(LOOK, instance("0"));
    assertThat(machine("workers-0")).isEmpty();
    CacheWaits.awaitGone(management.cache(MACHINE), new ObjectKey("default", "workers-0"));
    var _ = write(LOOK, instance("0"));

    assertThat(objects.view(pool).find(instance("0")))
        .hasValue(new PoolMachine("workers-0", false, false));
  }

  @Test
  void aMarkOnAnObjectIsAPreference() {
    var _ = write(LOOK, instance("0"));
    ApiObject _ =
        kube.edit(
            machine("workers-0").orElseThrow(),
            tree -> MetadataEdits.setAnnotation(tree, MetadataKeys.DELETE_MACHINE, "yes"));

    assertThat(objects.view(pool).find(instance("0")))
        .hasValue(new PoolMachine("workers-0", false, true));
  }

  @Test
  void aNameThatAnotherPoolsMachineHasIsLeftToIt() {
    ApiObject other = createPool("workers-b");
    ApiObject mine = pool;
    pool = other;
    var _ = write(LOOK, new Instance("0", "test:///other", "", Instance.State.RUNNING, ""));
    pool = mine;

    var _ = write(LOOK, instance("b-0"));
    var _ = write(LOOK, instance("b-0"));

    assertThat(objects.of(other.key())).extracting(ApiObject::name).containsExactly("workers-b-0");
    assertThat(objects.of(pool.key()))
        .singleElement()
        .satisfies(object -> assertThat(object.name()).matches("workers-b-0-[0-9a-f]{8}"));
  }

  @Test
  void whatNobodyHasLookedAtIsNotGone() {
    var _ = write(LOOK, instance("0"));

    boolean _ =
        writer.write(
            subject(),
            acted(new Observation.Unknown<>("not looked")),
            true,
            when -> assertThat(when).isNull());

    assertThat(machine("workers-0")).isPresent();
  }

  @Test
  void whatTheAnswerOfAWriteLacksIsNotGone() {
    var _ = write(LOOK, instance("0"), instance("1"));
    assertThat(write(LOOK, instance("1"))).isPresent();

    assertThat(write(false, LOOK.plusSeconds(600), instance("1"), instance("2"))).isEmpty();
    assertThat(machine("workers-0")).isPresent();
    assertThat(machine("workers-2")).isPresent();

    var _ = write(LOOK.plusSeconds(600), instance("1"), instance("2"));
    assertThat(machine("workers-0")).isEmpty();
  }

  @Test
  void anObjectThatWeirItselfDeletesIsNoWish() {
    var _ = write(LOOK, instance("0"));
    ApiObject _ =
        kube.edit(
            machine("workers-0").orElseThrow(),
            tree -> MetadataEdits.addFinalizer(tree, "example.org/other"));
    var _ = write(LOOK);
    var _ = write(LOOK.plusSeconds(60));
    assertThat(machine("workers-0").orElseThrow().isDeleting()).isTrue();

    assertThat(objects.view(pool).find(instance("0")))
        .hasValue(new PoolMachine("workers-0", false, false));
  }

  @Test
  void anObjectThatLostItsOwnerAndWasDeletedMakesRoomForAnother() throws Exception {
    var _ = write(LOOK, instance("0"));
    ApiObject _ =
        kube.edit(
            machine("workers-0").orElseThrow(),
            tree -> tree.withObject("/metadata").remove("ownerReferences"));
    delete("workers-0");

    var _ = write(LOOK, instance("0"));
    CacheWaits.awaitGone(management.cache(MACHINE), new ObjectKey("default", "workers-0"));
    var _ = write(LOOK, instance("0"));

    assertThat(objects.of(pool.key())).singleElement().matches(made -> !made.isDeleting());
  }

  @Test
  void theMachineOfANodeIsFoundAlsoWhenItsPoolListsItNoMore() {
    var _ = write(LOOK, instance("0"));

    assertThat(objects.poolsOf("default", "test:///0")).containsExactly(pool.key());
    assertThat(objects.poolsOf("default", "test:///1")).isEmpty();
  }

  @Test
  void aPoolThatIsGoneLetsGoOfWhatIsDeletedWithIt() throws Exception {
    var _ = write(LOOK, instance("0"));
    delete("workers-0");

    writer.releaseOrphans(pool.key());

    assertThat(machine("workers-0")).isEmpty();
  }

  @Test
  void aReleasedPoolLetsGoOfAll() {
    var _ = write(LOOK, instance("0"));

    writer.release(pool.key());

    assertThat(machine("workers-0")).isEmpty();
  }

  private Optional<Instant> write(Instant asOf, Instance... instances) {
    return write(true, asOf, instances);
  }

  /** When it is to be looked again. */
  private Optional<Instant> write(boolean confirmed, Instant asOf, Instance... instances) {
    var nextLook = new ArrayList<Instant>();
    boolean done =
        writer.write(
            subject(),
            acted(new Observation.Present<>(new Pool(""), asOf), instances),
            confirmed,
            nextLook::add);
    assertThat(done).isTrue();
    return nextLook.stream().findFirst();
  }

  private PassSubject subject() {
    ObjectNode owner =
        TestObjects.parse(
            """
            {"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "MachinePool",
             "metadata": {"namespace": "default", "name": "owner"}}
            """);
    return new PassSubject(
        pool,
        Optional.of(new ApiObject(owner)),
        "demo",
        Optional.empty(),
        claim(),
        ObjectAccess.NONE,
        PoolMachineView.NONE,
        SecretAccess.NONE,
        WorkloadNodeView.UNKNOWN,
        NodeDrains.NONE);
  }

  private OwnershipClaim claim() {
    return OwnershipClaim.byMarks(PoolMarks.of("mc-1", pool), "default");
  }

  private PassOutcome.Acted<FakeDesiredState, Pool> acted(
      Observation<Pool> seen, Instance... instances) {
    List<PoolMember> members =
        List.of(instances).stream()
            .map(
                each -> new PoolMember(each, Freshness.CURRENT, Optional.empty(), Optional.empty()))
            .toList();
    return new PassOutcome.Acted<>(
        new ReportContext<>(
            subject().identity(pool.name()), Optional.empty(), seen, Optional.empty(), false),
        Optional.empty(),
        () -> members,
        Optional.empty(),
        RetirementStatus.NONE,
        Duration.ZERO);
  }

  /** By people; known to the cache when this returns. */
  private void delete(String name) throws Exception {
    kube.delete(machine(name).orElseThrow(), PropagationPolicy.BACKGROUND);
    ApiObject _ =
        CacheWaits.awaitObject(
            management.cache(MACHINE), new ObjectKey("default", name), ApiObject::isDeleting);
  }

  private static Instance instance(String id) {
    return new Instance(id, "test:///" + id, "", Instance.State.RUNNING, "");
  }

  private Optional<ApiObject> machine(String name) {
    return kube.get(MACHINE, new ObjectKey("default", name));
  }

  private ApiObject createPool(String name) {
    return kube.create(
        TestObjects.parse(
            """
            {"apiVersion": "infrastructure.cluster.x-k8s.io/v1beta2", "kind": "AWSMachinePool",
             "metadata": {"namespace": "default", "name": "%s"},
             "spec": {"minSize": 1, "maxSize": 3, "awsLaunchTemplate": {}}}
            """
                .formatted(name)));
  }

  private static ApiObject crd() {
    return new ApiObject(
        TestObjects.parse(
            """
            {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
             "metadata": {"name": "testmachines.infrastructure.cluster.x-k8s.io"},
             "spec": {"group": "infrastructure.cluster.x-k8s.io", "scope": "Namespaced",
              "names": {"kind": "TestMachine", "listKind": "TestMachineList",
                        "plural": "testmachines", "singular": "testmachine"},
              "versions": [{"name": "v1beta2", "served": true, "storage": true,
               "subresources": {"status": {}},
               "schema": {"openAPIV3Schema": {"type": "object",
                "x-kubernetes-preserve-unknown-fields": true}}}]}}
            """));
  }
}
