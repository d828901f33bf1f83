package io.weir.manager.kubeadm;

import io.weir.kernel.harness.MemoryApiServer;
import io.weir.manager.harness.Weir;
import java.io.IOException;

/** The same with two API servers in memory, of each test's own. */
abstract class MemoryConfigStage extends ConfigStage {

  MemoryConfigStage() throws IOException {
    super(Weir.inMemory(), new MemoryApiServer());
  }

  @Override
  final String newNamespace() {
    return "default";
  }
}
