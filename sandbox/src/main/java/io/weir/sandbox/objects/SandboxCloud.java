package io.weir.sandbox.objects;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The clouds that a sandbox can show pools of. */
public enum SandboxCloud {
  /** Simulated as far as node pools need it that Azure Service Operator makes. */
  AKS(
      "AzureASOManagedMachinePool",
      "other nodeLabels of what is listed, say",
      "AzureManagedMachinePool"),
  /** Simulated as far as Auto Scaling groups and node groups of EKS clusters need it. */
  AWS("AWSMachinePool", "another instanceType, say", "AWSManagedMachinePool"),
  /** Simulated as far as scale sets need it. */
  AZURE("AzureMachinePool", "another template.vmSize, say"),
  /** The simulated AWS again, of which node groups of an EKS cluster are shown. */
  EKS("AWSManagedMachinePool", "other labels, say"),
  /** Simulated as far as managed instance groups and node pools of GKE clusters need it. */
  GCP("GCPMachinePool", "another instanceType, say", "GCPManagedMachinePool"),
  /** The simulated Google Cloud again, of which node pools of a GKE cluster are shown. */
  GKE("GCPManagedMachinePool", "other kubernetesLabels, say"),
  /** Simulated as far as instance pools and node pools of OKE clusters need it. */
  OCI("OCIMachinePool", "another shape, say", "OCIManagedMachinePool"),
  /** The simulated Oracle Cloud again, of which node pools of an OKE cluster are shown. */
  OKE("OCIManagedMachinePool", "another nodeShape, say"),
  /** Simulated as far as pools of Kapsule clusters need it. */
  SCALEWAY("ScalewayManagedMachinePool", "other additionalTags, say");

  /** The one that is shown where nothing names another. */
  public static final SandboxCloud DEFAULT = AWS;

  private final String poolKind;
  private final String change;
  private final String furtherKind;

  SandboxCloud(String poolKind, String change) {
    this(poolKind, change, "");
  }

  SandboxCloud(String poolKind, String change, String furtherKind) {
    this.poolKind = poolKind;
    this.change = change;
    this.furtherKind = furtherKind;
  }

  /** What runs to show it, which several may share. */
  public SandboxCloud simulated() {
    return switch (this) {
      case EKS -> AWS;
      case GKE -> GCP;
      case OKE -> OCI;
      default -> this;
    };
  }

  /** Kind of its infrastructure pools; of several the one that the example has. */
  public String poolKind() {
    return poolKind;
  }

  /** All kinds of its infrastructure pools. */
  public List<String> poolKinds() {
    return furtherKind.isEmpty() ? List.of(poolKind) : List.of(poolKind, furtherKind);
  }

  /** Whether one of its infrastructure pools is there. */
  public boolean hasPoolsAmong(Manifests manifests) {
    return manifests.objects().stream()
        .anyMatch(object -> poolKinds().contains(object.groupKind().kind()));
  }

  /** What one could change in such a pool, in words. */
  public String exampleChange() {
    return change;
  }

  /** The cloud that manifests are for: the last that has a pool among them. */
  public static SandboxCloud of(Manifests manifests) {
    return Arrays.stream(values())
        .filter(cloud -> cloud.hasPoolsAmong(manifests))
        .reduce((_, later) -> later)
        .orElse(DEFAULT);
  }

  /** Where its example is. */
  String examplePath() {
    return switch (this) {
      case AKS -> "examples/azure/aks-aso.yaml";
      case EKS -> "examples/aws/eks.yaml";
      case GKE -> "examples/gcp/gke.yaml";
      case OKE -> "examples/oci/oke.yaml";
      default -> "examples/" + this + "/pool.yaml";
    };
  }

  /** As people write it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
