package io.weir.provider.aws.admission;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.admission.AdmissionRequest;
import io.weir.api.admission.ObjectField;
import io.weir.api.admission.Violation;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * What a managed node group may be. Its launch template must leave out what EKS decides itself (<a
 * href="https://docs.aws.amazon.com/eks/latest/userguide/launch-templates.html">customising managed
 * nodes</a>).
 */
final class ManagedPoolRules {

  private static final int LONGEST_NAME = 63;
  private static final String CUSTOM = "CUSTOM";
  private static final String OF_ANOTHER_POOL =
      "EKS sets it when the node group is created and never changes it: create another pool";

  /** Fields that only the creation of a node group sets. */
  private static final List<String> FIXED =
      List.of(
          "subnetIDs",
          "diskSize",
          "amiType",
          "remoteAccess",
          "availabilityZones",
          "availabilityZoneSubnetType");

  /** The same, once they have a value. */
  private static final List<String> FIXED_ONCE_SET =
      List.of("eksNodegroupName", "roleName", "capacityType");

  private static final Map<String, String> UNUSED =
      new TreeMap<>(
          Map.of(
              "name",
              "the launch template is named after control plane and pool",
              "versionNumber",
              "nodes use the newest version of the launch template",
              "imageLookupBaseOS",
              "EKS chooses the image by spec.amiType; ami.id names another one",
              "imageLookupFormat",
              "EKS chooses the image by spec.amiType; ami.id names another one",
              "imageLookupOrg",
              "EKS chooses the image by spec.amiType; ami.id names another one"));

  private ManagedPoolRules() {}

  static Stream<Violation> check(ObjectField pool) {
    ObjectField spec = pool.at("spec");
    return Stream.of(
            scaling(spec.at("scaling")),
            updateConfig(spec.at("updateConfig")),
            taints(spec.at("taints")),
            template(spec))
        .flatMap(violations -> violations);
  }

  /** What EKS refuses, and objects that are there may have all the same. */
  static Stream<Violation> checkNew(ObjectField pool) {
    ObjectField spec = pool.at("spec");
    ObjectField access = spec.at("remoteAccess");
    ObjectField name = spec.at("eksNodegroupName");
    ObjectField most = spec.at("scaling", "maxSize");
    return Stream.of(
            when(
                !pool.at("metadata", "name").text().isEmpty() && name.text().isEmpty(),
                () -> name.required("name the node group")),
            when(
                name.text().length() > LONGEST_NAME,
                () -> name.invalid("must have at most %d characters".formatted(LONGEST_NAME))),
            when(
                access.at("public").isTrue() && access.at("sourceSecurityGroups").isNonEmpty(),
                () ->
                    access
                        .at("sourceSecurityGroups")
                        .forbidden(
                            "%s lets every address in: remove one of the two"
                                .formatted(access.at("public").path()))),
            when(
                most.number().filter(size -> size == 0).isPresent(),
                () -> most.invalid("must be at least 1: EKS has no node group with less")))
        .flatMap(Optional::stream);
  }

  private static Stream<Violation> scaling(ObjectField scaling) {
    ObjectField min = scaling.at("minSize");
    ObjectField max = scaling.at("maxSize");
    return Stream.of(
            notNegative(min),
            notNegative(max),
            max.number()
                .flatMap(most -> min.number().filter(least -> least > most))
                .map(
                    least ->
                        max.invalid(
                            "must not be less than %s, which is %d".formatted(min.path(), least))))
        .flatMap(Optional::stream);
  }

  private static Optional<Violation> notNegative(ObjectField size) {
    return size.number().filter(given -> given < 0).map(_ -> size.invalid("must not be negative"));
  }

  private static Stream<Violation> updateConfig(ObjectField config) {
    if (!config.isSet()) {
      return Stream.empty();
    }
    ObjectField number = config.at("maxUnavailable");
    ObjectField share = config.at("maxUnavailablePercentage");
    if (number.isSet() && share.isSet()) {
      return Stream.of(
          share.forbidden("%s is set as well: remove one of the two".formatted(number.path())));
    }
    return number.isSet() || share.isSet()
        ? Stream.empty()
        : Stream.of(number.required("give it, or " + share.path()));
  }

  private static Stream<Violation> taints(ObjectField taints) {
    var seen = new HashSet<String>();
    return taints
        .items()
        .filter(taint -> !seen.add(taint.at("key").text() + ":" + taint.at("effect").text()))
        .map(
            taint ->
                taint
                    .at("key")
                    .duplicate("another taint has this key and effect: remove one of the two"))
        .toList()
        .stream();
  }

  private static Stream<Violation> template(ObjectField spec) {
    ObjectField template = spec.at("awsLaunchTemplate");
    Stream<Optional<Violation>> image =
        Stream.of(
            when(
                spec.at("amiType").hasText(CUSTOM) && !template.isSet(),
                () ->
                    spec.at("amiType")
                        .invalid(
                            "needs spec.awsLaunchTemplate, which has the image: name it in ami.id,"
                                + " or have it looked up")));
    return Stream.concat(image, template.isSet() ? bans(spec, template) : Stream.empty())
        .flatMap(Optional::stream);
  }

