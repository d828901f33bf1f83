package io.weir.kernel;

import io.weir.kernel.harness.MemoryApiServer;
import io.weir.kernel.harness.TestCluster;
import io.weir.kernel.harness.Widgets;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

class RacingWritesTest extends RacingWrites {

  private final MemoryApiServer server = new MemoryApiServer().install(List.of(Widgets.crd()));

  RacingWritesTest() throws IOException {
    super(100);
  }

  @AfterEach
  void close() {
    server.close();
  }

  @Override
  TestCluster server() {
    return server;
  }

  @Override
  String newNamespace() {
    return "default";
  }
}
