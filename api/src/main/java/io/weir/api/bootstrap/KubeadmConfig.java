package io.weir.api.bootstrap;

import io.weir.api.EmptyIfNull;
import io.weir.api.conditions.Condition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What machines run at first boot to join a cluster with kubeadm.
 *
 * @param spec what was asked for; empty when the object has none
 * @param status whether the data was rendered; empty before the first report
 */
public record KubeadmConfig(Spec spec, Status status) {

  public KubeadmConfig {
    spec = spec == null ? Spec.EMPTY : spec;
    status = status == null ? Status.EMPTY : status;
  }

  /**
   * What was asked for.
   *
   * @param format {@code cloud-config} or {@code ignition}; absent means cloud-config
   * @param verbosity kubeadm's {@code --v}; absent leaves kubeadm's own
   * @param files files to write before kubeadm runs, in this order
   * @param bootCommands commands at every boot, before anything else
   * @param preKubeadmCommands commands before kubeadm
   * @param postKubeadmCommands commands after kubeadm succeeded
   * @param users accounts to create
   * @param ntp time service; absent leaves the image's
   * @param mounts entries of fstab, each a list of its fields
   * @param diskSetup partitions and file systems to make; absent leaves the disks alone
   * @param ignition what only Ignition knows; absent for cloud-config
   * @param joinConfiguration kubeadm's own settings for joining
   */
  public record Spec(
      @Nullable String format,
      @Nullable Integer verbosity,
      List<FileEntry> files,
      List<String> bootCommands,
      List<String> preKubeadmCommands,
      List<String> postKubeadmCommands,
      List<User> users,
      @Nullable Ntp ntp,
      List<List<String>> mounts,
      @Nullable DiskSetup diskSetup,
      @Nullable Ignition ignition,
      JoinConfiguration joinConfiguration) {

    /** None of it set. */
    public static final Spec EMPTY =
        new Spec(
            null,
            null,
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            null,
            List.of(),
            null,
            null,
            JoinConfiguration.EMPTY);

    public Spec {
      files = EmptyIfNull.list(files);
      bootCommands = EmptyIfNull.list(bootCommands);
      preKubeadmCommands = EmptyIfNull.list(preKubeadmCommands);
      postKubeadmCommands = EmptyIfNull.list(postKubeadmCommands);
      users = EmptyIfNull.list(users);
      mounts = EmptyIfNull.list(mounts);
      joinConfiguration = joinConfiguration == null ? JoinConfiguration.EMPTY : joinConfiguration;
    }

    /** Commands may carry secrets, so they are counted only. */
    @Override
    public String toString() {
      int commands = bootCommands.size() + preKubeadmCommands.size() + postKubeadmCommands.size();
      return "Spec[format=%s, files=%s, commands=%d, users=%s, joinConfiguration=%s]"
          .formatted(format, files, commands, users, joinConfiguration);
    }
  }

  /**
   * Time service.
   *
   * @param enabled whether to run it; absent leaves the image's choice
   * @param servers servers to ask; empty leaves the image's
   */
  public record Ntp(@Nullable Boolean enabled, List<String> servers) {

    public Ntp {
      servers = EmptyIfNull.list(servers);
    }
  }

  /**
   * What only Ignition knows.
   *
   * @param containerLinuxConfig how to write and extend the Ignition config
   */
  public record Ignition(@Nullable ContainerLinuxConfig containerLinuxConfig) {}

  /**
   * How to write and extend the Ignition config.
   *
   * @param additionalConfig YAML of a Container Linux Config, merged over the generated one
   * @param strict whether warnings of the merge are errors
   */
  public record ContainerLinuxConfig(@Nullable String additionalConfig, @Nullable Boolean strict) {

    /** The config may carry secrets. */
    @Override
    public String toString() {
      return "ContainerLinuxConfig[strict=%s]".formatted(strict);
    }
  }

  /**
   * Whether the data was rendered.
   *
   * @param conditions what is true of the config now
   * @param initialization milestones that were reached once
   * @param dataSecretName Secret of the same namespace with the data; absent until there is one
   * @param observedGeneration generation that this status speaks of
   * @param deprecated what readers of v1beta1 still look at
   */
  public record Status(
      List<Condition.V1Beta2> conditions,
      Initialization initialization,
      @Nullable String dataSecretName,
      @Nullable Long observedGeneration,
      DeprecatedStatus deprecated) {

    /** None of it set. */
    public static final Status EMPTY =
        new Status(List.of(), Initialization.EMPTY, null, null, DeprecatedStatus.EMPTY);

    public Status {
      conditions = EmptyIfNull.list(conditions);
      initialization = initialization == null ? Initialization.EMPTY : initialization;
      deprecated = deprecated == null ? DeprecatedStatus.EMPTY : deprecated;
    }
  }

  /**
   * Milestones; absent is not the same as false when it is written back.
   *
   * @param dataSecretCreated the Secret named in status holds the data
   */
  public record Initialization(@Nullable Boolean dataSecretCreated) {

    /** None of it set. */
    public static final Initialization EMPTY = new Initialization(null);
  }

  /**
   * What readers of v1beta1 still look at.
   *
   * @param v1beta1 the fields in their old shape
   */
  public record DeprecatedStatus(V1Beta1 v1beta1) {

    /** None of it set. */
    public static final DeprecatedStatus EMPTY = new DeprecatedStatus(V1Beta1.EMPTY);

    public DeprecatedStatus {
      v1beta1 = v1beta1 == null ? V1Beta1.EMPTY : v1beta1;
    }
  }

  /**
   * The status of v1beta1, where its shape differs.
   *
   * @param conditions conditions with severities
   * @param failureReason word for a failure that was taken as final
   * @param failureMessage the same for people
   */
  public record V1Beta1(
      List<Condition.V1Beta1> conditions,
      @Nullable String failureReason,
      @Nullable String failureMessage) {

    /** None of it set. */
    public static final V1Beta1 EMPTY = new V1Beta1(List.of(), null, null);

    public V1Beta1 {
      conditions = EmptyIfNull.list(conditions);
    }
  }
}
