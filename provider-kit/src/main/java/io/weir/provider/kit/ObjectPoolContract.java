package io.weir.provider.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.provider.DesiredState;
import io.weir.provider.ObjectStep;
import io.weir.provider.ObservedState;
import io.weir.provider.Ownership;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolMarks;
import io.weir.provider.PoolNode;
import io.weir.provider.PoolProvider;
import io.weir.provider.ProviderException;
import io.weir.provider.ProviderReport;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/**
 * What every provider keeps to whose pools are made of API objects only. Extend it, and say what
 * such a pool is and what the controller does that makes machines of it.
 *
 * @param <D> the provider's desired state
 * @param <O> the provider's observed state
 */
public abstract class ObjectPoolContract<D extends DesiredState, O extends ObservedState> {

  private static final String NAME = "workers";

  private final TestObjectStore store = new TestObjectStore();
  private TestReconciler<D, O> reconciler;
  private PoolObjects pool;

  /** The provider without any memory. */
  protected abstract PoolProvider<D, O> provider();

  /** A pool of that name that wants three machines. */
  protected abstract PoolObjects pool(String name);

  /** The kind of the object that stands for a pool, which has the pool's name. */
  protected abstract GroupKind mainKind();

  /**
   * Does what the controller of the objects does for a pool, such as filling in their status.
   *
   * @return the labels of the Nodes that it then has
   */
  protected abstract Map<String, String> actForController(TestObjectStore objects, ObjectKey pool);

  /** Changes a field of the main object that the provider sets. */
  protected abstract void drift(TestObjectStore objects, ObjectKey pool);

  /** Whether the main object says that it is paused. */
  protected abstract boolean isPaused(ApiObject main);

  @BeforeEach
  final void open() {
    reconciler = new TestReconciler<>(new NoCloud<>(this::provider));
    pool = pool(NAME).storeObjectsIn(store).setNodes(List.of());
  }

  private ApiObject main() {
    return store.find(mainKind(), key()).orElseThrow();
  }

  private ObjectKey key() {
    return pool.pool().key();
  }

  private void settle() throws Exception {
    ProviderReport _ = reconciler.converge(pool);
    Map<String, String> labels = actForController(store, key());
    List<PoolNode> nodes = IntStream.range(0, 3).mapToObj(i -> node(i, labels)).toList();
    pool.setNodes(nodes);
  }

  private static PoolNode node(int i, Map<String, String> labels) {
    String name = "node-" + i;
    return new PoolNode(
        name,
        "uid-" + i,
        "test:///" + name,
        labels,
        Optional.empty(),
        "",
        false,
        List.of(),
        Map.of());
  }

  private static List<String> members(ProviderReport report) {
    return report.spec().path("providerIDList").valueStream().map(JsonNode::asText).toList();
  }

  @Nested
  class Objects {

    @Test
    void areMadeInThePoolsNamespaceOwnedAndMarked() throws Exception {
      settle();

      PoolMarks marks = pool.claim().marks();
      assertThat(store.all())
          .isNotEmpty()
          .allSatisfy(
              object -> {
                assertThat(reconciler.provider().isObjectKind(object.groupKind())).isTrue();
                assertThat(object.namespace()).isEqualTo(pool.pool().namespace());
                assertThat(object.controller().orElseThrow().uid()).isEqualTo(pool.pool().uid());
                assertThat(object.annotations())
                    .containsEntry(PoolMarks.POOL_KEY, marks.pool())
                    .containsEntry(PoolMarks.MANAGEMENT_CLUSTER_KEY, marks.managementCluster());
              });
      assertThat(pool.pool().annotation(MetadataKeys.OBJECT_KINDS).orElse(""))
          .contains(mainKind().toString());
    }

    @Test
    void areNotWrittenAgainWhileNothingChanges() throws Exception {
      settle();
      int writes = store.writeCount();

      ProviderReport _ = reconciler.converge(pool);
      reconciler.restart();
      ProviderReport _ = reconciler.converge(pool);

      assertThat(store.writeCount()).isEqualTo(writes);
    }

    @Test
    void followTheSize() throws Exception {
      settle();
      ApiObject before = main();

      ProviderReport _ = reconciler.converge(pool.setReplicas(5));

      assertThat(main().copyTree()).isNotEqualTo(before.copyTree());
      assertThat(main().uid()).isEqualTo(before.uid());
    }

    @Test
    void getBackWhatSomebodyChanged() throws Exception {
      settle();
      ApiObject before = main();
      drift(store, key());
      assertThat(main().copyTree()).isNotEqualTo(before.copyTree());

      ProviderReport _ = reconciler.converge(pool);

      assertThat(main().copyTree()).isEqualTo(before.copyTree());
    }

    @Test
    void thatAreAnotherByTheTimeOfTheWriteAreLeftAlone() throws Exception {
      settle();
      ApiObject before = main();
      store.beforeNextWrite(() -> store.replace(mainKind(), key()));

      assertThatThrownBy(() -> reconciler.converge(pool.setReplicas(5)))
          .isInstanceOf(ProviderException.Ambiguous.class);

      ObjectNode untouched = main().copyTree();
      assertThat(main().uid()).isNotEqualTo(before.uid());
      untouched.withObject("/metadata").put("uid", before.uid());
      assertThat(untouched).isEqualTo(before.copyTree());
    }

    @Test
    void thatLostTheirOwnerGetItBack() throws Exception {
      settle();
      ObjectNode orphan = main().copyTree();
      orphan.withObject("/metadata").remove("ownerReferences");
      store.put(orphan);

      ProviderReport _ = reconciler.converge(pool);

      assertThat(main().controller().orElseThrow().uid()).isEqualTo(pool.pool().uid());
    }

