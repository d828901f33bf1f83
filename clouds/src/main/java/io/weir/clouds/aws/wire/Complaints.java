package io.weir.clouds.aws.wire;

import java.util.ArrayList;
import java.util.List;

/**
 * What is wrong with a request, in the words of its service. EC2 stops at the first mistake; Auto
 * Scaling collects those about values and tells them together.
 */
final class Complaints {
  private final boolean ec2;
  private final List<String> constraints = new ArrayList<>();

  Complaints(boolean ec2) {
    this.ec2 = ec2;
  }

  /** The refusal of a parameter that does not exist; both services stop there. */
  static AwsRefusal unknown(String path) {
    return AwsRefusal.of("UnknownParameter", "The parameter " + path + " is not recognized");
  }

  void missing(String path) {
    if (ec2) {
      throw AwsRefusal.of("MissingParameter", "The request must contain the parameter " + path);
    }
    constraint("null", path, "Member must not be null");
  }

  void type(String path, String value, String wanted) {
    if (ec2) {
      throw invalid(path, value);
    }
    throw AwsRefusal.of("MalformedInput", "'" + value + "' at '" + path + "' is not " + wanted);
  }

  void value(String path, String value, String constraint) {
    if (ec2) {
      throw invalid(path, value);
    }
    constraint("'" + value + "'", path, constraint);
  }

  void finish() {
    if (!constraints.isEmpty()) {
      String count =
          constraints.size() == 1
              ? "1 validation error detected: "
              : constraints.size() + " validation errors detected: ";
      throw AwsRefusal.validation(count + String.join("; ", constraints));
    }
  }

  private void constraint(String value, String path, String constraint) {
    constraints.add(
        "Value %s at '%s' failed to satisfy constraint: %s"
            .formatted(value, uncapitalized(path), constraint));
  }

  private static AwsRefusal invalid(String path, String value) {
    return AwsRefusal.of(
        "InvalidParameterValue", "Value (" + value + ") for parameter " + path + " is invalid.");
  }

  private static String uncapitalized(String path) {
    return path.isEmpty() ? path : Character.toLowerCase(path.charAt(0)) + path.substring(1);
  }
}
