package io.weir.provider.fingerprint;

/**
 * How the template that new instances are made from differs from what is wanted.
 *
 * @param difference what differs
 * @param outdatesInstances whether running instances are to be replaced for it. What somebody else
 *     made cannot be compared, and is taken over as it runs
 */
public record TemplateChange(Difference difference, boolean outdatesInstances) {

  /** What differs; of several, what matters most. */
  public enum Difference {
    /** Nothing. */
    NONE,
    /** Nothing, but the fingerprint is by an older rule. */
    RULE,
    /** Nothing, but people ask for it in other words. */
    WORDING,
    /** The user data, such as a join token. */
    USER_DATA,
    /** What the bootstrap data was made from, which matters where the pool says so. */
    BOOTSTRAP,
    /** Anything else that it is made from. */
    SETTINGS,
    /**
     * It has no fingerprint that can be compared: Weir did not make it, or no release that does.
     */
    UNKNOWN
  }

  /** Whether the template is as wanted. */
  public boolean isNone() {
    return difference == Difference.NONE;
  }

  /** By two fingerprints of the same rule. */
  static TemplateChange between(
      TemplateFingerprint wanted, TemplateFingerprint seen, boolean rollOnBootstrapChange) {
    boolean settings = !seen.data().equals(wanted.data());
    if (!seen.revision().equals(wanted.revision())) {
      return new TemplateChange(Difference.SETTINGS, true);
    }
    boolean userData = !seen.userData().equals(wanted.userData());
    if (!settings && !userData) {
      return new TemplateChange(Difference.NONE, false);
    }
    boolean bootstrap = rollOnBootstrapChange && !seen.bootstrap().equals(wanted.bootstrap());
    if (bootstrap) {
      return new TemplateChange(Difference.BOOTSTRAP, true);
    }
    return new TemplateChange(settings ? Difference.SETTINGS : Difference.USER_DATA, false);
  }
}
