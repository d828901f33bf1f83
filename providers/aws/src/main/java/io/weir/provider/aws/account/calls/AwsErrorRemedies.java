package io.weir.provider.aws.account.calls;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Which field to change when AWS refuses a request. Launch templates are checked by AWS only when a
 * group uses them, so a group's refusal may speak of any field of the template.
 */
final class AwsErrorRemedies {

  private record Remedy(Pattern about, String advice) {}

  private static final List<Remedy> REMEDIES =
      List.of(
          remedy(
              "subnet",
              "correct AWSMachinePool spec.subnets, or AWSCluster spec.network.subnets if the pool"
                  + " names none"),
          remedy(
              "security ?group|invalidgroup",
              "correct AWSMachinePool spec.awsLaunchTemplate.additionalSecurityGroups, or the"
                  + " security groups of the AWSCluster"),
          remedy(
              "image id|invalidami|\\bami-",
              "correct AWSMachinePool spec.awsLaunchTemplate.ami or its imageLookup fields"),
          remedy("key ?pair", "correct AWSMachinePool spec.awsLaunchTemplate.sshKeyName"),
          remedy(
              "instance ?profile",
              "correct AWSMachinePool spec.awsLaunchTemplate.iamInstanceProfile"),
          remedy(
              "instance ?type",
              "correct AWSMachinePool spec.awsLaunchTemplate.instanceType, or its zones"),
          remedy("lifecycle ?hook", "correct AWSMachinePool spec.lifecycleHooks"),
          remedy(
              "user ?data",
              "make the bootstrap data smaller: fewer or shorter KubeadmConfig spec.files"),
          remedy(
              "availability zone",
              "correct AWSMachinePool spec.availabilityZones or MachinePool spec.failureDomains"),
          remedy(
              "limitexceeded|quota|limit",
              "ask AWS for a higher quota, or make AWSMachinePool spec.maxSize smaller"),
          remedy(
              "device|volume|snapshot|iops|throughput",
              "correct AWSMachinePool spec.awsLaunchTemplate.rootVolume or nonRootVolumes"),
          remedy(
              "desired|min.?size|max.?size|capacity",
              "correct MachinePool spec.replicas, AWSMachinePool spec.minSize and spec.maxSize"));

  /** What EKS refuses names fields of another kind. */
  private static final List<Remedy> REMEDIES_OF_EKS =
      List.of(
          remedy(
              "subnet",
              "correct AWSManagedMachinePool spec.subnetIDs, or AWSManagedControlPlane"
                  + " spec.network.subnets if the pool names none"),
          remedy(
              "role|principal",
              "correct AWSManagedMachinePool spec.roleName, or what the role trusts"),
          remedy(
              "ami type|release version|image",
              "correct AWSManagedMachinePool spec.amiType, spec.amiVersion or"
                  + " spec.awsLaunchTemplate.ami"),
          remedy("user data", "make the bootstrap data MIME parts, or name an image of your own"),
          remedy("launch template", "correct AWSManagedMachinePool spec.awsLaunchTemplate"),
          remedy("label", "correct AWSManagedMachinePool spec.labels"),
          remedy("taint", "correct AWSManagedMachinePool spec.taints"),
          remedy("instance ?type", "correct AWSManagedMachinePool spec.instanceType"),
          remedy(
              "limitexceeded|quota|limit",
              "ask AWS for a higher quota, or use fewer or smaller node groups"),
          remedy(
              "desired|min.?size|max.?size|capacity",
              "correct MachinePool spec.replicas or AWSManagedMachinePool spec.scaling"),
          remedy(
              "version",
              "correct MachinePool spec.template.spec.version, or upgrade the cluster first"));

  private static final Set<String> APIS_OF_EKS =
      Set.of("CreateNodegroup", "UpdateNodegroupConfig", "UpdateNodegroupVersion");

  private AwsErrorRemedies() {}

  /**
   * A remedy to append to a message; empty when none is known. Where the words name nothing, what
   * was asked for does.
   */
  static String of(String api, String code, String said) {
    var remedies = APIS_OF_EKS.contains(api) ? REMEDIES_OF_EKS : REMEDIES;
    return matching(remedies, code + " " + said)
        .or(() -> matching(remedies, api))
        .map("; "::concat)
        .orElse("");
  }

  /**
   * What to allow. Who has instances launched, or hooks notify, hands a role on, for which AWS asks
   * for a right beside that of the call.
   */
  static String ofDenial(String api, String said) {
    if (api.equals("AssumeRole")) {
      return "; let the trust policy of the role name who assumes it, with AWSClusterRoleIdentity"
          + " spec.externalID if it asks for one, and allow that identity sts:AssumeRole on it";
    }
    if (!said.contains("iam:PassRole")) {
      return "; allow the identity that the cluster uses to call "
          + api
          + " (weir permissions aws prints all that it needs)";
    }
    return api.equals("PutLifecycleHook")
        ? "; allow the identity that the cluster uses iam:PassRole on that role, or correct"
            + " AWSMachinePool spec.lifecycleHooks"
        : "; allow the identity that the cluster uses iam:PassRole on the role of the instance"
            + " profile, or correct AWSMachinePool spec.awsLaunchTemplate.iamInstanceProfile";
  }

  private static Optional<String> matching(List<Remedy> remedies, String words) {
    String text = words.toLowerCase(Locale.ROOT);
    return remedies.stream()
        .filter(remedy -> remedy.about().matcher(text).find())
        .findFirst()
        .map(Remedy::advice);
  }

  /** What to do about a read whose answer does not fit. */
  static String ofTooLargeResponse(String api) {
    return api.equals("DescribeImages")
        ? "; name fewer images by AWSMachinePool spec.awsLaunchTemplate.imageLookupFormat and"
            + " imageLookupOrg, or one by ami.id"
        : "; give the manager a larger heap, with -Xmx";
  }

  private static Remedy remedy(String about, String advice) {
    return new Remedy(Pattern.compile(about), advice);
  }
}
