package io.weir.manager.bootstrap;

import io.weir.api.ApiObject;
import io.weir.bootstrap.BootstrapDataException;
import io.weir.bootstrap.config.ConfigState;
import io.weir.bootstrap.render.RenderedBootstrapData;

/** Makes the data of a kind of config that has no join token. Throws KubeException. */
@FunctionalInterface
public interface ConfigRenderer {

  /**
   * Reads what the data is made from, and renders it.
   *
   * @throws BootstrapDataException if it cannot be made; the message names field and remedy
   */
  RenderedBootstrapData render(ApiObject config, ConfigState.Ready ready);
}
