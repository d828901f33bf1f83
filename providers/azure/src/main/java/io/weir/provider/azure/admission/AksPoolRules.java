package io.weir.provider.azure.admission;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.admission.AdmissionRule;
import io.weir.api.admission.ObjectField;
import io.weir.api.admission.Violation;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What an AzureManagedMachinePool, or the spec in a template of it, may hold.
 *
 * @param where the names that lead to the spec
 */
record AksPoolRules(List<String> where) {

  static final AksPoolRules OF_POOL = new AksPoolRules(List.of("spec"));
  static final AksPoolRules OF_TEMPLATE = new AksPoolRules(List.of("spec", "template", "spec"));

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]*");
  private static final Pattern SUBNET =
      Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9._-]{0,78}[a-zA-Z0-9]");
  private static final Pattern PREFIX =
      Pattern.compile(
          "(?i)/subscriptions/[^/]+/resourceGroups/[^/]+/providers/Microsoft.Network/publicIPPrefixes/[^/]+");
  private static final Pattern SYSCTL =
      Pattern.compile("kernel\\.shm.*|kernel\\.msg.*|kernel\\.sem|fs\\.mqueue\\..*|net\\..*");
  private static final Pattern PORTS = Pattern.compile("([0-9]{1,5}) ([0-9]{1,5})");
  private static final String LABELS_OF_AKS = "kubernetes.azure.com";

  private static final List<String> FIXED =
      List.of(
          "sku",
          "osDiskSizeGB",
          "availabilityZones",
          "maxPods",
          "scaleSetPriority",
          "enableUltraSSD",
          "enableNodePublicIP",
          "nodePublicIPPrefixID",
          "kubeletConfig",
          "kubeletDiskType",
          "linuxOSConfig");

  /** What others fill in later, by default among them, is no change. */
  private static final List<String> FIXED_ONCE_SET =
      List.of("name", "osType", "osDiskType", "subnetName", "enableFIPS", "enableEncryptionAtHost");

  /** What holds always. */
  List<AdmissionRule> always() {
    return List.of(
        object -> modeSuitsSystem(spec(object)),
        object -> labelsAreNotOfAks(spec(object)),
        object -> scalingBoundsAreValid(spec(object)));
  }

  /** What holds for a new object. */
  List<AdmissionRule> atCreation() {
    return List.of(
        object -> podsAreInRange(spec(object)),
        object -> nameIsPossible(spec(object)),
        object -> prefixIsOne(spec(object)),
        object -> kubeletIsPossible(spec(object)),
        object -> linuxIsPossible(spec(object)),
        object -> subnetIsPossible(spec(object)));
  }

  /** What AKS fixes when it makes a pool. */
  Stream<Violation> fixedFieldsStay(ObjectField was, ObjectField is) {
    ObjectField before = spec(was);
    ObjectField now = spec(is);
    return Stream.concat(
        changed(FIXED, before, now, (_, _) -> true),
        changed(FIXED_ONCE_SET, before, now, (old, _) -> old.isSet()));
  }

  private static Stream<Violation> changed(
      List<String> fields,
      ObjectField before,
      ObjectField now,
      BiPredicate<ObjectField, ObjectField> counts) {
    return fields.stream()
        .filter(field -> counts.test(before.at(field), now.at(field)))
        .filter(field -> !same(before.at(field), now.at(field)))
        .map(
            field ->
                now.at(field)
                    .forbidden(
                        "AKS fixes it when it makes the pool: set it back, or create another"
                            + " pool"));
  }

  /** Zones are a set. */
  private static boolean same(ObjectField before, ObjectField now) {
    if (!before.isSet() || !now.isSet()) {
      return before.isSet() == now.isSet();
    }
    return before.node().isArray()
        ? texts(before.node()).equals(texts(now.node()))
        : before.node().equals(now.node());
  }

  private static Set<String> texts(JsonNode list) {
    var texts = new TreeSet<String>();
    list.forEach(each -> texts.add(each.asText()));
    return texts;
  }

  private ObjectField spec(ObjectField object) {
    return object.at(where.toArray(String[]::new));
  }

  private static Stream<Violation> modeSuitsSystem(ObjectField spec) {
    return spec.at("mode").hasText("System") && spec.at("osType").hasText("Windows")
        ? Stream.of(
            spec.at("osType")
                .forbidden(
                    "a pool of %s System runs Linux: change one of the two"
                        .formatted(spec.at("mode").path())))
        : Stream.empty();
  }

  private static Stream<Violation> labelsAreNotOfAks(ObjectField spec) {
    return spec.at("nodeLabels")
        .entries()
        .filter(label -> label.path().contains("[" + LABELS_OF_AKS))
        .map(label -> label.invalid("only AKS sets labels of kubernetes.azure.com: remove it"));
  }

  private static Stream<Violation> scalingBoundsAreValid(ObjectField spec) {
    ObjectField min = spec.at("scaling", "minSize");
    ObjectField max = spec.at("scaling", "maxSize");
    return max
        .number()
        .flatMap(most -> min.number().filter(least -> least > most))
        .map(
            _ ->
                min.invalid(
                    "must not be more than %s, which is %s: correct one of the two"
                        .formatted(max.path(), max.node())))
        .stream();
  }

  private static Stream<Violation> podsAreInRange(ObjectField spec) {
    return spec
        .at("maxPods")
        .number()
        .filter(pods -> pods < 10 || pods > 250)
        .map(_ -> spec.at("maxPods").invalid("must be between 10 and 250: correct it"))
        .stream();
  }

  private static Stream<Violation> nameIsPossible(ObjectField spec) {
    ObjectField name = spec.at("name");
    int longest = spec.at("osType").hasText("Windows") ? 6 : 12;
    if (!name.isNonEmpty()) {
      return Stream.empty();
    }
    return name.text().length() > longest || !NAME.matcher(name.text()).matches()
        ? Stream.of(
            name.invalid(
                "must be at most %d small letters and digits and begin with a letter: set another"
                    .formatted(longest)))
        : Stream.empty();
  }

  private static Stream<Violation> prefixIsOne(ObjectField spec) {
    ObjectField prefix = spec.at("nodePublicIPPrefixID");
    if (!prefix.isNonEmpty()) {
      return Stream.empty();
    }
    if (!PREFIX.matcher(prefix.text()).matches()) {
      return Stream.of(prefix.invalid("must be the resource ID of a public IP prefix: correct it"));
    }
    return spec.at("enableNodePublicIP").isTrue()
        ? Stream.empty()
        : Stream.of(
            prefix.forbidden(
                "has no effect unless %s is true: set that, or remove this"
                    .formatted(spec.at("enableNodePublicIP").path())));
  }

  private static Stream<Violation> kubeletIsPossible(ObjectField spec) {
    ObjectField kubelet = spec.at("kubeletConfig");
    ObjectField period = kubelet.at("cpuCfsQuotaPeriod");
    ObjectField low = kubelet.at("imageGcLowThreshold");
    ObjectField high = kubelet.at("imageGcHighThreshold");
    return Stream.of(
            period.isNonEmpty() && !period.text().endsWith("ms")
                ? Stream.of(period.invalid("must end in ms, such as 100ms: correct it"))
                : Stream.<Violation>empty(),
            high
                .number()
                .flatMap(most -> low.number().filter(least -> least > most))
                .map(
                    _ ->
                        low.invalid(
                            "must not be more than %s, which is %s: correct one of the two"
                                .formatted(high.path(), high.node())))
                .stream(),
            kubelet
                .at("allowedUnsafeSysctls")
                .items()
                .filter(sysctl -> !SYSCTL.matcher(sysctl.text()).matches())
                .map(
                    sysctl ->
                        sysctl.invalid(
                            "must be of kernel.shm*, kernel.msg*, kernel.sem, fs.mqueue.* or net.*:"
                                + " remove it")))
        .flatMap(found -> found);
  }

  private static Stream<Violation> linuxIsPossible(ObjectField spec) {
    ObjectField swap = spec.at("linuxOSConfig", "swapFileSizeMB");
    ObjectField fails = spec.at("kubeletConfig", "failSwapOn");
    ObjectField ports = spec.at("linuxOSConfig", "sysctls", "netIpv4IPLocalPortRange");
    boolean swapAllowed = fails.isSet() && !fails.isTrue();
    return Stream.concat(
        swap.isSet() && !swapAllowed
            ? Stream.of(swap.forbidden("needs %s to be false: set that".formatted(fails.path())))
            : Stream.empty(),
        ports.isNonEmpty() && !isPortRange(ports.text())
            ? Stream.of(
                ports.invalid(
                    "must be a first port from 1024 to 60999 and a last one from 32768 to 65000,"
                        + " such as 32768 60999: correct it"))
            : Stream.empty());
  }

  private static boolean isPortRange(String text) {
    Matcher ports = PORTS.matcher(text);
    if (!ports.matches()) {
      return false;
    }
    int first = Integer.parseInt(ports.group(1));
    int last = Integer.parseInt(ports.group(2));
    return first >= 1024 && first <= 60999 && last >= 32768 && last <= 65000 && first <= last;
  }

  private static Stream<Violation> subnetIsPossible(ObjectField spec) {
    ObjectField subnet = spec.at("subnetName");
    return subnet.isNonEmpty() && !SUBNET.matcher(subnet.text()).matches()
        ? Stream.of(subnet.invalid("is no name of a subnet: correct it"))
        : Stream.empty();
  }
}
