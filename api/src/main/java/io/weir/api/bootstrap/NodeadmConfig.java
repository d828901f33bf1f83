package io.weir.api.bootstrap;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.EmptyIfNull;
import io.weir.api.bootstrap.KubeadmConfig.Ntp;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What machines with Amazon Linux 2023 run at first boot to join an EKS cluster, v1beta2.
 *
 * @param spec what was asked for; empty when the object has none
 */
public record NodeadmConfig(Spec spec) {

  public NodeadmConfig {
    spec = spec == null ? Spec.EMPTY : spec;
  }

  /**
   * What was asked for.
   *
   * @param kubelet settings of the kubelet
   * @param containerd settings of containerd
   * @param featureGates feature gates of nodeadm, by name
   * @param preNodeadmCommands commands before nodeadm
   * @param files files to write, in this order
   * @param users accounts to create
   * @param ntp time service; absent leaves the image's
   * @param diskSetup partitions and file systems to make; absent leaves the disks alone
   * @param mounts entries of fstab, each a list of its fields
   */
  public record Spec(
      Kubelet kubelet,
      Containerd containerd,
      Map<String, Boolean> featureGates,
      List<String> preNodeadmCommands,
      List<FileEntry> files,
      List<User> users,
      @Nullable Ntp ntp,
      @Nullable DiskSetup diskSetup,
      List<List<String>> mounts) {

    /** None of it set. */
    public static final Spec EMPTY =
        new Spec(
            Kubelet.EMPTY,
            Containerd.EMPTY,
            Map.of(),
            List.of(),
            List.of(),
            List.of(),
            null,
            null,
            List.of());

    public Spec {
      kubelet = kubelet == null ? Kubelet.EMPTY : kubelet;
      containerd = containerd == null ? Containerd.EMPTY : containerd;
      featureGates = EmptyIfNull.map(featureGates);
      preNodeadmCommands = EmptyIfNull.list(preNodeadmCommands);
      files = EmptyIfNull.list(files);
      users = EmptyIfNull.list(users);
      mounts = EmptyIfNull.list(mounts);
    }

    /** Commands and flags may carry secrets, so they are counted only. */
    @Override
    public String toString() {
      return "Spec[files=%s, commands=%d, users=%s]"
          .formatted(files, preNodeadmCommands.size(), users);
    }
  }

  /**
   * Settings of the kubelet.
   *
   * @param flags its flags, such as {@code --v=2}
   * @param config a KubeletConfiguration; absent for the image's
   */
  public record Kubelet(List<String> flags, @Nullable ObjectNode config) {

    /** None of it set. */
    public static final Kubelet EMPTY = new Kubelet(List.of(), null);

    public Kubelet {
      flags = EmptyIfNull.list(flags);
    }
  }

  /**
   * Settings of containerd.
   *
   * @param config TOML that is merged into its configuration; absent for none
   * @param baseRuntimeSpec what is merged into the OCI runtime specification; absent for nothing
   */
  public record Containerd(@Nullable String config, @Nullable ObjectNode baseRuntimeSpec) {

    /** None of it set. */
    public static final Containerd EMPTY = new Containerd(null, null);
  }
}
