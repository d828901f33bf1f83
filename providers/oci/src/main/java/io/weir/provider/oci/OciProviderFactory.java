package io.weir.provider.oci;

import io.weir.api.ApiObject;
import io.weir.api.Crds;
import io.weir.api.admission.Admission;
import io.weir.api.conversion.Conversion;
import io.weir.api.conversion.HubSpokeConversion;
import io.weir.provider.PoolProvider;
import io.weir.provider.PoolProviderFactory;
import io.weir.provider.oci.account.ClusterIdentities;
import io.weir.provider.oci.account.OciSettings;
import io.weir.provider.oci.account.calls.OciSessions;
import io.weir.provider.oci.admission.OciAdmissions;
import io.weir.provider.oci.api.OciKinds;
import io.weir.provider.oci.conversion.OciMachinePoolSpoke;
import io.weir.provider.oci.conversion.OciManagedMachinePoolSpoke;
import java.util.List;
import java.util.Optional;

/** Offers the Oracle Cloud pool kinds to the manager. */
public final class OciProviderFactory implements PoolProviderFactory {
  private static final String CRDS = "/io/weir/provider/oci/crds/";
  private static final String POOLS = CRDS + "ocimachinepools.yaml";
  private static final String MANAGED_POOLS = CRDS + "ocimanagedmachinepools.yaml";

  @Override
  public String cloud() {
    return OciKinds.CLOUD;
  }

  @Override
  public List<PoolProvider<?, ?>> createProviders(ProviderContext providerContext) {
    var settings = OciSettings.of(providerContext.settings(), System.getenv());
    var sessions = new OciSessions(providerContext, settings);
    var identities = new ClusterIdentities(settings, providerContext.managerNamespace());
    return List.of(
        new OciManagedPoolProvider(sessions, identities, providerContext.clock()),
        new OciMachinePoolProvider(sessions, identities, providerContext.clock()));
  }

  @Override
  public Optional<String> attachedRole() {
    return Optional.of("oke-attached");
  }

  @Override
  public List<Admission> admissions() {
    return OciAdmissions.all();
  }

  @Override
  public List<Conversion> conversions() {
    return List.of(
        new HubSpokeConversion(
            OciKinds.MANAGED_MACHINE_POOL,
            "v1beta2",
            "v1beta1",
            new OciManagedMachinePoolSpoke(),
            MANAGED_POOLS),
        new HubSpokeConversion(
            OciKinds.MACHINE_POOL, "v1beta2", "v1beta1", new OciMachinePoolSpoke(), POOLS));
  }

  /**
   * The pool kinds with their machines and templates, and the kinds of another project that they
   * read.
   */
  @Override
  public List<ApiObject> crds() {
    return Crds.read(
        getClass(),
        MANAGED_POOLS,
        CRDS + "ocimanagedclusters.yaml",
        CRDS + "ocimanagedcontrolplanes.yaml",
        CRDS + "ociclusteridentities.yaml",
        POOLS,
        CRDS + "ociclusters.yaml",
        CRDS + "ocimachinepoolmachines.yaml",
        CRDS + "ocimanagedmachinepooltemplates.yaml");
  }
}
