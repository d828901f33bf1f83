package io.weir.engine.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.pool.PoolSnapshot.Bootstrap;
import io.weir.engine.pool.PoolSnapshot.Infrastructure;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PoolPartsTest {

  @Test
  void takeNothingFromObjectsThatAnotherPoolControls() {
    var pool = Pools.pool(tree -> {});
    var foreign = Referred.of(pool, Pools.machines("others", "uid-other"));

    var parts = Pools.parts(pool, foreign);

    String trouble =
        "AWSMachinePool default/machines is controlled by MachinePool others; reference an object"
            + " of this pool's own";
    assertThat(parts.foreign()).containsExactly(trouble, trouble);
    assertThat(parts.bootstrap()).isEqualTo(new Bootstrap.Waiting(trouble));
    assertThat(parts.machines())
        .isEqualTo(
            new Infrastructure.Present(
                false,
                List.of(),
                Set.of(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                Infrastructure.Words.of(new Infrastructure.Hindrance("", "", trouble))));
  }

  @Test
  void useWhatThePoolControls() {
    var pool = Pools.pool(tree -> {});

    var parts = Pools.parts(pool, Referred.of(pool, Pools.machines("workers", "uid-now")));

    assertThat(parts.foreign()).isEmpty();
    assertThat(parts.bootstrap()).isEqualTo(new Bootstrap.Ready("secret"));
    assertThat(parts.machines())
        .isEqualTo(new Infrastructure.Present(true, List.of("aws:///z/i-1"), OptionalInt.of(1)));
  }
}
