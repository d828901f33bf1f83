package io.weir.engine.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.pool.PoolSnapshot.BootstrapState;
import io.weir.engine.pool.PoolSnapshot.InfrastructureState;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MachinePoolObjectsTest {

  @Test
  void takeNothingFromObjectsThatAnotherPoolControls() {
    var pool = TestPools.pool(tree -> {});
    var foreign = ResolvedReference.of(pool, TestPools.machines("others", "uid-other"));

    var parts = TestPools.parts(pool, foreign);

    String trouble =
        "AWSMachinePool default/machines is controlled by MachinePool others; reference an object"
            + " of this pool's own";
    assertThat(parts.foreignProblems()).containsExactly(trouble, trouble);
    assertThat(parts.bootstrapState()).isEqualTo(new BootstrapState.Waiting(trouble));
    assertThat(parts.infrastructureState())
        .isEqualTo(
            new InfrastructureState.Present(
                false,
                List.of(),
                Set.of(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                InfrastructureState.ProviderMessages.of(
                    new InfrastructureState.InfrastructureProblem("", "", trouble))));
  }

  @Test
  void useWhatThePoolControls() {
    var pool = TestPools.pool(tree -> {});

    var parts =
        TestPools.parts(pool, ResolvedReference.of(pool, TestPools.machines("workers", "uid-now")));

    assertThat(parts.foreignProblems()).isEmpty();
    assertThat(parts.bootstrapState()).isEqualTo(new BootstrapState.Ready("secret"));
    assertThat(parts.infrastructureState())
        .isEqualTo(
            new InfrastructureState.Present(true, List.of("aws:///z/i-1"), OptionalInt.of(1)));
  }
}
