package io.weir.provider.gcp.admission;

import io.weir.api.admission.AdmissionRequest;
import io.weir.api.admission.ObjectField;
import java.util.stream.Stream;

/** What is let in although it is hardly meant. */
final class PoolWarnings {

  private PoolWarnings() {}

  static Stream<String> of(AdmissionRequest admissionRequest) {
    ObjectField spec = ObjectField.of(admissionRequest.object()).at("spec");
    return Stream.of(image(spec), scheduling(spec), maintenance(spec), localSsds(spec))
        .flatMap(each -> each);
  }

  private static Stream<String> image(ObjectField spec) {
    return spec.at("image").isNonEmpty() || spec.at("imageFamily").isNonEmpty()
        ? Stream.empty()
        : Stream.of(
            "spec: without image and imageFamily machines boot the newest image of the family"
                + " capi-ubuntu-1804-k8s-<version> of the project, which exists only if you have"
                + " built it: set one of the two");
  }

  private static Stream<String> scheduling(ObjectField spec) {
    return spec.at("preemptible").isTrue() && spec.at("provisioningModel").hasText("Standard")
        ? Stream.of(
            "spec.provisioningModel: Standard has no effect beside spec.preemptible: remove one of"
                + " the two")
        : Stream.empty();
  }

  private static Stream<String> maintenance(ObjectField spec) {
    return spec.at("onHostMaintenance").hasText("Migrate")
            && spec.at("guestAccelerators").isNonEmpty()
        ? Stream.of(
            "spec.onHostMaintenance: machines with accelerators cannot be migrated, and are"
                + " terminated: set Terminate")
        : Stream.empty();
  }

  private static Stream<String> localSsds(ObjectField spec) {
    return spec.at("additionalDisks")
        .items()
        .filter(each -> PoolRules.isLocalSsd(each.at("deviceType").text()))
        .flatMap(
            each ->
                Stream.concat(
                    each.at("size").number().filter(size -> size != 375).stream()
                        .map(
                            _ ->
                                each.at("size").path()
                                    + ": a local SSD has 375 GB, whatever is asked for"),
                    each.at("encryptionKey").isSet()
                        ? Stream.of(
                            each.at("encryptionKey").path()
                                + ": a local SSD is encrypted with a key of Google's own: remove"
                                + " it")
                        : Stream.empty()));
  }
}
