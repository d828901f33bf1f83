package io.weir.sandbox.sweep;

/** Where a life can be lived. */
enum Terrain {
  AWS {
    @Override
    Realm open(Plane plane, String life) {
      return new AwsRealm(life);
    }
  },
  KAPSULE {
    @Override
    Realm open(Plane plane, String life) {
      return new KapsuleRealm(plane, life);
    }
  };

  /** A name for a life, which one elsewhere may have, too. */
  String life(String name) {
    return name + (this == AWS ? "" : "k");
  }

  /** A cloud for one life. */
  abstract Realm open(Plane plane, String life);
}
