package io.weir.provider.scaleway;

import io.weir.api.ApiObject;
import io.weir.api.Crds;
import io.weir.api.conversion.Conversion;
import io.weir.provider.PoolProvider;
import io.weir.provider.PoolProviderFactory;
import io.weir.provider.scaleway.api.ScalewayCrds;
import io.weir.provider.scaleway.conversion.ScalewayConversions;
import java.util.List;
import java.util.Optional;

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

  @Override
  public List<Conversion> conversions() {
    return ScalewayConversions.all();
  }

  @Override
  public List<ApiObject> definitions() {
    return ScalewayCrds.all();
  }

  @Override
  public Optional<ApiObject> role() {
    return Optional.of(Crds.read(ScalewayProviderFactory.class, "rbac.yaml").getFirst());
  }
}
