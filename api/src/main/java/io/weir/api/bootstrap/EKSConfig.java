package io.weir.api.bootstrap;

import io.weir.api.EmptyIfNull;
import io.weir.api.bootstrap.KubeadmConfig.Ntp;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What machines with Amazon Linux 2 run at first boot to join an EKS cluster, v1beta2.
 *
 * @param spec what was asked for; empty when the object has none
 */
public record EKSConfig(Spec spec) {

  public EKSConfig {
    spec = spec == null ? Spec.EMPTY : spec;
  }

  /**
   * What was asked for.
   *
   * @param kubeletExtraArgs flags of the kubelet by name, without the leading dashes
   * @param containerRuntime container runtime; absent leaves the script's
   * @param dnsClusterIP address of the cluster's DNS; absent leaves the script's
   * @param dockerConfigJson content of Docker's configuration; absent leaves the image's
   * @param apiRetryAttempts how often the script asks EKS; absent leaves the script's
   * @param pauseContainer image of the pause container; absent leaves the script's
   * @param useMaxPods whether the kubelet is told how many Pods fit; absent leaves the script's
   * @param serviceIPV6Cidr CIDR of services; absent means the network's, empty none
   * @param preBootstrapCommands commands before the script
   * @param postBootstrapCommands commands after the script
   * @param boostrapCommandOverride command in the script's place; absent or empty means the script.
   *     The name has upstream's spelling
   * @param files files to write, in this order
   * @param users accounts to create
   * @param ntp time service; absent leaves the image's
   * @param diskSetup partitions and file systems to make; absent leaves the disks alone
   * @param mounts entries of fstab, each a list of its fields
   */
  public record Spec(
      Map<String, String> kubeletExtraArgs,
      @Nullable String containerRuntime,
      @Nullable String dnsClusterIP,
      @Nullable String dockerConfigJson,
      @Nullable Integer apiRetryAttempts,
      @Nullable PauseContainer pauseContainer,
      @Nullable Boolean useMaxPods,
      @Nullable String serviceIPV6Cidr,
      List<String> preBootstrapCommands,
      List<String> postBootstrapCommands,
      @Nullable String boostrapCommandOverride,
      List<FileEntry> files,
      List<User> users,
      @Nullable Ntp ntp,
      @Nullable DiskSetup diskSetup,
      List<List<String>> mounts) {

    /** None of it set. */
    public static final Spec EMPTY =
        new Spec(
            Map.of(), null, null, null, null, null, null, null, List.of(), List.of(), null,
            List.of(), List.of(), null, null, List.of());

    public Spec {
      kubeletExtraArgs = EmptyIfNull.map(kubeletExtraArgs);
      preBootstrapCommands = EmptyIfNull.list(preBootstrapCommands);
      postBootstrapCommands = EmptyIfNull.list(postBootstrapCommands);
      files = EmptyIfNull.list(files);
      users = EmptyIfNull.list(users);
      mounts = EmptyIfNull.list(mounts);
    }

    /** Commands and flags may carry secrets, so they are counted only. */
    @Override
    public String toString() {
      int commands = preBootstrapCommands.size() + postBootstrapCommands.size();
      return "Spec[files=%s, commands=%d, users=%s]".formatted(files, commands, users);
    }
  }

  /**
   * Image of the pause container.
   *
   * @param accountNumber AWS account whose registry has it
   * @param version version of the image
   */
  public record PauseContainer(String accountNumber, String version) {}
}
