package io.weir.provider.scaleway;

import io.weir.api.ApiObject;
import io.weir.api.Crds;
import io.weir.api.admission.Admission;
import io.weir.api.conversion.Conversion;
import io.weir.api.conversion.HubSpokeConversion;
import io.weir.provider.PoolProvider;
import io.weir.provider.PoolProviderFactory;
import io.weir.provider.scaleway.admission.ScalewayAdmissions;
import io.weir.provider.scaleway.api.ScalewayConstants;
import io.weir.provider.scaleway.conversion.ScalewayMachinePoolSpoke;
import java.util.List;

/** Offers the Scaleway pool kind to the manager. */
public final class ScalewayProviderFactory implements PoolProviderFactory {
  private static final String CRDS = "/io/weir/provider/scaleway/crds/scalewaymanaged";
  private static final String POOLS = CRDS + "machinepools.yaml";

  @Override
  public String cloud() {
    return ScalewayConstants.CLOUD;
  }

  @Override
  public List<PoolProvider<?, ?>> createProviders(ProviderContext providerContext) {
    return List.of(new ScalewayPoolProvider(providerContext));
  }

  @Override
  public List<Admission> admissions() {
    return ScalewayAdmissions.all();
  }

  @Override
  public List<Conversion> conversions() {
    return List.of(
        new HubSpokeConversion(
            ScalewayConstants.POOL, "v1alpha2", "v1alpha1", new ScalewayMachinePoolSpoke(), POOLS));
  }

  /** ScalewayManagedMachinePool, and the kinds of another project that it reads. */
  @Override
  public List<ApiObject> crds() {
    return Crds.read(getClass(), POOLS, CRDS + "clusters.yaml", CRDS + "controlplanes.yaml");
  }
}
