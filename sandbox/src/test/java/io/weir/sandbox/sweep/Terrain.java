package io.weir.sandbox.sweep;

import java.time.Duration;

/** Where a life can be lived. */
enum Terrain {
  AWS(3, Alike.PATIENCE) {
    @Override
    Realm open(Plane plane, String life) {
      return new AwsRealm(life);
    }
  },
  /**
   * A look is three calls there, and every third failure would meet the same one for ever; and a
   * creation that was refused, or the answer to which was lost, is not repeated for a minute.
   */
  KAPSULE(5, Duration.ofMinutes(5)) {
    @Override
    Realm open(Plane plane, String life) {
      return new KapsuleRealm(plane, life);
    }
  };

  private final int unreliable;
  private final Duration patience;

  Terrain(int unreliable, Duration patience) {
    this.unreliable = unreliable;
    this.patience = patience;
  }

  /** How long a phase may take in bad weather. */
  Duration patience() {
    return patience;
  }

  /** Every how many calls go wrong when the cloud is unreliable. */
  int unreliable() {
    return unreliable;
  }

  /** A name for a life, which one elsewhere may have, too. */
  String life(String name) {
    return name + (this == AWS ? "" : "k");
  }

  /** A cloud for one life. */
  abstract Realm open(Plane plane, String life);
}
