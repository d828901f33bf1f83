package io.weir.provider.gcp.admission;

import io.weir.api.admission.AdmissionRequest;
import io.weir.api.admission.ObjectField;
import io.weir.api.admission.Violation;
import io.weir.provider.PoolMarks;
import io.weir.provider.gcp.api.GcpConstants;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a node pool of GKE may be: what Cluster API's own provider asks for, and what GKE would
 * refuse in each attempt.
 */
final class NodePoolRules {
  private static final int LONGEST_NAME = 40;
  private static final Pattern NAME = Pattern.compile("[a-z]([-a-z0-9]*[a-z0-9])?");

  /** What GKE takes from nobody else. */
  private static final Set<String> MARKS =
      Set.of(PoolMarks.MANAGEMENT_CLUSTER_KEY, PoolMarks.POOL_KEY);

  /** What only the creation of a node pool sets. */
  private static final List<String[]> FIXED =
      Stream.of(
              "nodePoolName",
              "instanceType",
              "machineType",
              "diskSizeGb",
              "diskType",
              "localSsdCount",
              "management",
              "maxPodsPerNode",
              "nodeNetwork.podRangeName",
              "nodeNetwork.createPodRange",
              "nodeNetwork.podRangeCidrBlock",
              "nodeSecurity",
              "preemptible",
              "spot")
          .map(path -> path.split("\\.", -1))
          .toList();

  private NodePoolRules() {}

  static Stream<Violation> name(ObjectField pool) {
    ObjectField own = pool.at("spec", "nodePoolName");
    ObjectField name = own.isNonEmpty() ? own : pool.at("metadata", "name");
    String remedy = own.isNonEmpty() ? "use another" : "use another, or set spec.nodePoolName";
    if (name.text().length() > LONGEST_NAME) {
      return Stream.of(
          name.invalid(
              "a node pool has a name of at most %d characters: %s"
                  .formatted(LONGEST_NAME, remedy)));
    }
    return NAME.matcher(name.text()).matches()
        ? Stream.empty()
        : Stream.of(
            name.invalid(
                "a node pool has a name that begins with a letter and has only small letters,"
                    + " digits and dashes: "
                    + remedy));
  }

  static Stream<Violation> scaling(ObjectField pool) {
    ObjectField scaling = pool.at("spec", "scaling");
    ObjectField enabled = scaling.at("enableAutoscaling");
    if (enabled.isSet() && !enabled.isTrue()) {
      return Stream.of("minCount", "maxCount", "locationPolicy")
          .map(scaling::at)
          .filter(ObjectField::isSet)
          .map(
              field ->
                  field.forbidden(
                      "has no meaning while %s is false: remove one of the two"
                          .formatted(enabled.path())));
    }
    ObjectField least = scaling.at("minCount");
    ObjectField most = scaling.at("maxCount");
    Optional<Violation> inverted =
        most.number()
            .filter(given -> given >= 0 && given < least.number().orElse(0L))
            .map(_ -> most.invalid("must not be less than %s: raise it".formatted(least.path())));
    return Stream.concat(
        Stream.of(least, most).flatMap(NodePoolRules::negative), inverted.stream());
  }

  static Stream<Violation> counts(ObjectField pool) {
    return Stream.of("diskSizeGb", "localSsdCount", "maxPodsPerNode")
        .map(name -> pool.at("spec", name))
        .flatMap(NodePoolRules::negative);
  }

  private static Stream<Violation> negative(ObjectField count) {
    return count.number().filter(given -> given < 0).stream()
        .map(_ -> count.invalid("must not be negative: set 0 or more, or remove it"));
  }

  static Stream<Violation> labels(ObjectField pool) {
    ObjectField labels = pool.at("spec", "kubernetesLabels");
    ObjectField ofMachines = pool.at("spec", "additionalLabels");
    return Stream.concat(
            labels.keys().filter(MARKS::contains).map(labels::entry),
            ofMachines
                .keys()
                .filter(key -> key.startsWith(GcpConstants.CLUSTER_LABEL_PREFIX))
                .map(ofMachines::entry))
        .map(
            label -> label.forbidden("says whose a node pool is, which only Weir does: remove it"));
  }