  private static Stream<Optional<Violation>> bans(ObjectField spec, ObjectField template) {
    ObjectField market = template.at("marketType");
    return Stream.of(
        besides(spec.at("instanceType"), "set awsLaunchTemplate.instanceType in its place"),
        besides(spec.at("diskSize"), "set awsLaunchTemplate.rootVolume in its place"),
        besides(
            spec.at("remoteAccess"),
            "set awsLaunchTemplate.sshKeyName and additionalSecurityGroups in its place"),
        besides(template.at("iamInstanceProfile"), "EKS makes a profile of the role spec.roleName"),
        besides(template.at("spotMarketOptions"), "set spec.capacityType: spot in its place"),
        when(
            market.isNonEmpty() && !market.hasText("OnDemand"),
            () ->
                market.forbidden(
                    "is %s, which EKS takes in no launch template: set spec.capacityType in its place"
                        .formatted(market.text()))));
  }

  private static Optional<Violation> besides(ObjectField field, String remedy) {
    return when(
        field.isSet() && (!field.node().isTextual() || field.isNonEmpty()),
        () -> field.forbidden("EKS does not take it with a launch template: " + remedy));
  }

  static Stream<Violation> fixed(ObjectField was, ObjectField is) {
    ObjectField before = was.at("spec");
    ObjectField now = is.at("spec");
    Stream<ObjectField> changed =
        Stream.concat(
            FIXED.stream().map(now::at).filter(field -> differs(field, before)),
            FIXED_ONCE_SET.stream()
                .map(now::at)
                .filter(field -> differs(field, before) && before.at(last(field)).isNonEmpty()));
    return Stream.concat(changed.map(ManagedPoolRules::refuse), template(before, now));
  }

  private static Stream<Violation> template(ObjectField before, ObjectField now) {
    ObjectField template = now.at("awsLaunchTemplate");
    ObjectField old = before.at("awsLaunchTemplate");
    if (template.isSet() != old.isSet()) {
      return Stream.of(
          template.forbidden(
              "EKS gives a node group a launch template at its creation only: create another"
                  + " pool"));
    }
    ObjectField name = template.at("name");
    return name.text().equals(old.at("name").text()) ? Stream.empty() : Stream.of(refuse(name));
  }

  private static Violation refuse(ObjectField field) {
    return field.isSet() ? field.invalid(OF_ANOTHER_POOL) : field.required(OF_ANOTHER_POOL);
  }

  private static boolean differs(ObjectField field, ObjectField before) {
    ObjectField old = before.at(last(field));
    boolean blank = isBlank(field.node()) && isBlank(old.node());
    return !blank && !field.node().equals(old.node());
  }

  private static String last(ObjectField field) {
    return field.path().substring(field.path().lastIndexOf('.') + 1);
  }

  private static boolean isBlank(JsonNode node) {
    return node.isMissingNode()
        || node.isNull()
        || (node.isTextual() && node.textValue().isEmpty())
        || (node.isContainerNode() && node.isEmpty());
  }

  static Stream<String> warnOfUnused(AdmissionRequest request) {
    ObjectField spec = ObjectField.of(request.object()).at("spec");
    ObjectField template = spec.at("awsLaunchTemplate");
    boolean custom = spec.at("amiType").hasText(CUSTOM);
    Stream<String> fields =
        UNUSED.entrySet().stream()
            .filter(field -> template.at(field.getKey()).isSet())
            .filter(field -> !(custom && field.getKey().startsWith("imageLookup")))
            .map(
                field ->
                    "%s: is not used: %s; remove it"
                        .formatted(template.at(field.getKey()).path(), field.getValue()));
    ObjectField lookup = template.at("ami", "eksLookupType");
    Stream<String> image =
        lookup.isNonEmpty() && !custom
            ? Stream.of(lookup.path() + ": is not used: EKS chooses the image by spec.amiType")
            : Stream.empty();
    boolean ownImage = custom || template.at("ami", "id").isNonEmpty();
    Stream<String> release =
        ownImage && spec.at("amiVersion").isNonEmpty()
            ? Stream.of(
                spec.at("amiVersion").path()
                    + ": is not used: spec.awsLaunchTemplate.ami.id names the image; remove it")
            : Stream.empty();
    return Stream.of(fields, image, release, role(spec), changedType(request))
        .flatMap(said -> said);
  }

  private static Stream<String> role(ObjectField spec) {
    return Stream.of("rolePath", "rolePermissionsBoundary")
        .map(spec::at)
        .filter(field -> field.isNonEmpty() && spec.at("roleName").isNonEmpty())
        .map(
            field ->
                field.path()
                    + ": is not used: spec.roleName names a role, so that Weir makes none; remove"
                    + " it");
  }

  private static Stream<String> changedType(AdmissionRequest request) {
    ObjectField type = ObjectField.of(request.object()).at("spec", "instanceType");
    return request.oldObject().stream()
        .filter(old -> !type.text().equals(ObjectField.of(old).at("spec", "instanceType").text()))
        .map(_ -> type.path() + ": EKS cannot change it in a node group: create another pool");
  }

  private static Optional<Violation> when(boolean wrong, Supplier<Violation> said) {
    return wrong ? Optional.of(said.get()) : Optional.empty();
  }
}
