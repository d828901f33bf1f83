package io.weir.provider.azure.scaleset;

import static io.weir.provider.http.JsonFields.putIfPresent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.azure.api.AzureMachinePool;
import io.weir.provider.azure.api.AzureMachineTemplate;
import io.weir.provider.azure.api.AzureMachineTemplate.BootDiagnostics;
import io.weir.provider.azure.api.AzureMachineTemplate.DataDisk;
import io.weir.provider.azure.api.AzureMachineTemplate.ManagedDisk;
import io.weir.provider.azure.api.AzureMachineTemplate.OSDisk;
import io.weir.provider.azure.api.AzureMachineTemplate.SpotVMOptions;
import io.weir.provider.azure.api.AzureMachineTemplate.VMExtension;
import io.weir.provider.azure.image.MachineImage;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The model that a pool's spec asks for.
 *
 * @param name of the scale set
 * @param spec the pool's
 * @param interfaces its network interfaces, complete
 * @param bootstrapExtension the extension that tells whether machines have joined; empty if it is
 *     not wanted
 */
public record ScaleSetModelFactory(
    String name,
    AzureMachinePool.Spec spec,
    List<NetworkInterface> interfaces,
    Optional<BootstrapExtension> bootstrapExtension) {

  private static final String USER = "capi";
  private static final String ULTRA_DISK = "UltraSSD_LRS";
  private static final String PROVIDER_ID_PREFIX = "azure://";
  private static final String IPV4 = "IPv4";
  private static final Pattern QUANTITY = Pattern.compile("([+-]?\\d+(?:\\.\\d*)?)([num]?)");

  /** Of Flexible sets only, where Azure insists on one; the newest that upstream knows. */
  private static final String NETWORK_API_VERSION = "2020-11-01";

  /**
   * A network interface of each machine.
   *
   * @param subnetId resource ID of its subnet
   * @param addresses how many IPv4 addresses it has
   * @param ipv6 whether it has one of IPv6, too
   * @param accelerated whether it bypasses the host
   * @param backendPoolId resource ID of what balances what nodes send out; empty if nothing does
   */
  public record NetworkInterface(
      String subnetId, int addresses, boolean ipv6, boolean accelerated, String backendPoolId) {}

  /** The model with what machines boot. */
  public ScaleSetModel create(MachineImage image) throws PrerequisiteException {
    AzureMachineTemplate template = spec.template();
    ObjectNode document = Json.MAPPER.createObjectNode();
    document.putObject("sku").put("name", template.vmSize()).put("tier", "Standard");
    putUnlessEmpty(document, "plan", image.planJson());
    putUnlessEmpty(document, "identity", identity());
    ObjectNode properties = document.putObject("properties");
    putUnlessEmpty(properties, "additionalCapabilities", capabilities(template));
    ObjectNode profile = properties.putObject(ScaleSetModel.PROFILE);
    profile.set("osProfile", osProfile(template));
    profile.set("storageProfile", storageProfile(template, image));
    putUnlessEmpty(profile, "securityProfile", securityProfile(template));
    profile.set("diagnosticsProfile", diagnosticsProfile(template));
    profile.set("networkProfile", networkProfile());
    if (template.spotVMOptions() != null) {
      spot(profile, template.spotVMOptions());
    }
    profile.set("extensionProfile", extensionProfile(template));
    if (template.terminateNotificationTimeout() != null) {
      profile
          .putObject("scheduledEventsProfile")
          .putObject("terminateNotificationProfile")
          .put("enable", true)
          .put("notBeforeTimeout", "PT%dM".formatted(template.terminateNotificationTimeout()));
    }
    return new ScaleSetModel(document, protectedSettings(template));
  }

  private static void putUnlessEmpty(ObjectNode parent, String field, ObjectNode value) {
    if (!value.isEmpty()) {
      parent.set(field, value);
    }
  }

  private ObjectNode identity() throws PrerequisiteException {
    ObjectNode identity = Json.MAPPER.createObjectNode();
    switch (Objects.requireNonNullElse(spec.identity(), "None")) {
      case "None", "" -> {}
      case "SystemAssigned" -> identity.put("type", "SystemAssigned");
      case "UserAssigned" -> {
        ObjectNode ids = identity.put("type", "UserAssigned").putObject("userAssignedIdentities");
        spec.userAssignedIdentities().stream()
            .map(each -> withoutPrefix(each.providerID()))
            .sorted()
            .forEach(ids::putObject);
      }
      default ->
          throw PrerequisiteException.invalid(
              "spec.identity is %s; use None, SystemAssigned or UserAssigned"
                  .formatted(spec.identity()));
    }
    return identity;
  }

  private static String withoutPrefix(String providerId) {
    return providerId.startsWith(PROVIDER_ID_PREFIX)
        ? providerId.substring(PROVIDER_ID_PREFIX.length())
        : providerId;
  }

  /** Whether machines may have ultra disks: by what is said of it, else by the disks. */
  public static boolean wantsUltraDisks(AzureMachineTemplate template) {
    var said = template.additionalCapabilities();
    return (said != null && said.ultraSSDEnabled() != null)
        ? said.ultraSSDEnabled()
        : hasUltraDisk(template);
  }

  private static boolean hasUltraDisk(AzureMachineTemplate template) {
    return template.dataDisks().stream()
        .map(DataDisk::managedDisk)
        .anyMatch(disk -> disk != null && ULTRA_DISK.equals(disk.storageAccountType()));
  }

  private static ObjectNode capabilities(AzureMachineTemplate template) {
    ObjectNode capabilities = Json.MAPPER.createObjectNode();
    var said = template.additionalCapabilities();
    boolean mentioned = said != null && said.ultraSSDEnabled() != null;
    if (mentioned || hasUltraDisk(template)) {
      capabilities.put("ultraSSDEnabled", wantsUltraDisks(template));
    }
    return capabilities;
  }

  private ObjectNode osProfile(AzureMachineTemplate template) throws PrerequisiteException {
    ObjectNode os = Json.MAPPER.createObjectNode();
    os.put("computerNamePrefix", name).put("adminUsername", USER);
    if (isWindows()) {
      os.putObject("windowsConfiguration").put("enableAutomaticUpdates", false);
      return os;
    }
    os.putObject("linuxConfiguration")
        .put("disablePasswordAuthentication", true)
        .putObject("ssh")
        .putArray("publicKeys")
        .addObject()
        .put("keyData", sshKey(template.sshPublicKey()))
        .put("path", "/home/" + USER + "/.ssh/authorized_keys");
    return os;
  }

  private static String sshKey(@Nullable String base64) throws PrerequisiteException {
    if (base64 == null || base64.isEmpty()) {
      throw PrerequisiteException.invalid(
          "spec.template.sshPublicKey is empty: set it, in base64, or write to the pool once more"
              + " while its webhook runs, which fills it in");
    }
    try {
      return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException _) {
      throw PrerequisiteException.invalid(
          "spec.template.sshPublicKey is not base64: encode the line of authorized_keys");
    }
  }

  private boolean isWindows() {
    return spec.template().osDisk().osType().equals("Windows");
  }

  private ObjectNode storageProfile(AzureMachineTemplate template, MachineImage image) {
    ObjectNode storage = Json.MAPPER.createObjectNode();
    storage.set("imageReference", image.referenceJson());
    OSDisk asked = template.osDisk();
    ObjectNode disk = storage.putObject("osDisk");
    disk.put("createOption", "FromImage").put("osType", asked.osType());
    disk.put("caching", Objects.requireNonNullElse(asked.cachingType(), "None"));
    putIfPresent(disk, "diskSizeGB", asked.diskSizeGB());
    putManagedDisk(disk, asked.managedDisk());
    if (asked.diffDiskSettings() != null) {
      ObjectNode local = disk.putObject("diffDiskSettings");
      local.put("option", asked.diffDiskSettings().option());
      putIfPresent(local, "placement", asked.diffDiskSettings().placement());
    }
    if (!template.dataDisks().isEmpty()) {
      dataDisks(storage.putArray("dataDisks"), template.dataDisks());
    }
    return storage;
  }

  private void dataDisks(ArrayNode disks, List<DataDisk> asked) {
    var used = new TreeSet<Integer>();
    asked.stream().map(DataDisk::lun).filter(Objects::nonNull).forEach(used::add);
    for (DataDisk each : asked) {
      Integer lun = each.lun();
      if (lun == null) {
        // Azure insists on one, and upstream's own machines, not its pools, get the first that is
        // free.
        lun = 0;
        while (!used.add(lun)) {
          lun++;
        }
      }
      ObjectNode disk = disks.addObject();
      disk.put("name", name + "_" + each.nameSuffix()).put("createOption", "Empty");
      disk.put("diskSizeGB", each.diskSizeGB()).put("lun", lun);
      putIfPresent(disk, "caching", each.cachingType());
      putManagedDisk(disk, each.managedDisk());
    }
  }

  private static void putManagedDisk(ObjectNode disk, @Nullable ManagedDisk asked) {
    if (asked == null) {
      return;
    }
    ObjectNode managed = disk.putObject("managedDisk");
    putIfPresent(managed, "storageAccountType", orNull(asked.storageAccountType()));
    if (asked.diskEncryptionSet() != null) {
      managed.putObject("diskEncryptionSet").put("id", asked.diskEncryptionSet().id());
    }
    var security = asked.securityProfile();
    if (security != null) {
      ObjectNode profile = managed.putObject("securityProfile");
      putIfPresent(profile, "securityEncryptionType", security.securityEncryptionType());
      if (security.diskEncryptionSet() != null) {
        profile.putObject("diskEncryptionSet").put("id", security.diskEncryptionSet().id());
      }
    }
  }

  private static ObjectNode securityProfile(AzureMachineTemplate template) {
    ObjectNode profile = Json.MAPPER.createObjectNode();
    var asked = template.securityProfile();
    if (asked != null) {
      putIfPresent(profile, "encryptionAtHost", asked.encryptionAtHost());
      putIfPresent(profile, "securityType", orNull(asked.securityType()));
      if (asked.uefiSettings() != null) {
        ObjectNode uefi = profile.putObject("uefiSettings");
        putIfPresent(uefi, "secureBootEnabled", asked.uefiSettings().secureBootEnabled());
        putIfPresent(uefi, "vTpmEnabled", asked.uefiSettings().vTpmEnabled());
      }
    }
    return profile;
  }

  private static ObjectNode diagnosticsProfile(AzureMachineTemplate template) {
    BootDiagnostics asked = template.diagnostics() == null ? null : template.diagnostics().boot();
    ObjectNode profile = Json.MAPPER.createObjectNode();
    ObjectNode boot = profile.putObject("bootDiagnostics");
    boot.put("enabled", asked == null || !asked.storageAccountType().equals("Disabled"));
    if (asked != null
        && asked.storageAccountType().equals("UserManaged")
        && asked.userManaged() != null) {
      boot.put("storageUri", asked.userManaged().storageAccountURI());
    }
    return profile;
  }

  private ObjectNode networkProfile() {
    ObjectNode profile = Json.MAPPER.createObjectNode();
    if (spec.isFlexible()) {
      profile.put("networkApiVersion", NETWORK_API_VERSION);
    }
    ArrayNode configurations = profile.putArray("networkInterfaceConfigurations");
    for (int i = 0; i < interfaces.size(); i++) {
      ObjectNode properties =
          configurations
              .addObject()
              .put("name", "%s-nic-%d".formatted(name, i))
              .putObject("properties");
      if (i == 0) {
        properties.put("primary", true);
      }
      properties.put("enableAcceleratedNetworking", interfaces.get(i).accelerated());
      properties.put("enableIPForwarding", true);
      addresses(properties.putArray("ipConfigurations"), interfaces.get(i));
    }
    return profile;
  }

  private static void addresses(ArrayNode configurations, NetworkInterface of) {
    for (int i = 0; i < of.addresses(); i++) {
      ObjectNode address = address(configurations, "ipConfig" + i, IPV4, of);
      if (i == 0) {
        address.put("primary", true);
        if (!of.backendPoolId().isEmpty()) {
          address
              .putArray("loadBalancerBackendAddressPools")
              .addObject()
              .put("id", of.backendPoolId());
        }
      }
    }
    if (of.ipv6()) {
      address(configurations, "ipConfigv6", "IPv6", of).put("primary", false);
    }
  }

  private static ObjectNode address(
      ArrayNode configurations, String name, String version, NetworkInterface of) {
    ObjectNode properties = configurations.addObject().put("name", name).putObject("properties");
    properties.put("privateIPAddressVersion", version);
    properties.putObject("subnet").put("id", of.subnetId());
    return properties;
  }

  private static void spot(ObjectNode profile, SpotVMOptions asked) throws PrerequisiteException {
    profile.put("priority", "Spot");
    putIfPresent(profile, "evictionPolicy", orNull(asked.evictionPolicy()));
    if (asked.maxPrice() != null && !asked.maxPrice().isNull()) {
      profile.putObject("billingProfile").put("maxPrice", price(asked.maxPrice()));
    }
  }

  /** A Kubernetes quantity, as far as it makes sense of dollars. */
  private static BigDecimal price(JsonNode asked) throws PrerequisiteException {
    Matcher match = QUANTITY.matcher(asked.asText());
    if (!match.matches()) {
      throw PrerequisiteException.invalid(
          "spec.template.spotVMOptions.maxPrice is %s; write dollars an hour, such as 0.25, or -1 for the price of others"
              .formatted(asked.asText()));
    }
    int digits = List.of("", "m", "u", "n").indexOf(match.group(2)) * 3;
    BigDecimal price = new BigDecimal(match.group(1)).movePointLeft(digits).stripTrailingZeros();
    return price.scale() < 0 ? price.setScale(0) : price;
  }

  private ObjectNode extensionProfile(AzureMachineTemplate template) {
    ObjectNode profile = Json.MAPPER.createObjectNode();
    if (template.vmExtensions().isEmpty() && bootstrapExtension.isEmpty()) {
      return profile;
    }
    ArrayNode extensions = profile.putArray("extensions");
    for (VMExtension each : template.vmExtensions()) {
      ObjectNode properties = extension(extensions, each.name(), each.publisher(), each.version());
      if (!each.settings().isEmpty()) {
        properties.set("settings", Json.MAPPER.valueToTree(new TreeMap<>(each.settings())));
      }
    }
    bootstrapExtension.ifPresent(
        each -> {
          var _ = extension(extensions, each.name(), BootstrapExtension.PUBLISHER, each.version());
        });
    return profile;
  }

  private static ObjectNode extension(
      ArrayNode extensions, String name, String publisher, String version) {
    return extensions
        .addObject()
        .put("name", name)
        .putObject("properties")
        .put("publisher", publisher)
        .put("type", name)
        .put("typeHandlerVersion", version);
  }

  private ProtectedSettings protectedSettings(AzureMachineTemplate template) {
    var all = new TreeMap<String, Map<String, String>>();
    template.vmExtensions().stream()
        .filter(each -> !each.protectedSettings().isEmpty())
        .forEach(each -> all.put(each.name(), each.protectedSettings()));
    bootstrapExtension.ifPresent(
        each -> all.put(each.name(), Map.of("commandToExecute", each.command())));
    return new ProtectedSettings(all);
  }

  private static @Nullable String orNull(@Nullable String text) {
    return text == null || text.isEmpty() ? null : text;
  }
}
