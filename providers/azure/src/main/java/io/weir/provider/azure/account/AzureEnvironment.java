package io.weir.provider.azure.account;

import java.net.URI;
import java.util.Arrays;
import java.util.Optional;

/** A cloud of Azure: they share neither accounts nor addresses. */
public enum AzureEnvironment {
  /** Azure itself. */
  PUBLIC("AzurePublicCloud", "https://management.azure.com", "https://login.microsoftonline.com"),
  /** That of the government of the United States. */
  US_GOVERNMENT(
      "AzureUSGovernmentCloud",
      "https://management.usgovcloudapi.net",
      "https://login.microsoftonline.us"),
  /** That in China. */
  CHINA("AzureChinaCloud", "https://management.chinacloudapi.cn", "https://login.chinacloudapi.cn");

  private final String word;
  private final URI resourceManager;
  private final URI authorityHost;

  AzureEnvironment(String word, String resourceManager, String authorityHost) {
    this.word = word;
    this.resourceManager = URI.create(resourceManager);
    this.authorityHost = URI.create(authorityHost);
  }

  /** The one that an AzureCluster names in {@code spec.azureEnvironment}. */
  public static Optional<AzureEnvironment> of(String word) {
    return Arrays.stream(values()).filter(each -> each.word.equals(word)).findFirst();
  }

  /** How an AzureCluster names it. */
  public String word() {
    return word;
  }

  /** Where Azure Resource Manager is. */
  public URI resourceManager() {
    return resourceManager;
  }

  /** Where Microsoft Entra ID gives out tokens. */
  public URI authorityHost() {
    return authorityHost;
  }

  /** What a token for Azure Resource Manager is asked for. */
  public String tokenScope() {
    return resourceManager + "/.default";
  }
}
