package org.example.shelf;

import io.weir.api.ApiObject;
import io.weir.api.Crds;
import io.weir.provider.PoolProvider;
import io.weir.provider.PoolProviderFactory;
import java.util.List;

/** What the manager finds, by the file in META-INF/services. */
public final class ShelfProviderFactory implements PoolProviderFactory {

  @Override
  public String cloud() {
    return "shelf";
  }

  @Override
  public List<PoolProvider<?, ?>> createProviders(ProviderContext providerContext) {
    return List.of(new ShelfPoolProvider());
  }

  @Override
  public boolean readsNodes() {
    return true;
  }

  @Override
  public List<ApiObject> crds() {
    return Crds.read(getClass(), "shelfmachinepools.yaml");
  }
}
