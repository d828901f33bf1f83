package io.weir.sandbox.sweep;

/** Where a life can be lived. */
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

  /** As many as the writes of an unbroken life, or a few more. */
  int writes() {
    return writes;
  }

  /** A name for a life, which one elsewhere may have, too. */
  String lifecycleName(String name) {
    return name + (this == AWS ? "" : "k");
  }

  /** A cloud for one life. */
  abstract TestCloud newCloud(SharedApiServer sharedApiServer, String life);
}
