package io.weir.engine.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.Keys;
import io.weir.api.core.MachinePool;
import java.util.List;
import org.junit.jupiter.api.Test;

class PoolTreeTest {

  private static ApiObject held(ApiObject pool) {
    var parts = Pools.parts(pool, Referred.of(pool, Pools.machines("workers", "uid-now")));
    var tree = pool.copy();
    PoolTree.hold(tree, parts, parts.bootstrap(), parts.machines());
    return new ApiObject(tree);
  }

  @Test
  void holdsAPoolWithItsMembersItsDataAndTheSizeThatCounts() {
    ApiObject pool = held(Pools.pool(tree -> tree.withObject("/spec").remove("replicas")));

    var spec = pool.as(MachinePool.class).spec();
    assertThat(pool.hasFinalizer(Keys.MACHINE_POOL_FINALIZER)).isTrue();
    assertThat(spec.replicas()).isEqualTo(1);
    assertThat(spec.providerIDList()).containsExactly("aws:///z/i-1");
    assertThat(spec.template().spec().bootstrap().dataSecretName()).isEqualTo("secret");
  }

  @Test
  void leavesAPoolThatIsHeldAsItIs() {
    ApiObject once = held(Pools.pool(tree -> {}));

    assertThat((Object) held(once).copy()).isEqualTo(once.copy());
  }

  @Test
  void remembersTheMembersOfAPoolThatGoes() {
    var tree = Pools.pool(_ -> {}).copy();

    PoolTree.remember(tree, List.of("a", "b"));

    assertThat(new ApiObject(tree).as(MachinePool.class).spec().providerIDList())
        .containsExactly("a", "b");
  }
}
