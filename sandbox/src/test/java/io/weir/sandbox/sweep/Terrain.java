package io.weir.sandbox.sweep;

/** Where a life can be lived. */
enum Terrain {
  AWS(130) {
    @Override
    Realm open(Plane plane, String life) {
      return new AwsRealm(life);
    }
  },
  KAPSULE(90) {
    @Override
    Realm open(Plane plane, String life) {
      return new KapsuleRealm(plane, life);
    }
  };

  private final int writes;

  Terrain(int writes) {
    this.writes = writes;
  }

  /** As many as the writes of an unbroken life, or a few more. */
  int writes() {
    return writes;
  }

  /** A name for a life, which one elsewhere may have, too. */
  String life(String name) {
    return name + (this == AWS ? "" : "k");
  }

  /** A cloud for one life. */
  abstract Realm open(Plane plane, String life);
}
