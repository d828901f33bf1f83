package io.weir.provider.scaleway;

import io.weir.provider.PoolProvider;
import io.weir.provider.PoolProviderFactory;
import java.util.List;

/** Offers the Scaleway pool kind to the manager. */
public final class ScalewayProviderFactory implements PoolProviderFactory {

  @Override
  public String cloud() {
    return "scaleway";
  }

  @Override
  public List<PoolProvider<?, ?>> create(Context context) {
    return List.of(new ScalewayPoolProvider(context));
  }
}
