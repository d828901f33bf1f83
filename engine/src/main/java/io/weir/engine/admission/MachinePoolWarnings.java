package io.weir.engine.admission;

import io.weir.api.MetadataKeys;
import io.weir.api.admission.AdmissionRequest;
import io.weir.api.admission.MetadataSyntax;
import io.weir.api.admission.ObjectField;
import io.weir.api.admission.SemanticVersion;
import java.util.stream.Stream;

/** What people should know about a pool that is accepted. */
final class MachinePoolWarnings {

  private MachinePoolWarnings() {}

  static Stream<String> warnOfDowngrade(AdmissionRequest admissionRequest) {
    ObjectField version = version(ObjectField.of(admissionRequest.object()));
    String before =
        admissionRequest.oldObject().map(old -> version(ObjectField.of(old)).text()).orElse("");
    return SemanticVersion.parse(version.text())
        .filter(
            now ->
                SemanticVersion.parse(before).filter(then -> now.compareTo(then) < 0).isPresent())
        .map(
            _ ->
                "%s: downgraded from %s to %s: replaced machines get the older kubelet"
                    .formatted(version.path(), before, version.text()))
        .stream();
  }

  static Stream<String> warnOfLongName(AdmissionRequest admissionRequest) {
    ObjectField name = ObjectField.of(admissionRequest.object()).at("metadata", "name");
    return admissionRequest.oldObject().isPresent() || MetadataSyntax.isLabelValue(name.text())
        ? Stream.empty()
        : Stream.of(
            "%s: too long for a label, so %s carries a hash of it instead"
                .formatted(name.path(), MetadataKeys.POOL_NAME));
  }

  private static ObjectField version(ObjectField pool) {
    return pool.at("spec", "template", "spec", "version");
  }
}
