package io.weir.sandbox.objects;

import java.util.Arrays;
import java.util.Locale;

/** The clouds that a sandbox can show pools of. */
public enum SandboxCloud {
  /** Simulated as far as Auto Scaling groups need it. */
  AWS("AWSMachinePool", "another instanceType, say"),
  /** Simulated as far as scale sets need it. */
  AZURE("AzureMachinePool", "another template.vmSize, say"),
  /** Simulated as far as managed instance groups need it. */
  GCP("GCPMachinePool", "another instanceType, say"),
  /** Simulated as far as pools of Kapsule clusters need it. */
  SCALEWAY("ScalewayManagedMachinePool", "other additionalTags, say");

  /** The one that is shown where nothing names another. */
  public static final SandboxCloud DEFAULT = AWS;

  private final String poolKind;
  private final String change;

  SandboxCloud(String poolKind, String change) {
    this.poolKind = poolKind;
    this.change = change;
  }

  /** Kind of its infrastructure pools. */
  public String poolKind() {
    return poolKind;
  }

  /** What one could change in such a pool, in words. */
  public String exampleChange() {
    return change;
  }

  /** The cloud that manifests are for: the last that has a pool among them. */
  public static SandboxCloud of(Manifests manifests) {
    return Arrays.stream(values())
        .filter(
            cloud ->
                manifests.objects().stream()
                    .anyMatch(object -> object.groupKind().kind().equals(cloud.poolKind)))
        .reduce((_, later) -> later)
        .orElse(DEFAULT);
  }

  /** Where its example is. */
  String examplePath() {
    return "examples/" + this + "/pool.yaml";
  }

  /** As people write it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
