package io.weir.sandbox.sweep;

/** The clouds that a lifecycle can run on. */
enum TestCloudType {
  AWS(130) {
    @Override
    TestCloud newCloud(SharedApiServer sharedApiServer, String life) {
      return new AwsTestCloud(life);
    }
  },
  KAPSULE(90) {
    @Override
    TestCloud newCloud(SharedApiServer sharedApiServer, String life) {
      return new KapsuleTestCloud(sharedApiServer, life);
    }
  };

  private final int writes;

  TestCloudType(int writes) {
    this.writes = writes;
  }

  /** As many as the writes of an uninterrupted lifecycle, or a few more. */
  int writes() {
    return writes;
  }

  /** A name for a lifecycle, which one on another cloud may have, too. */
  String lifecycleName(String name) {
    return name + (this == AWS ? "" : "k");
  }

  /** A cloud for one lifecycle. */
  abstract TestCloud newCloud(SharedApiServer sharedApiServer, String life);
}
