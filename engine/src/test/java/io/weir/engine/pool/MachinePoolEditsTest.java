package io.weir.engine.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.MetadataKeys;
import io.weir.api.core.MachinePool;
import java.util.List;
import org.junit.jupiter.api.Test;

class MachinePoolEditsTest {

  private static ApiObject held(ApiObject pool) {
    var parts =
        TestPools.parts(pool, ResolvedReference.of(pool, TestPools.machines("workers", "uid-now")));
    var tree = pool.copyTree();
    MachinePoolEdits.hold(tree, parts, parts.bootstrapState(), parts.infrastructureState());
    return new ApiObject(tree);
  }

  @Test
  void holdsAPoolWithItsMembersItsDataAndTheSizeThatCounts() {
    ApiObject pool = held(TestPools.pool(tree -> tree.withObject("/spec").remove("replicas")));

    var spec = pool.as(MachinePool.class).spec();
    assertThat(pool.hasFinalizer(MetadataKeys.MACHINE_POOL_FINALIZER)).isTrue();
    assertThat(spec.replicas()).isEqualTo(1);
    assertThat(spec.providerIDList()).containsExactly("aws:///z/i-1");
    assertThat(spec.template().spec().bootstrap().dataSecretName()).isEqualTo("secret");
  }

  @Test
  void leavesAPoolThatIsHeldAsItIs() {
    ApiObject once = held(TestPools.pool(tree -> {}));

    assertThat((Object) held(once).copyTree()).isEqualTo(once.copyTree());
  }

  @Test
  void remembersTheMembersOfAPoolThatGoes() {
    var tree = TestPools.pool(_ -> {}).copyTree();

    MachinePoolEdits.remember(tree, List.of("a", "b"));

    assertThat(new ApiObject(tree).as(MachinePool.class).spec().providerIDList())
        .containsExactly("a", "b");
  }
}
