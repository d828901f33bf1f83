package io.weir.provider.azure.account.calls;

/**
 * The versions of Azure's APIs that requests are written for. Each resource provider has its own,
 * and answers as that version says for as long as it is supported.
 */
public enum ArmApi {
  /** Scale sets, virtual machines, operations on them, marketplace images. */
  COMPUTE("2025-04-01"),
  /** Images in galleries. */
  GALLERIES("2024-03-03"),
  /** Sizes of virtual machines, and where they can be had. */
  SKUS("2021-07-01"),
  /** Clusters of AKS. */
  CONTAINER_SERVICE("2025-08-01"),
  /** Role assignments. */
  AUTHORIZATION("2022-04-01"),
  /** Identities that machines are given. */
  MANAGED_IDENTITY("2023-01-31"),
  /** Resource groups, and tags of any resource. */
  RESOURCES("2021-04-01");

  private final String version;

  ArmApi(String version) {
    this.version = version;
  }

  /** What requests have as {@code api-version}. */
  String version() {
    return version;
  }
}
