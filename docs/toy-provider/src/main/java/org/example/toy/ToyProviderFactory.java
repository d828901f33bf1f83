package org.example.toy;

import io.weir.api.ApiObject;
import io.weir.api.Crds;
import io.weir.provider.PoolProvider;
import io.weir.provider.PoolProviderFactory;
import java.util.List;

/** What the manager finds, by the file in META-INF/services. */
public final class ToyProviderFactory implements PoolProviderFactory {

  @Override
  public String cloud() {
    return "toy";
  }

  @Override
  public List<PoolProvider<?, ?>> createProviders(ProviderContext providerContext) {
    return List.of(new ToyPoolProvider(providerContext));
  }

  /** What is installed; the rights in the file rbac.yaml need no line here. */
  @Override
  public List<ApiObject> crds() {
    return Crds.read(getClass(), "toymachinepools.yaml");
  }
}