    @Test
    void areMadeOnceThoughTheAnswerIsLost() throws Exception {
      store.failWrite(new ProviderException.Ambiguous("no answer", null), true);

      assertThatThrownBy(() -> reconciler.converge(pool))
          .isInstanceOf(ProviderException.Ambiguous.class);
      reconciler.restart();
      int writes = store.writeCount();
      ProviderReport _ = reconciler.converge(pool);

      assertThat(store.writeCount()).isEqualTo(writes);
    }

    @Test
    void areTheOnlyThingThatIsPlanned() throws Exception {
      List<PlanStep> steps = reconciler.dryRun(pool).steps();

      assertThat(steps).isNotEmpty().allMatch(ObjectStep.class::isInstance);
      assertThat(store.writeCount()).isZero();
    }
  }

  @Nested
  class Owners {

    private ApiObject foreign() throws Exception {
      settle();
      ApiObject made = main();
      var tree = made.copyTree();
      tree.withObject("/metadata").remove(List.of("annotations", "ownerReferences"));
      pool = pool(NAME).storeObjectsIn(store);
      store.put(tree);
      return main();
    }

    @Test
    void ofAnObjectThatNobodyMarkedKeepIt() throws Exception {
      ApiObject before = foreign();

      ProviderReport report = reconciler.converge(pool);
      boolean gone = reconciler.delete(pool);

      assertThat(main().copyTree()).isEqualTo(before.copyTree());
      assertThat(report.spec()).isEmpty();
      assertThat(report.conditions())
          .anyMatch(condition -> condition.message().contains(Ownership.ADOPT));
      assertThat(gone).isTrue();
    }

    @Test
    void giveItToAPoolThatIsAskedToTakeItOver() throws Exception {
      ApiObject before = foreign();
      pool.annotate(Map.of(Ownership.ADOPT, Optional.of("true")));

      ProviderReport _ = reconciler.converge(pool);

      assertThat(main().uid()).isEqualTo(before.uid());
      assertThat(main().copyTree().properties().stream().map(Map.Entry::getKey))
          .containsAll(before.copyTree().properties().stream().map(Map.Entry::getKey).toList());
      assertThat(main().annotation(PoolMarks.POOL_KEY)).hasValue(pool.claim().marks().pool());
      assertThat(main().controller().orElseThrow().uid()).isEqualTo(pool.pool().uid());
    }

    @Test
    void elsewhereKeepItFromACopyOfThePool() throws Exception {
      settle();
      ApiObject before = main();
      pool.moveTo("elsewhere").setReplicas(1);

      ProviderReport _ = reconciler.converge(pool);
      boolean gone = reconciler.delete(pool);

      assertThat(main().copyTree()).isEqualTo(before.copyTree());
      assertThat(gone).isFalse();
    }
  }

  @Nested
  class Deletion {

    @Test
    void removesTheObjectsAndLetsGoWhenTheyAreGone() throws Exception {
      settle();

      boolean _ = reconciler.delete(pool);
      boolean gone = reconciler.delete(pool);

      assertThat(store.all()).isEmpty();
      assertThat(gone).isTrue();
    }

    @Test
    void waitsWhileTheKindOfTheObjectsCannotBeRead() throws Exception {
      settle();
      store.uninstall(mainKind());

      assertThatThrownBy(() -> reconciler.delete(pool))
          .isInstanceOf(ProviderException.Rejected.class)
          .hasMessageContaining("CRD");
      store.install(mainKind());
      boolean _ = reconciler.delete(pool);

      assertThat(reconciler.delete(pool)).isTrue();
    }
  }

  @Nested
  class Members {

    @Test
    void areTheNodesWithTheLabels() throws Exception {
      settle();

      ProviderReport report = reconciler.converge(pool);

      assertThat(reconciler.provider().traits(pool.pool()).membersAreNodes()).isTrue();
      assertThat(members(report))
          .containsExactly("test:///node-0", "test:///node-1", "test:///node-2");
    }

    @Test
    void stayAsTheyWereWhileNobodyCanTell() throws Exception {
      settle();

      ProviderReport report = reconciler.converge(pool.loseNodes());

      assertThat(report.spec().has("providerIDList")).isFalse();
      assertThat(report.status().has("replicas")).isFalse();
    }

    @Test
    void areNotAllNodesBeforeTheLabelsAreKnown() throws Exception {
      pool.setNodes(List.of(node(7, Map.of("else", "where"))));

      ProviderReport report = reconciler.converge(pool);

      assertThat(members(report)).isEmpty();
    }
  }

  @Test
  void aPauseIsToldToWhoeverActsOnTheObjectsAndNothingElseIsDone() throws Exception {
    settle();
    pool.setReplicas(9);
    ApiObject before = main();

    assertThat(pool.pool().annotation(MetadataKeys.BLOCK_MOVE)).isPresent();

    reconciler.pause(pool);
    reconciler.pause(pool);

    assertThat(isPaused(main())).isTrue();
    assertThat(pool.pool().annotation(MetadataKeys.BLOCK_MOVE)).isEmpty();
    int writes = store.writeCount();
    ProviderReport _ = reconciler.converge(pool.setReplicas(3));
    assertThat(isPaused(main())).isFalse();
    assertThat(store.writeCount()).isEqualTo(writes + 1);
    assertThat(main().copyTree()).isEqualTo(before.copyTree());
  }

  @Test
  void aKindThatIsNotInstalledIsNamedWithTheRemedy() {
    store.uninstall(mainKind());

    assertThatThrownBy(() -> reconciler.converge(pool))
        .isInstanceOf(ProviderException.Rejected.class)
        .hasMessageContaining("CRD");
  }
}
