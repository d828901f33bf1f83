package io.weir.provider.azure.account.calls;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What to change when Azure refuses a request. */
final class AzureErrorRemedies {

  private record Remedy(Pattern about, String advice) {}

  private static final Pattern ACTION =
      Pattern.compile("perform action(?:\\(s\\))? '([A-Za-z0-9./*_, -]{1,300})'");

  /** By codes. */
  private static final List<Remedy> OF_CODES =
      List.of(
          remedy(
              "skunotavailable",
              "choose another AzureMachinePool spec.template.vmSize, or other zones in MachinePool"
                  + " spec.failureDomains"),
          remedy(
              "allocation",
              "Azure has no room at the moment and is asked again; another AzureMachinePool"
                  + " spec.template.vmSize or more zones in MachinePool spec.failureDomains may"
                  + " have"),
          remedy(
              "spotpricegreater",
              "raise AzureMachinePool spec.template.spotVMOptions.maxPrice, or wait"),
          remedy(
              "requestdisallowedbypolicy",
              "change what the policy names, or exempt the resource group from it"),
          remedy("scopelocked", "remove the lock from the resource group or the scale set"),
          remedy(
              "subscriptionnotfound|invalidsubscriptionid",
              "correct AzureCluster spec.subscriptionID, or give the identity a role in it"),
          remedy(
              "subscriptionnotregistered|missingsubscriptionregistration",
              "register the resource provider in the subscription"),
          remedy("readonlydisabledsubscription", "enable the subscription again"),
          remedy(
              "resourcegroupnotfound",
              "create the resource group, or correct AzureCluster spec.resourceGroup"),
          remedy("locationnotavailable|invalidlocation", "correct AzureMachinePool spec.location"));

  /** By targets first, then by all words. */
  private static final List<Remedy> OF_WORDS =
      List.of(
          remedy(
              "quota|limit ?reached|limit ?exceeded",
              "ask Azure for a higher quota, or make the pool smaller"),
          remedy(
              "sshpublickey|keydata|\\bssh", "correct AzureMachinePool spec.template.sshPublicKey"),
          remedy(
              "customdata|user ?data",
              "make the bootstrap data smaller: fewer or shorter KubeadmConfig spec.files"),
          remedy("extension", "correct AzureMachinePool spec.template.vmExtensions"),
          remedy(
              "userassignedidentit|managed ?identit",
              "correct AzureMachinePool spec.userAssignedIdentities"),
          remedy(
              "roledefinition|roleassignment",
              "correct AzureMachinePool spec.systemAssignedIdentityRole"),
          remedy("diskencryptionset", "correct the diskEncryptionSet of the pool's disks"),
          remedy("osdisk|ephemeral|diffdisk", "correct AzureMachinePool spec.template.osDisk"),
          remedy("datadisk|\\blun\\b|ultrassd", "correct AzureMachinePool spec.template.dataDisks"),
          remedy(
              "image|galler|\\bplan\\b|marketplace|offer",
              "correct AzureMachinePool spec.template.image"),
          remedy(
              "subnet|virtualnetwork|networkinterface|ipconfiguration|backend|loadbalancer|acceleratednetworking",
              "correct AzureMachinePool spec.template.networkInterfaces, or the AzureCluster's"
                  + " networkSpec"),
          remedy(
              "priority|spot|evict|billing",
              "correct AzureMachinePool spec.template.spotVMOptions"),
          remedy(
              "securityprofile|securitytype|encryptionathost|vtpm|secureboot",
              "correct AzureMachinePool spec.template.securityProfile"),
          remedy("storageuri|diagnostics", "correct AzureMachinePool spec.template.diagnostics"),
          remedy("faultdomain", "correct AzureMachinePool spec.platformFaultDomainCount"),
          remedy("\\bzone", "correct MachinePool spec.failureDomains"),
          remedy("vmsize|\\bsku\\b|sku\\.name", "correct AzureMachinePool spec.template.vmSize"),
          remedy("\\btags?\\b", "correct AzureMachinePool spec.additionalTags"),
          remedy("capacity", "correct MachinePool spec.replicas"));

  private AzureErrorRemedies() {}

  /** A remedy to append to a message; empty if none is known. */
  static String of(String action, ArmError error) {
    String codes = error.all().map(ArmError::code).collect(Collectors.joining(" "));
    String targets = error.all().map(ArmError::target).collect(Collectors.joining(" "));
    return matching(OF_CODES, codes)
        .or(() -> matching(OF_WORDS, targets))
        .or(() -> matching(OF_WORDS, codes + " " + error.words()))
        .or(() -> target(error).map(each -> "correct what becomes its " + each))
        .map("; "::concat)
        .orElse("");
  }

  private static Optional<String> target(ArmError error) {
    return error.all().map(ArmError::target).filter(each -> !each.isEmpty()).findFirst();
  }

  /** What to allow: the action that Azure names. */
  static String ofDenial(ArmError error) {
    // Of a linked one, the first action is allowed and the last is not.
    Optional<String> action =
        error
            .all()
            .flatMap(each -> ACTION.matcher(each.message()).results())
            .map(found -> found.group(1))
            .reduce((_, last) -> last);
    return "; give the identity that the cluster uses a role with "
        + action.map("the action "::concat).orElse("this action")
        + " on the resource group or on what it refers to";
  }

  /** What is wrong with a token. */
  static String ofUnknownCaller(String code) {
    return code.equals("InvalidAuthenticationTokenTenant")
        ? "; correct spec.tenantID of the AzureClusterIdentity: it is not the subscription's tenant"
        : "; correct the AzureClusterIdentity that the cluster uses, and its credentials";
  }

  private static Optional<String> matching(List<Remedy> remedies, String words) {
    String text = words.toLowerCase(Locale.ROOT);
    return remedies.stream()
        .filter(remedy -> remedy.about().matcher(text).find())
        .findFirst()
        .map(Remedy::advice);
  }

  private static Remedy remedy(String about, String advice) {
    return new Remedy(Pattern.compile(about), advice);
  }
}
