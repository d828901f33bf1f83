package io.weir.provider.gcp.api;

import io.weir.api.EmptyIfNull;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A pool of virtual machines: one managed instance group.
 *
 * @param spec what was asked for
 */
public record GcpMachinePool(Spec spec) {

  /** Value of the fields that switch something on. */
  public static final String ENABLED = "Enabled";

  public GcpMachinePool {
    spec = spec == null ? Spec.EMPTY : spec;
  }

  /**
   * What was asked for.
   *
   * @param instanceType name of the machine type; empty only when the object has no spec
   * @param subnet name of the subnetwork; absent leaves it to the network
   * @param image image, goes before the family
   * @param imageFamily image family; both absent for that of the Kubernetes version
   * @param additionalLabels labels of machines and boot disk
   * @param additionalMetadata metadata of machines
   * @param publicIP whether they have an external address
   * @param additionalNetworkTags network tags
   * @param resourceManagerTags tags of machines and disks
   * @param rootDeviceSize size of the boot disk in GB; 0 for that of the image
   * @param rootDeviceType type of the boot disk
   * @param additionalDisks further disks
   * @param rootDiskEncryptionKey key of the boot disk
   * @param serviceAccounts service account, one in spite of its name
   * @param preemptible whether machines are preemptible
   * @param provisioningModel {@code Standard} or {@code Spot}
   * @param ipForwarding {@code Enabled} or {@code Disabled}
   * @param shieldedInstanceConfig what Shielded VM offers
   * @param onHostMaintenance {@code Migrate} or {@code Terminate}
   * @param confidentialCompute how memory is encrypted
   * @param guestAccelerators accelerators
   */
  public record Spec(
      String instanceType,
      @Nullable String subnet,
      @Nullable String image,
      @Nullable String imageFamily,
      Map<String, String> additionalLabels,
      List<MetadataItem> additionalMetadata,
      boolean publicIP,
      List<String> additionalNetworkTags,
      List<ResourceManagerTag> resourceManagerTags,
      long rootDeviceSize,
      @Nullable String rootDeviceType,
      List<Disk> additionalDisks,
      @Nullable EncryptionKey rootDiskEncryptionKey,
      @Nullable ServiceAccount serviceAccounts,
      boolean preemptible,
      @Nullable String provisioningModel,
      String ipForwarding,
      @Nullable ShieldedInstanceConfig shieldedInstanceConfig,
      @Nullable String onHostMaintenance,
      @Nullable String confidentialCompute,
      List<Accelerator> guestAccelerators) {

    /** Nothing asked for but what the schema sets by default. */
    public static final Spec EMPTY =
        new Spec(
            "", null, null, null, Map.of(), List.of(), false, List.of(), List.of(), 0, null,
            List.of(), null, null, false, null, ENABLED, null, null, null, List.of());

    public Spec {
      instanceType = instanceType == null ? "" : instanceType;
      additionalLabels = EmptyIfNull.map(additionalLabels);
      additionalMetadata = EmptyIfNull.list(additionalMetadata);
      additionalNetworkTags = EmptyIfNull.list(additionalNetworkTags);
      resourceManagerTags = EmptyIfNull.list(resourceManagerTags);
      additionalDisks = EmptyIfNull.list(additionalDisks);
      ipForwarding = ipForwarding == null ? ENABLED : ipForwarding;
      guestAccelerators = EmptyIfNull.list(guestAccelerators);
    }
  }

  /**
   * An entry of the metadata.
   *
   * @param value absent for one without a value
   */
  public record MetadataItem(String key, @Nullable String value) {}

  /**
   * A tag of the Resource Manager.
   *
   * @param parentID organization or project of the key
   * @param key short name of the key
   * @param value short name of the value
   */
  public record ResourceManagerTag(String parentID, String key, String value) {}

  /**
   * A further disk.
   *
   * @param deviceType its type; absent leaves it to Google
   * @param size in GB; absent for 30
   * @param encryptionKey its key
   */
  public record Disk(
      @Nullable String deviceType, @Nullable Long size, @Nullable EncryptionKey encryptionKey) {}

  /**
   * A key of a disk.
   *
   * @param kmsKeyServiceAccount who asks for it; absent for Compute Engine's own
   * @param managedKey a key of Cloud KMS; absent for one of people's own, which no template takes
   */
  public record EncryptionKey(
      @Nullable String kmsKeyServiceAccount, @Nullable ManagedKey managedKey) {}

  /** A key of Cloud KMS. */
  public record ManagedKey(String kmsKeyName) {}

  /**
   * A service account.
   *
   * @param email its address; empty for none
   * @param scopes of its tokens; taken literally, so that none are none
   */
  public record ServiceAccount(String email, List<String> scopes) {
    public ServiceAccount {
      email = email == null ? "" : email;
      scopes = EmptyIfNull.list(scopes);
    }
  }

  /** What Shielded VM offers; each {@code Enabled}, {@code Disabled} or absent. */
  public record ShieldedInstanceConfig(
      @Nullable String secureBoot,
      @Nullable String virtualizedTrustedPlatformModule,
      @Nullable String integrityMonitoring) {}

  /**
   * Accelerators of one type.
   *
   * @param type its name, or a path that ends in it
   * @param count how many
   */
  public record Accelerator(String type, long count) {
    public Accelerator {
      type = type == null ? "" : type;
    }
  }
}
