package io.weir.provider.azure.api;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.EmptyIfNull;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What each machine is made from.
 *
 * @param vmSize size of the virtual machine; empty only when the object has no spec
 * @param image the image; absent means that one is chosen by version
 * @param osDisk disk of the operating system
 * @param dataDisks further disks
 * @param sshPublicKey base64 of an {@code authorized_keys} line; admission fills it in
 * @param acceleratedNetworking where the choice of the only interface stood before; moved by
 *     admission
 * @param diagnostics what is kept of the boot; admission fills it in
 * @param terminateNotificationTimeout minutes that a machine is told before it is deleted; absent
 *     means that it is not told
 * @param securityProfile host encryption and trusted launch
 * @param additionalCapabilities what machines can do beyond the default
 * @param spotVMOptions present means Spot
 * @param subnetName where the subnet of the only interface stood before; moved by admission
 * @param vmExtensions extensions that are installed in each machine
 * @param networkInterfaces network interfaces, the primary one first; admission fills one in
 * @param disableVMBootstrapExtension whether the extension that watches the bootstrap is left out;
 *     absent means that it is
 */
public record AzureMachineTemplate(
    String vmSize,
    @Nullable AzureImage image,
    OSDisk osDisk,
    List<DataDisk> dataDisks,
    @Nullable String sshPublicKey,
    @Nullable Boolean acceleratedNetworking,
    @Nullable Diagnostics diagnostics,
    @Nullable Long terminateNotificationTimeout,
    @Nullable SecurityProfile securityProfile,
    @Nullable AdditionalCapabilities additionalCapabilities,
    @Nullable SpotVMOptions spotVMOptions,
    @Nullable String subnetName,
    List<VMExtension> vmExtensions,
    List<NetworkInterface> networkInterfaces,
    @Nullable Boolean disableVMBootstrapExtension) {

  /** None of it set. */
  public static final AzureMachineTemplate EMPTY =
      new AzureMachineTemplate(
          "",
          null,
          OSDisk.EMPTY,
          List.of(),
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          List.of(),
          List.of(),
          null);

  public AzureMachineTemplate {
    osDisk = osDisk == null ? OSDisk.EMPTY : osDisk;
    dataDisks = EmptyIfNull.list(dataDisks);
    vmExtensions = EmptyIfNull.list(vmExtensions);
    networkInterfaces = EmptyIfNull.list(networkInterfaces);
  }

  /**
   * Disk of the operating system.
   *
   * @param osType {@code Linux} or {@code Windows}
   * @param diskSizeGB size; absent means the image's
   * @param managedDisk type and encryption; absent means Azure's default
   * @param diffDiskSettings present means a disk on the host, whose content is lost with it
   * @param cachingType {@code None}, {@code ReadOnly} or {@code ReadWrite}; absent means None
   */
  public record OSDisk(
      String osType,
      @Nullable Integer diskSizeGB,
      @Nullable ManagedDisk managedDisk,
      @Nullable DiffDiskSettings diffDiskSettings,
      @Nullable String cachingType) {

    /** What the schema fills in for {@code osType}. */
    public static final String LINUX = "Linux";

    /** None of it set. */
    public static final OSDisk EMPTY = new OSDisk(LINUX, null, null, null, null);

    public OSDisk {
      osType = osType == null || osType.isEmpty() ? LINUX : osType;
    }
  }

  /**
   * A further disk, made empty.
   *
   * @param nameSuffix what follows the name of the scale set in the disk's
   * @param diskSizeGB size
   * @param managedDisk type and encryption; absent means Azure's default
   * @param lun logical unit number; absent leaves it to Azure
   * @param cachingType {@code None}, {@code ReadOnly} or {@code ReadWrite}
   */
  public record DataDisk(
      String nameSuffix,
      int diskSizeGB,
      @Nullable ManagedDisk managedDisk,
      @Nullable Integer lun,
      @Nullable String cachingType) {}

  /**
   * Type and encryption of a disk.
   *
   * @param storageAccountType type, such as {@code Premium_LRS}
   * @param diskEncryptionSet customer's key; absent means Azure's
   * @param securityProfile encryption of a confidential machine's disk
   */
  public record ManagedDisk(
      @Nullable String storageAccountType,
      @Nullable DiskEncryptionSet diskEncryptionSet,
      @Nullable DiskSecurityProfile securityProfile) {}

  /**
   * A customer's key for disks.
   *
   * @param id resource ID of the disk encryption set
   */
  public record DiskEncryptionSet(@Nullable String id) {}

  /**
   * Encryption of a confidential machine's disk.
   *
   * @param diskEncryptionSet customer's key; absent means the platform's
   * @param securityEncryptionType {@code VMGuestStateOnly} or {@code DiskWithVMGuestState}
   */
  public record DiskSecurityProfile(
      @Nullable DiskEncryptionSet diskEncryptionSet, @Nullable String securityEncryptionType) {}

  /**
   * A disk on the host.
   *
   * @param option {@code Local}, the only one
   * @param placement {@code CacheDisk}, {@code NvmeDisk} or {@code ResourceDisk}; absent leaves it
   *     to Azure
   */
  public record DiffDiskSettings(String option, @Nullable String placement) {}

  /**
   * What is kept of the boot.
   *
   * @param boot serial log and screenshot
   */
  public record Diagnostics(@Nullable BootDiagnostics boot) {}

  /**
   * Serial log and screenshot.
   *
   * @param storageAccountType {@code Managed}, {@code UserManaged} or {@code Disabled}
   * @param userManaged where they are kept for {@code UserManaged}
   */
  public record BootDiagnostics(
      String storageAccountType, @Nullable UserManagedBootDiagnostics userManaged) {}

  /**
   * A storage account of the user.
   *
   * @param storageAccountURI its blob endpoint
   */
  public record UserManagedBootDiagnostics(String storageAccountURI) {}

  /**
   * Host encryption and trusted launch.
   *
   * @param encryptionAtHost whether the host encrypts disks and caches; absent leaves it to Azure
   * @param securityType {@code ConfidentialVM} or {@code TrustedLaunch}
   * @param uefiSettings firmware of the two
   */
  public record SecurityProfile(
      @Nullable Boolean encryptionAtHost,
      @Nullable String securityType,
      @Nullable UefiSettings uefiSettings) {}

  /**
   * Firmware of a machine.
   *
   * @param secureBootEnabled whether only signed code boots
   * @param vTpmEnabled whether it has a virtual TPM
   */
  public record UefiSettings(@Nullable Boolean secureBootEnabled, @Nullable Boolean vTpmEnabled) {}

  /**
   * What machines can do beyond the default.
   *
   * @param ultraSSDEnabled whether Ultra disks can be attached; absent means that it follows from
   *     the data disks
   */
  public record AdditionalCapabilities(@Nullable Boolean ultraSSDEnabled) {}

  /**
   * Spot machines.
   *
   * @param maxPrice most to pay an hour, in dollars, as a Kubernetes quantity; absent means the
   *     price of others
   * @param evictionPolicy {@code Deallocate} or {@code Delete}; absent leaves it to Azure
   */
  public record SpotVMOptions(@Nullable JsonNode maxPrice, @Nullable String evictionPolicy) {}

  /**
   * An extension that is installed in each machine.
   *
   * @param name its type
   * @param publisher its publisher
   * @param version its version
   * @param settings its settings
   * @param protectedSettings its secret settings
   */
  public record VMExtension(
      String name,
      String publisher,
      String version,
      Map<String, String> settings,
      Map<String, String> protectedSettings) {

    public VMExtension {
      settings = EmptyIfNull.map(settings);
      protectedSettings = EmptyIfNull.map(protectedSettings);
    }

    /** Settings may be secret. */
    @Override
    public String toString() {
      return "VMExtension[%s, %s %s]".formatted(name, publisher, version);
    }
  }

  /**
   * A network interface.
   *
   * @param subnetName its subnet; absent for the first means the cluster's only one for nodes
   * @param privateIPConfigs addresses that it has; admission makes none one
   * @param acceleratedNetworking whether it bypasses the host; absent means if the size can
   */
  public record NetworkInterface(
      @Nullable String subnetName,
      @Nullable Long privateIPConfigs,
      @Nullable Boolean acceleratedNetworking) {}
}
