package io.weir.clouds.azure.containerservice;

/**
 * A cluster of AKS.
 *
 * @param group its resource group
 * @param name its name
 * @param location where it is
 * @param version such as {@code 1.35.4}
 * @param server where its API server is, such as {@code https://host:443}
 * @param certificateAuthority that of the API server, PEM in base64
 * @param withEntraId whether it knows identities of Microsoft Entra ID
 * @param powerState {@code Running} or {@code Stopped}
 */
public record ManagedCluster(
    String group,
    String name,
    String location,
    String version,
    String server,
    String certificateAuthority,
    boolean withEntraId,
    String powerState) {}
