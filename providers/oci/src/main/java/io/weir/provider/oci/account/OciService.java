package io.weir.provider.oci.account;

/**
 * The services that are called, each at a host of its own.
 *
 * @see <a href="https://docs.oracle.com/en-us/iaas/api/">API reference, with the hosts</a>
 */
public enum OciService {
  /** Container Engine: clusters and node pools. */
  CONTAINER_ENGINE("containerengine", "containerengine.%s.oci.%s", "containerEngineClientUrl"),
  /** Identity: availability domains. */
  IDENTITY("identity", "identity.%s.oci.%s", "identityClientUrl"),
  /** Network, Compute, Compute Management, and the work requests of these. */
  CORE("iaas", "iaas.%s.%s", "computeManagementClientUrl");

  private final String name;
  private final String host;
  private final String override;

  OciService(String name, String host, String override) {
    this.name = name;
    this.host = host;
    this.override = override;
  }

  /** The setting that holds another address. */
  public String setting() {
    return name + "-endpoint";
  }

  /** The host in a region, of a realm with this domain. */
  public String host(String region, String domain) {
    return host.formatted(region, domain);
  }

  /** The field of a cluster's object that holds another address. */
  String override() {
    return override;
  }
}
