package io.weir.clouds.aws.wire;

import java.util.ArrayList;
import java.util.List;

/**
 * What is wrong with a request, in the words of its service. EC2 stops at the first mistake; Auto
 * Scaling collects those about values and tells them together.
 */
final class ValidationErrors {
  private final boolean ec2;
  private final List<String> constraints = new ArrayList<>();

  ValidationErrors(boolean ec2) {
    this.ec2 = ec2;
  }

  /** The refusal of a parameter that does not exist; both services stop there. */
  static AwsErrorException unknownParameter(String path) {
    return AwsErrorException.of("UnknownParameter", "The parameter " + path + " is not recognized");
  }

  void addMissing(String path) {
    if (ec2) {
      throw AwsErrorException.of(
          "MissingParameter", "The request must contain the parameter " + path);
    }
    constraint("null", path, "Member must not be null");
  }

  void addWrongType(String path, String value, String wanted) {
    if (ec2) {
      throw invalid(path, value);
    }
    throw AwsErrorException.of(
        "MalformedInput", "'" + value + "' at '" + path + "' is not " + wanted);
  }

  void addInvalidValue(String path, String value, String constraint) {
    if (ec2) {
      throw invalid(path, value);
    }
    constraint("'" + value + "'", path, constraint);
  }

  void throwIfAny() {
    if (!constraints.isEmpty()) {
      String count =
          constraints.size() == 1
              ? "1 validation error detected: "
              : constraints.size() + " validation errors detected: ";
      throw AwsErrorException.validationError(count + String.join("; ", constraints));
    }
  }

  private void constraint(String value, String path, String constraint) {
    constraints.add(
        "Value %s at '%s' failed to satisfy constraint: %s"
            .formatted(value, uncapitalized(path), constraint));
  }

  private static AwsErrorException invalid(String path, String value) {
    return AwsErrorException.of(
        "InvalidParameterValue", "Value (" + value + ") for parameter " + path + " is invalid.");
  }

  private static String uncapitalized(String path) {
    return path.isEmpty() ? path : Character.toLowerCase(path.charAt(0)) + path.substring(1);
  }
}
