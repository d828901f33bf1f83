package io.weir.provider.azure.admission;

import io.weir.api.admission.AdmissionRequest;
import io.weir.api.admission.ObjectField;
import java.util.List;
import java.util.stream.Stream;

/**
 * What Azure fixes when it makes a scale set. Others let it be changed and pass over it, so a
 * change is not refused; each is told of.
 */
final class FixedFields {

  private static final List<List<String>> FIXED =
      List.of(
          List.of("spec", "location"),
          List.of("spec", "orchestrationMode"),
          List.of("spec", "platformFaultDomainCount"),
          List.of("spec", "zoneBalance"),
          List.of("spec", "template", "osDisk", "osType"));

  private FixedFields() {}

  /** Warns of each that changes. */
  static Stream<String> warnings(AdmissionRequest admissionRequest) {
    ObjectField now = ObjectField.of(admissionRequest.object());
    return admissionRequest.oldObject().map(ObjectField::of).stream()
        .flatMap(
            before ->
                Stream.concat(
                    FIXED.stream()
                        .map(path -> path.toArray(String[]::new))
                        .filter(path -> !before.at(path).node().equals(now.at(path).node()))
                        .map(now::at),
                    spot(before, now)))
        .map(
            field ->
                field.path()
                    + ": a scale set that exists keeps what it was made with: set it back, or"
                    + " create a new AzureMachinePool");
  }

  private static Stream<ObjectField> spot(ObjectField before, ObjectField now) {
    String[] path = {"spec", "template", "spotVMOptions"};
    return before.at(path).isSet() == now.at(path).isSet()
        ? Stream.empty()
        : Stream.of(now.at(path));
  }
}
