package io.weir.sandbox.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

/**
 * A life whose manager is cut off once.
 *
 * @param name of the life
 * @param cut how
 */
record Broken(String name, Cut cut) {

  private static final Duration PATIENCE = Duration.ofMinutes(6);

  /**
   * Lives it.
   *
   * @return whether the cut came
   * @throws AssertionError where it is not like an unbroken one
   */
  boolean live(Plane plane, Unbroken like) throws InterruptedException {
    try (var life = new Life(plane, name, like.terrain());
        var managers = new Managers(life, cut)) {
      for (Phase phase : Phase.values()) {
        life.begin(phase);
        String wanted = like.picture(phase);
        if (!life.await(phase, wanted, PATIENCE)) {
          throw new AssertionError(
              "%s: %s does not end like an unbroken one%n%s%n  %s"
                  .formatted(
                      name, phase, Told.difference(wanted, life.picture()), managers.told()));
        }
      }
      assertThat(life.made())
          .as("%s, in the cloud, %s", name, managers.told())
          .isEqualTo(like.made());
      assertThat(managers.creations())
          .as("%s, objects, %s", name, managers.told())
          .isEqualTo(like.creations());
      return managers.cut();
    }
  }
}
