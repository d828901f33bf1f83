package io.weir.provider.azure.admission;

import io.weir.api.admission.AdmissionRequest;
import io.weir.api.admission.ObjectField;
import io.weir.api.admission.Violation;
import io.weir.provider.azure.api.AzureIdentityTypes;
import java.util.Set;
import java.util.stream.Stream;

/** Which fields of an AzureClusterIdentity go together. */
final class ClusterIdentityRules {

  private static final String PATH = "userAssignedIdentityCredentialsPath";
  private static final String CLOUD = "userAssignedIdentityCredentialsCloudType";
  private static final Set<String> CLOUDS = Set.of("public", "china", "usgovernment");

  private ClusterIdentityRules() {}

  static Stream<Violation> check(ObjectField identity) {
    ObjectField spec = identity.at("spec");
    ObjectField cloud = spec.at(CLOUD);
    boolean fromFile =
        spec.at("type").hasText(AzureIdentityTypes.USER_ASSIGNED_IDENTITY_CREDENTIAL);
    return Stream.of(
            onlyWith(AzureIdentityTypes.USER_ASSIGNED_MSI, spec, spec.at("resourceID")),
            onlyWith(AzureIdentityTypes.USER_ASSIGNED_IDENTITY_CREDENTIAL, spec, spec.at(PATH)),
            onlyWith(AzureIdentityTypes.USER_ASSIGNED_IDENTITY_CREDENTIAL, spec, cloud),
            fromFile && cloud.isNonEmpty() && !CLOUDS.contains(cloud.text())
                ? Stream.of(
                    cloud.invalid("must be public, china or usgovernment, or left out for public"))
                : Stream.<Violation>empty())
        .flatMap(violations -> violations);
  }

  private static Stream<Violation> onlyWith(String type, ObjectField spec, ObjectField field) {
    return field.isNonEmpty() && !spec.at("type").hasText(type)
        ? Stream.of(
            field.forbidden(
                "is for %s: %s only: remove it".formatted(spec.at("type").path(), type)))
        : Stream.empty();
  }

  /** Whoever uses it has been told what it is. */
  static Stream<Violation> typeIsKept(ObjectField was, ObjectField is) {
    ObjectField before = was.at("spec", "type");
    ObjectField now = is.at("spec", "type");
    return before.isNonEmpty() && !before.node().equals(now.node())
        ? Stream.of(
            now.forbidden(
                "cannot be changed from %s: create a new AzureClusterIdentity, and name it in the AzureCluster"
                    .formatted(before.text())))
        : Stream.empty();
  }

  static Stream<String> warnings(AdmissionRequest admissionRequest) {
    ObjectField spec = ObjectField.of(admissionRequest.object()).at("spec");
    return Stream.concat(
        spec.at("resourceID").isNonEmpty()
                && spec.at("type").hasText(AzureIdentityTypes.USER_ASSIGNED_MSI)
            ? Stream.of("spec.resourceID: is not used: spec.clientID names the managed identity")
            : Stream.empty(),
        spec.at("type").hasText(AzureIdentityTypes.MANUAL_SERVICE_PRINCIPAL)
            ? Stream.of(
                "spec.type: ManualServicePrincipal is deprecated: for a new AzureClusterIdentity,"
                    + " use ServicePrincipal")
            : Stream.empty());
  }
}
