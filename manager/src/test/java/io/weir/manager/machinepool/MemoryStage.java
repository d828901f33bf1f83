package io.weir.manager.machinepool;

import io.weir.engine.watch.WatchFilter;
import io.weir.kernel.harness.MemoryApiServer;
import io.weir.manager.harness.Weir;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A stage of each test's own, before two API servers in memory. */
abstract class MemoryStage {

  final MemoryApiServer plane = Weir.inMemory();
  final MemoryApiServer workload = new MemoryApiServer();
  private final WatchFilter filter;
  PoolStage stage;

  MemoryStage() throws IOException {
    this(WatchFilter.NONE);
  }

  MemoryStage(WatchFilter filter) throws IOException {
    this.filter = filter;
  }

  @BeforeEach
  final void start() throws Exception {
    stage = new PoolStage(plane, workload, "default", filter);
  }

  @AfterEach
  final void stop() {
    stage.close();
    plane.close();
    workload.close();
  }
}
