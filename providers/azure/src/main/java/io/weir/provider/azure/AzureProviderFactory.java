package io.weir.provider.azure;

import io.weir.api.ApiObject;
import io.weir.api.admission.Admission;
import io.weir.provider.CallLimits;
import io.weir.provider.PoolProvider;
import io.weir.provider.PoolProviderFactory;
import io.weir.provider.azure.account.ClusterIdentities;
import io.weir.provider.azure.account.calls.AzureCallLimits;
import io.weir.provider.azure.account.calls.AzureSessions;
import io.weir.provider.azure.admission.AzureAdmissions;
import io.weir.provider.azure.api.AzureCrds;
import io.weir.provider.azure.machinepool.AzurePoolSettings;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/** Offers the Azure pool kinds to the manager. */
public final class AzureProviderFactory implements PoolProviderFactory {

  private final List<AzureSessions> sessions = new CopyOnWriteArrayList<>();

  @Override
  public String cloud() {
    return "azure";
  }

  @Override
  public List<PoolProvider<?, ?>> createProviders(ProviderContext providerContext) {
    var opened = new AzureSessions(providerContext);
    sessions.add(opened);
    var identities = new ClusterIdentities(providerContext.managerNamespace());
    return List.of(
        new AzureMachinePoolProvider(
            opened, identities, AzurePoolSettings.of(providerContext), providerContext.clock()),
        new AzureAsoManagedMachinePoolProvider(),
        new AzureManagedMachinePoolProvider(opened, identities, providerContext.clock()));
  }

  @Override
  public Optional<String> attachedRole() {
    return Optional.of("aks-attached");
  }

  /** Those of AKS have Nodes as members. */
  @Override
  public boolean readsNodes() {
    return true;
  }

  @Override
  public CallLimits callLimits() {
    return new AzureCallLimits();
  }

  @Override
  public void close() {
    sessions.forEach(AzureSessions::close);
    sessions.clear();
  }

  @Override
  public List<Admission> admissions() {
    // So that whoever writes the first pool does not wait for it.
    Thread _ = Thread.ofPlatform().daemon().name("azure-keys").start(AzureAdmissions::prepare);
    return AzureAdmissions.all();
  }

  @Override
  public List<ApiObject> crds() {
    return Stream.concat(AzureCrds.all().stream(), AzureCrds.ofAks().stream()).toList();
  }
}
