package io.weir.provider.gcp;

import io.weir.api.ApiObject;
import io.weir.api.admission.Admission;
import io.weir.provider.CallLimits;
import io.weir.provider.PoolProvider;
import io.weir.provider.PoolProviderFactory;
import io.weir.provider.gcp.account.GcpIdentities;
import io.weir.provider.gcp.account.calls.GcpCallLimits;
import io.weir.provider.gcp.account.calls.GcpSessions;
import io.weir.provider.gcp.admission.GcpAdmissions;
import io.weir.provider.gcp.api.GcpConstants;
import io.weir.provider.gcp.api.GcpCrds;
import java.util.List;
import java.util.Optional;

/** Offers the Google Cloud pool kinds to the manager. */
public final class GcpProviderFactory implements PoolProviderFactory {

  @Override
  public String cloud() {
    return GcpConstants.CLOUD;
  }

  @Override
  public List<PoolProvider<?, ?>> createProviders(ProviderContext providerContext) {
    var identities =
        GcpIdentities.of(providerContext.settings().getOrDefault(GcpIdentities.SETTING, ""));
    var sessions = new GcpSessions(providerContext);
    return List.of(
        new GcpMachinePoolProvider(sessions, identities, providerContext.clock()),
        new GcpManagedPoolProvider(sessions, identities, providerContext.clock()));
  }

  @Override
  public Optional<String> attachedRole() {
    return Optional.of("gke-attached");
  }

  @Override
  public CallLimits callLimits() {
    return new GcpCallLimits();
  }

  @Override
  public List<Admission> admissions() {
    return GcpAdmissions.all();
  }

  @Override
  public List<ApiObject> crds() {
    return GcpCrds.all();
  }
}
