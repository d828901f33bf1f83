package io.weir.pass;

import io.weir.provider.Instance;
import java.util.Optional;

/** The infrastructure machines of one pool, as the API server shows them. */
@FunctionalInterface
public interface PoolMachineView {

  /** Of a pool that has none. */
  PoolMachineView NONE = _ -> Optional.empty();

  /** That of an instance, if it has one. */
  Optional<PoolMachine> find(Instance instance);
}
