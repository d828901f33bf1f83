package io.weir.manager.kubeadm;

import io.weir.kernel.harness.MemoryApiServer;
import io.weir.manager.harness.TestManager;
import java.io.IOException;

/** The same with two API servers in memory, of each test's own. */
abstract class MemoryKubeadmConfigFixture extends KubeadmConfigFixture {

  MemoryKubeadmConfigFixture() throws IOException {
    super(TestManager.inMemory(), new MemoryApiServer());
  }

  @Override
  final String newNamespace() {
    return "default";
  }
}
