package io.weir.manager.machinepool;

import io.weir.engine.watch.WatchFilter;
import io.weir.kernel.harness.MemoryApiServer;
import io.weir.manager.harness.TestManager;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A fixture of each test's own, before two API servers in memory: these tests share nothing. */
@Execution(ExecutionMode.CONCURRENT)
abstract class MemoryMachinePoolFixture {

  final MemoryApiServer apiServer = TestManager.inMemory();
  final MemoryApiServer workload = new MemoryApiServer();
  private final WatchFilter filter;
  MachinePoolFixture fixture;

  MemoryMachinePoolFixture() throws IOException {
    this(WatchFilter.NONE);
  }

  MemoryMachinePoolFixture(WatchFilter filter) throws IOException {
    this.filter = filter;
  }

  @BeforeEach
  final void start() throws Exception {
    fixture = new MachinePoolFixture(apiServer, workload, "default", filter);
  }

  @AfterEach
  final void stop() {
    fixture.close();
    apiServer.close();
    workload.close();
  }
}
