package io.weir.provider.aws;

import io.weir.api.ApiObject;
import io.weir.api.admission.Admission;
import io.weir.api.conversion.Conversion;
import io.weir.provider.CallLimits;
import io.weir.provider.PoolProvider;
import io.weir.provider.PoolProviderFactory;
import io.weir.provider.aws.account.ClusterIdentities;
import io.weir.provider.aws.account.calls.AwsCallLimits;
import io.weir.provider.aws.account.calls.AwsSessions;
import io.weir.provider.aws.admission.AwsAdmissions;
import io.weir.provider.aws.api.AwsCrds;
import io.weir.provider.aws.conversion.ManagedMachinePoolSpoke;
import io.weir.provider.aws.eks.EksFeatures;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** Offers the AWS pool kinds to the manager. */
public final class AwsProviderFactory implements PoolProviderFactory {

  private final List<AwsSessions> sessions = new CopyOnWriteArrayList<>();

  @Override
  public String cloud() {
    return "aws";
  }

  @Override
  public List<PoolProvider<?, ?>> createProviders(ProviderContext providerContext) {
    var opened = new AwsSessions(providerContext);
    sessions.add(opened);
    var identities = new ClusterIdentities(providerContext.managerNamespace());
    return List.of(
        new AwsMachinePoolProvider(opened, identities, providerContext.clock()),
        new AwsManagedMachinePoolProvider(
            opened,
            identities,
            EksFeatures.of(providerContext.settings()),
            providerContext.clock()));
  }

  @Override
  public Optional<String> attachedRole() {
    return Optional.of("eks-attached");
  }

  @Override
  public CallLimits callLimits() {
    return new AwsCallLimits();
  }

  @Override
  public void close() {
    sessions.forEach(AwsSessions::close);
    sessions.clear();
  }

  @Override
  public List<Admission> admissions() {
    return AwsAdmissions.all();
  }

  @Override
  public List<Conversion> conversions() {
    return List.of(ManagedMachinePoolSpoke.conversion());
  }

  @Override
  public List<ApiObject> crds() {
    return AwsCrds.all();
  }

  @Override
  public List<ApiObject> identities(Optional<String> only) {
    return List.of(ClusterIdentities.ofManager(only));
  }
}
