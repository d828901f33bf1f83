package io.weir.manager.roles;

import io.weir.api.ApiObject;
import io.weir.api.FeatureGates;
import io.weir.api.GroupKind;
import io.weir.api.admission.Admission;
import io.weir.api.conversion.Conversion;
import io.weir.bootstrap.admission.BootstrapAdmissions;
import io.weir.bootstrap.admission.EksAdmissions;
import io.weir.engine.admission.EngineAdmissions;
import io.weir.engine.watch.ReconciledObjects;
import io.weir.provider.PoolProviderFactory;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What one manager does and another program may do in its place, as Cluster API divides it: its
 * core, a bootstrap provider, an infrastructure provider. Each has kinds of its own, which nobody
 * else writes webhooks for.
 */
public sealed interface Role {

  /** What people call it. */
  String name();

  /** The CRDs to install for it: of its own kinds, and those of other projects that it reads. */
  List<ApiObject> crds();

  /** The conversions of its kinds. */
  List<Conversion> conversions();

  /** The admission rules of its kinds, for a manager that reconciles some of their objects. */
  List<Admission> admissions(FeatureGates gates, ReconciledObjects reconciled);

  /**
   * The objects that say who may use the manager's own credentials. By default none.
   *
   * @param only the only namespace that is served; empty for all
   */
  default List<ApiObject> identities(Optional<String> only) {
    return List.of();
  }

  /** Clusters, MachinePools, and the way to workload clusters. */
  record Core() implements Role {

    private static boolean isOurs(GroupKind kind) {
      return kind.group().equals(GroupKind.MACHINE_POOL.group());
    }

    @Override
    public String name() {
      return "core";
    }

    @Override
    public List<ApiObject> crds() {
      return ShippedKinds.crds(Core::isOurs);
    }

    @Override
    public List<Conversion> conversions() {
      return ShippedKinds.conversions(Core::isOurs);
    }

    @Override
    public List<Admission> admissions(FeatureGates gates, ReconciledObjects reconciled) {
      return EngineAdmissions.all(gates, reconciled);
    }
  }

  /** The kubeadm bootstrap provider. */
  record Kubeadm() implements Role {

    private static final Set<GroupKind> KINDS =
        ShippedKinds.withTemplates(GroupKind.KUBEADM_CONFIG);

    @Override
    public String name() {
      return "kubeadm";
    }

    @Override
    public List<ApiObject> crds() {
      return ShippedKinds.crds(KINDS::contains);
    }

    @Override
    public List<Conversion> conversions() {
      return ShippedKinds.conversions(KINDS::contains);
    }

    @Override
    public List<Admission> admissions(FeatureGates gates, ReconciledObjects reconciled) {
      return BootstrapAdmissions.all(gates);
    }
  }

  /** The bootstrap provider for EKS. */
  record Eks() implements Role {

    private static final Set<GroupKind> KINDS =
        ShippedKinds.withTemplates(GroupKind.EKS_CONFIG, GroupKind.NODEADM_CONFIG);

    @Override
    public String name() {
      return "eks";
    }

    @Override
    public List<ApiObject> crds() {
      return ShippedKinds.crds(KINDS::contains);
    }

    @Override
    public List<Conversion> conversions() {
      return ShippedKinds.conversions(KINDS::contains);
    }

    @Override
    public List<Admission> admissions(FeatureGates gates, ReconciledObjects reconciled) {
      return EksAdmissions.all();
    }
  }

  /** The bootstrap provider for GKE. */
  record Gke() implements Role {

    private static final Set<GroupKind> KINDS = ShippedKinds.withTemplates(GroupKind.GKE_CONFIG);

    @Override
    public String name() {
      return "gke";
    }

    @Override
    public List<ApiObject> crds() {
      return ShippedKinds.crds(KINDS::contains);
    }

    @Override
    public List<Conversion> conversions() {
      return ShippedKinds.conversions(KINDS::contains);
    }

    /** None: upstream has no webhook, and there is nothing to ask for. */
    @Override
    public List<Admission> admissions(FeatureGates gates, ReconciledObjects reconciled) {
      return List.of();
    }
  }

  /**
   * The infrastructure provider of one cloud.
   *
   * @param factory of its pool kinds
   */
  record Cloud(PoolProviderFactory factory) implements Role {

    @Override
    public String name() {
      return factory.cloud();
    }

    @Override
    public List<ApiObject> crds() {
      return factory.crds();
    }

    @Override
    public List<Conversion> conversions() {
      return factory.conversions();
    }

    @Override
    public List<Admission> admissions(FeatureGates gates, ReconciledObjects reconciled) {
      return factory.admissions();
    }

    @Override
    public List<ApiObject> identities(Optional<String> only) {
      return factory.identities(only);
    }
  }

  /**
   * Finds clusters of a cloud that exist already, and says in their objects what the controllers of
   * their control planes would. Off unless it is named.
   *
   * @param name what people call it
   * @param factory of the cloud's pool kinds, whose role it needs
   */
  record AttachedControlPlanes(String name, PoolProviderFactory factory) implements Role {

    /** Those of the role of the cloud. */
    @Override
    public List<ApiObject> crds() {
      return List.of();
    }

    @Override
    public List<Conversion> conversions() {
      return List.of();
    }

    @Override
    public List<Admission> admissions(FeatureGates gates, ReconciledObjects reconciled) {
      return List.of();
    }
  }
}
