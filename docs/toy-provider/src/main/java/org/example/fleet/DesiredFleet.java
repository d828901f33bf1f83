package org.example.fleet;

import io.weir.api.Digest;
import io.weir.provider.BootstrapData;
import io.weir.provider.DesiredState;
import io.weir.provider.PoolInputs;
import io.weir.provider.PoolMarks;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.fingerprint.CanonicalDigest;
import io.weir.provider.fingerprint.FingerprintRules;
import io.weir.provider.fingerprint.InstanceRevision;
import io.weir.provider.fingerprint.TemplateChange;
import io.weir.provider.fingerprint.TemplateContent;
import io.weir.provider.fingerprint.TemplateFingerprint;
import java.util.Map;
import java.util.OptionalInt;

/**
 * What a fleet is to be.
 *
 * @param flavor the kind of machine
 * @param bootstrap what machines boot from; the cloud takes it and never shows it
 */
record DesiredFleet(int size, String flavor, BootstrapData bootstrap, PoolMarks marks)
    implements DesiredState {

  /** By what models are compared. What a rule makes digests of never changes: add another rule. */
  private static final FingerprintRules<DesiredFleet> RULES =
      new FingerprintRules<>(Map.of(1, DesiredFleet::content));

  static DesiredFleet of(PoolInputs in) throws PrerequisiteException {
    BootstrapData data =
        in.bootstrapData()
            .orElseThrow(
                () ->
                    PrerequisiteException.waiting(
                        "WaitingForBootstrapData", "there is no bootstrap data yet"));
    String flavor = in.pool().at("/spec/flavor").asText("small");
    return new DesiredFleet(in.replicas(), flavor, data, in.marks());
  }

  private TemplateContent content() {
    var data = Map.of("flavor", flavor);
    var revision = new InstanceRevision(CanonicalDigest.of(data), bootstrap.inputDigest(), false);
    return new TemplateContent(data, Digest.sha256(bootstrap.base64()), revision);
  }

  /** What a fleet that is made now carries, and each of its machines. */
  TemplateFingerprint fingerprint() {
    return RULES.fingerprint(this);
  }

  /** How what carries this text differs from what is wanted. */
  TemplateChange changeFrom(String carried) {
    return RULES.change(this, TemplateFingerprint.parse(carried));
  }

  @Override
  public OptionalInt desiredSize() {
    return OptionalInt.of(size);
  }
}
