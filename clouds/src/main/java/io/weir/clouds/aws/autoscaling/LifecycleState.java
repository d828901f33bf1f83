package io.weir.clouds.aws.autoscaling;

/** Where an instance stands in its group, in AWS's words. */
enum LifecycleState {
  PENDING("Pending"),
  PENDING_WAIT("Pending:Wait"),
  PENDING_PROCEED("Pending:Proceed"),
  IN_SERVICE("InService"),
  TERMINATING("Terminating"),
  TERMINATING_WAIT("Terminating:Wait"),
  TERMINATING_PROCEED("Terminating:Proceed");

  private final String word;

  LifecycleState(String word) {
    this.word = word;
  }

  String awsName() {
    return word;
  }

  boolean isPending() {
    return this == PENDING || this == PENDING_WAIT || this == PENDING_PROCEED;
  }

  boolean isTerminating() {
    return this == TERMINATING || this == TERMINATING_WAIT || this == TERMINATING_PROCEED;
  }
}
