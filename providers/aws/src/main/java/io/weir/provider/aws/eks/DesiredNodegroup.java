package io.weir.provider.aws.eks;

import io.weir.provider.aws.group.GroupSettings.Hook;
import io.weir.provider.aws.tag.DesiredTags;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a pool's node group should be.
 *
 * @param cluster the EKS cluster
 * @param name unique in the cluster
 * @param fixed what only its creation sets
 * @param settings what can be changed
 * @param size how many nodes
 * @param releaseVersion of the image; absent for EKS's choice
 * @param tags its own, proof of ownership included; those that people asked for are its Auto
 *     Scaling group's, too
 * @param hooks lifecycle hooks of its Auto Scaling group
 */
public record DesiredNodegroup(
    String cluster,
    String name,
    Fixed fixed,
    NodegroupSettings settings,
    NodegroupSize size,
    @Nullable String releaseVersion,
    DesiredTags tags,
    List<Hook> hooks) {

  private static final String MARKS = "weir.io/";

  public DesiredNodegroup {
    hooks = List.copyOf(hooks);
  }

  /**
   * Tags of its Auto Scaling group: those that people asked for; and the marks where Weir sets
   * anything of the group, which AWS may allow for marked groups only.
   */
  DesiredTags groupTags() {
    var all = new TreeMap<>(tags.additional());
    if (!all.isEmpty() || !hooks.isEmpty()) {
      tags.all().entrySet().stream()
          .filter(tag -> tag.getKey().startsWith(MARKS))
          .forEach(tag -> all.put(tag.getKey(), tag.getValue()));
    }
    return new DesiredTags(all, tags.additional());
  }

  /**
   * What only the creation of a node group sets, in EKS's words. An absent value leaves the choice
   * to EKS.
   *
   * @param subnets ids, in order
   * @param amiType that it is created with; absent where the launch template names the image
   * @param askedAmiType that the pool asks for, which may have ended; absent as the other one
   * @param capacityType {@code ON_DEMAND} or {@code SPOT}
   * @param diskSize in GiB
   * @param instanceType of its nodes
   * @param remoteAccess SSH access
   * @param roleName role of its nodes that the pool names; absent if it names none
   * @param unknown fields of these that cannot be told before people correct something
   */
  public record Fixed(
      List<String> subnets,
      @Nullable String amiType,
      @Nullable String askedAmiType,
      @Nullable String capacityType,
      @Nullable Integer diskSize,
      @Nullable String instanceType,
      @Nullable RemoteAccess remoteAccess,
      @Nullable String roleName,
      Set<String> unknown) {

    static final String SUBNETS = "subnets";
    static final String AMI_TYPE = "amiType";
    static final String REMOTE_ACCESS = "remoteAccess";

    public Fixed {
      subnets = List.copyOf(subnets);
      unknown = Set.copyOf(unknown);
    }
  }

  /**
   * SSH access.
   *
   * @param keyName EC2 key pair; absent for none
   * @param securityGroups from which it is allowed; empty for everywhere
   */
  public record RemoteAccess(@Nullable String keyName, List<String> securityGroups) {

    public RemoteAccess {
      securityGroups = List.copyOf(securityGroups);
    }

    /** In a form that can be compared; empty where nobody gets in, which takes a key. */
    static Optional<RemoteAccess> normalized(@Nullable RemoteAccess access) {
      return Optional.ofNullable(access)
          .filter(given -> given.keyName != null)
          .map(
              given ->
                  new RemoteAccess(
                      given.keyName, List.copyOf(new TreeSet<>(given.securityGroups))));
    }
  }

  /** Fields of the pool that a node group was created with otherwise. */
  List<String> fixedFieldsThatDiffer(ObservedNodegroup seen) {
    var names = new ArrayList<String>();
    if (!List.copyOf(new TreeSet<>(fixed.subnets))
        .equals(List.copyOf(new TreeSet<>(seen.subnets())))) {
      names.add(Fixed.SUBNETS);
    }
    if (differs(fixed.amiType, seen.amiType()) && differs(fixed.askedAmiType, seen.amiType())) {
      names.add(Fixed.AMI_TYPE);
    }
    if (differs(fixed.capacityType, seen.capacityType())) {
      names.add("capacityType");
    }
    if (fixed.diskSize != null
        && seen.diskSize() != null
        && !fixed.diskSize.equals(seen.diskSize())) {
      names.add("diskSize");
    }
    if (fixed.instanceType != null && !seen.instanceTypes().contains(fixed.instanceType)) {
      names.add("instanceType");
    }
    if (!RemoteAccess.normalized(fixed.remoteAccess)
        .equals(RemoteAccess.normalized(seen.remoteAccess()))) {
      names.add(Fixed.REMOTE_ACCESS);
    }
    if (fixed.roleName != null && !seen.hasRole(fixed.roleName)) {
      names.add("roleName");
    }
    names.removeAll(fixed.unknown);
    return names;
  }

  private static boolean differs(@Nullable String wanted, @Nullable String there) {
    return wanted != null && there != null && !wanted.equals(there);
  }
}
