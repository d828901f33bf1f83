package io.weir.sandbox.sweep;

import java.util.List;

/** The clouds that a lifecycle can run on, and who replaces machines there. */
enum TestCloudType {
  AWS("", 150) {
    @Override
    TestCloud newCloud(SharedApiServer sharedApiServer, String life) {
      return new AwsTestCloud(life, AwsTestCloud.Replacement.REFRESH);
    }
  },
  /** Weir replaces them with a surge, and drains each before; the deletion drains, too. */
  AWS_ROLLED("r", 120) {
    @Override
    TestCloud newCloud(SharedApiServer sharedApiServer, String life) {
      return new AwsTestCloud(life, AwsTestCloud.Replacement.ROLLED);
    }
  },
  /** An instance refresh replaces them, and waits for the drain of each. */
  AWS_HELD("h", 130) {
    @Override
    TestCloud newCloud(SharedApiServer sharedApiServer, String life) {
      return new AwsTestCloud(life, AwsTestCloud.Replacement.HELD_REFRESH);
    }
  },
  KAPSULE("k", 90) {
    @Override
    TestCloud newCloud(SharedApiServer sharedApiServer, String life) {
      return new KapsuleTestCloud(sharedApiServer, life);
    }
  };

  private final String suffix;
  private final int writes;

  TestCloudType(String suffix, int writes) {
    this.suffix = suffix;
    this.writes = writes;
  }

  /**
   * As many as the writes of an uninterrupted lifecycle, or a few more: those of AWS are 110 to
   * 130, by how often zones are levelled meanwhile and how much is told at once, of the shorter
   * ones 95 to 112.
   */
  int writes() {
    return writes;
  }

  /** What a lifecycle consists of, in this order. */
  List<LifecyclePhase> phases() {
    return switch (this) {
      case AWS, KAPSULE -> List.of(LifecyclePhase.values());
      case AWS_ROLLED, AWS_HELD -> LifecyclePhase.IN_WHICH_MACHINES_LEAVE;
    };
  }

  /** A name for a lifecycle, which one on another cloud may have, too. */
  String lifecycleName(String name) {
    return name + suffix;
  }

  /** A cloud for one lifecycle. */
  abstract TestCloud newCloud(SharedApiServer sharedApiServer, String life);
}