  static Stream<Violation> taints(ObjectField pool) {
    var seen = new HashSet<String>();
    return pool
        .at("spec", "kubernetesTaints")
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

  static Stream<Violation> sysctls(ObjectField pool) {
    return pool.at("spec", "linuxNodeConfig", "sysctls")
        .items()
        .map(each -> each.at("parameter"))
        .filter(parameter -> !parameter.isNonEmpty())
        .map(parameter -> parameter.required("name a parameter, such as net.core.somaxconn"));
  }

  /** Each must stay as it is, whether it was set or not. */
  static Stream<Violation> fixed(ObjectField was, ObjectField is) {
    return FIXED.stream()
        .filter(path -> !isSame(was.at("spec").at(path), is.at("spec").at(path)))
        .map(
            path ->
                is.at("spec")
                    .at(path)
                    .forbidden(
                        "is set when the node pool is created and never changes: set it back, or"
                            + " create another pool"));
  }

  private static boolean isSame(ObjectField was, ObjectField is) {
    boolean none = !isGiven(was) && !isGiven(is);
    return none || was.node().equals(is.node());
  }

  /** An empty text is as good as none. */
  private static boolean isGiven(ObjectField field) {
    return field.isSet() && !(field.node().isTextual() && field.text().isEmpty());
  }

  static Stream<String> warnings(AdmissionRequest admissionRequest) {
    ObjectField spec = ObjectField.of(admissionRequest.object()).at("spec");
    ObjectField size = spec.at("diskSizeGB");
    boolean resized =
        admissionRequest.oldObject().stream()
            .map(old -> ObjectField.of(old).at("spec", "diskSizeGB"))
            .anyMatch(was -> !isSame(was, size));
    return Stream.of(
            when(
                resized,
                size.path()
                    + " has no effect on a node pool that exists: create another pool, or set it"
                    + " back"),
            when(
                size.isSet() && spec.at("diskSizeGb").isSet(),
                "%s has no effect beside %s: remove it"
                    .formatted(spec.at("diskSizeGb").path(), size.path())),
            when(
                spec.at("machineType").isNonEmpty() && spec.at("instanceType").isNonEmpty(),
                "spec.machineType has no effect beside spec.instanceType: remove it"),
            podRange(spec.at("nodeNetwork")),
            sandbox(spec.at("nodeSecurity", "sandboxType")),
            scalingWithoutMaximum(spec.at("scaling")))
        .flatMap(Optional::stream);
  }

  private static Optional<String> podRange(ObjectField network) {
    List<ObjectField> all =
        Stream.of("createPodRange", "podRangeName", "podRangeCidrBlock").map(network::at).toList();
    long given = all.stream().filter(ObjectField::isSet).count();
    return when(
        given > 0 && given < all.size(),
        network.path()
            + ": createPodRange, podRangeName and podRangeCidrBlock have an effect together only:"
            + " set all three, or none");
  }

  private static Optional<String> sandbox(ObjectField type) {
    return when(
        type.isNonEmpty() && !type.hasText("GVISOR"),
        type.path() + ": only GVISOR has an effect: set it, or remove the field");
  }

  private static Optional<String> scalingWithoutMaximum(ObjectField scaling) {
    ObjectField enabled = scaling.at("enableAutoscaling");
    boolean on = scaling.isSet() && (!enabled.isSet() || enabled.isTrue());
    return when(
        on && !scaling.at("maxCount").isSet(),
        scaling.path()
            + ": without maxCount the autoscaler makes no more than minCount nodes, and 1 at least:"
            + " set maxCount");
  }

  private static Optional<String> when(boolean wrong, String message) {
    return wrong ? Optional.of(message) : Optional.empty();
  }
}
