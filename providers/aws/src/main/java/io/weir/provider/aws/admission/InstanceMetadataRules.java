package io.weir.provider.aws.admission;

import io.weir.api.admission.AdmissionRequest;
import io.weir.api.admission.ObjectField;
import java.util.stream.Stream;

/**
 * Who may read the user data of an instance, and with it a join token. AWS's metadata service gives
 * it to whoever can send a request from the instance: every pod, unless requests need a session
 * token that reaches no further than the instance itself.
 */
final class InstanceMetadataRules {

  private static final String PATH = "spec.awsLaunchTemplate.instanceMetadataOptions";

  private InstanceMetadataRules() {}

  /** Warns where pods may read it; it is the user's to decide, as other instances come of it. */
  static Stream<String> warnOfReadableUserData(AdmissionRequest admissionRequest) {
    ObjectField options = ObjectField.of(admissionRequest.object()).at(PATH.split("\\.", -1));
    if (options.at("httpEndpoint").hasText("disabled") || isOutOfReach(options)) {
      return Stream.empty();
    }
    return Stream.of(
        PATH
            + ": pods may read the user data, and with it a token to join the cluster, from the"
            + " instance metadata service: set httpTokens: required and httpPutResponseHopLimit: 1,"
            + " which replaces the machines of an existing pool");
  }

  /** A hop limit that is absent is 1, by the schema. */
  private static boolean isOutOfReach(ObjectField options) {
    ObjectField hops = options.at("httpPutResponseHopLimit");
    return options.at("httpTokens").hasText("required")
        && (!hops.isSet() || hops.number().filter(limit -> limit == 1).isPresent());
  }
}
