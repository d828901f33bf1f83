package io.weir.provider.azure.admission;

import io.weir.api.admission.AdmissionRequest;
import io.weir.api.admission.ObjectField;
import io.weir.api.admission.Violation;
import java.util.HashSet;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What else a machine may be. */
final class MachineRules {

  private static final int SHORTEST_NOTICE = 5;
  private static final int LONGEST_NOTICE = 15;

  /** Computers on Windows have names of 15 characters, of which six are numbers. */
  private static final int LONGEST_WINDOWS_NAME = 9;

  private static final int KEPT_OF_WINDOWS_NAME = 5;

  /** What a Kubernetes quantity can say of dollars. */
  private static final Pattern PRICE = Pattern.compile("-1|\\+?[0-9]+(\\.[0-9]*)?[num]?");

  private MachineRules() {}

  static Stream<Violation> check(ObjectField pool) {
    ObjectField template = pool.at("spec", "template");
    return Stream.of(
            size(template.at("vmSize")),
            notice(template.at("terminateNotificationTimeout")),
            sshKey(template.at("sshPublicKey")),
            diagnostics(template.at("diagnostics", "boot")),
            price(template.at("spotVMOptions", "maxPrice")),
            extensions(template.at("vmExtensions")))
        .flatMap(violations -> violations);
  }

  private static Stream<Violation> size(ObjectField size) {
    return !size.isSet() || size.isNonEmpty()
        ? Stream.empty()
        : Stream.of(size.required("name a size of virtual machines, such as Standard_D2s_v3"));
  }

  private static Stream<Violation> notice(ObjectField minutes) {
    return minutes
            .number()
            .filter(given -> given < SHORTEST_NOTICE || given > LONGEST_NOTICE)
            .isPresent()
        ? Stream.of(
            minutes.invalid(
                "must be between %d and %d minutes, or left out for no notice"
                    .formatted(SHORTEST_NOTICE, LONGEST_NOTICE)))
        : Stream.empty();
  }

  /** What is wrong is not shown: it may be the private key. */
  private static Stream<Violation> sshKey(ObjectField key) {
    return !key.isNonEmpty() || SshPublicKey.isValid(key.text())
        ? Stream.empty()
        : Stream.of(
            Violation.invalid(
                key.path(),
                "",
                "must be base64 of a public key as authorized_keys has it: set it to the output"
                    + " of base64 -w0 < id_rsa.pub, or leave it out if nobody is to log in"));
  }

  private static Stream<Violation> diagnostics(ObjectField boot) {
    ObjectField type = boot.at("storageAccountType");
    ObjectField own = boot.at("userManaged");
    ObjectField uri = own.at("storageAccountURI");
    if (type.hasText("UserManaged")) {
      return uri.isNonEmpty()
          ? Stream.empty()
          : Stream.of(uri.required("give the blob endpoint of your storage account"));
    }
    return own.isSet() && type.isNonEmpty()
        ? Stream.of(
            own.forbidden(
                "is for %s: UserManaged only, and that is %s: change that, or remove this"
                    .formatted(type.path(), type.text())))
        : Stream.empty();
  }

  private static Stream<Violation> price(ObjectField price) {
    return price.isSet() && !PRICE.matcher(price.node().asText()).matches()
        ? Stream.of(
            price.invalid(
                "must be US dollars for an hour, such as \"0.05\", or -1 or left out for the price"
                    + " of machines that are not Spot"))
        : Stream.empty();
  }

  private static Stream<Violation> extensions(ObjectField extensions) {
    var seen = new HashSet<String>();
    return extensions
        .items()
        .map(extension -> extension.at("name"))
        .filter(name -> !name.isNonEmpty() || !seen.add(name.text().toLowerCase(Locale.ROOT)))
        .map(
            name ->
                name.isNonEmpty()
                    ? name.duplicate("a machine has one extension of a name: remove one of the two")
                    : name.required("give the type of the extension"))
        .toList()
        .stream();
  }

  /** Whether a machine has the extension is decided when its scale set is made. */
  static Stream<Violation> bootstrapExtensionIsKept(ObjectField was, ObjectField is) {
    String[] path = {"spec", "template", "disableVMBootstrapExtension"};
    ObjectField before = was.at(path);
    ObjectField now = is.at(path);
    return before.isSet() && !before.node().equals(now.node())
        ? Stream.of(
            now.forbidden(
                "cannot be changed once it is set: set it back to %s, or create a new"
                        .formatted(before.node())
                    + " AzureMachinePool"))
        : Stream.empty();
  }

  /** Of an AzureMachinePoolMachine. */
  static Stream<Violation> providerIdIsKept(ObjectField was, ObjectField is) {
    ObjectField before = was.at("spec", "providerID");
    ObjectField now = is.at("spec", "providerID");
    return before.isNonEmpty() && !before.node().equals(now.node())
        ? Stream.of(
            now.forbidden(
                "cannot be changed, as the object stands for one machine: set it back to %s"
                    .formatted(before.text())))
        : Stream.empty();
  }

  static Stream<String> warnOfReadableSecrets(AdmissionRequest admissionRequest) {
    return ObjectField.of(admissionRequest.object())
        .at("spec", "template", "vmExtensions")
        .items()
        .map(extension -> extension.at("protectedSettings"))
        .filter(ObjectField::isNonEmpty)
        .map(
            settings ->
                settings.path()
                    + ": whoever may read this object can read them: have the machines fetch what"
                    + " is secret, or allow few people to read AzureMachinePools");
  }

  /** On a new pool only: a name does not change. */
  static Stream<String> warnOfNamesThatMayCollide(AdmissionRequest admissionRequest) {
    ObjectField pool = ObjectField.of(admissionRequest.object());
    String name = pool.at("metadata", "name").text();
    boolean shortened =
        pool.at("spec", "template", "osDisk", "osType").hasText("Windows")
            && name.length() > LONGEST_WINDOWS_NAME;
    return shortened && admissionRequest.oldObject().isEmpty()
        ? Stream.of(
            "metadata.name: the scale set is named win-%s, because machines on Windows have short names: another such pool of the cluster must not end the same; a name of at most %d characters is kept"
                .formatted(
                    name.substring(name.length() - KEPT_OF_WINDOWS_NAME), LONGEST_WINDOWS_NAME))
        : Stream.empty();
  }
}
