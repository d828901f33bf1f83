package io.weir.provider.azure.scaleset;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.provider.DesiredState;
import io.weir.provider.RolloutPreferences;
import io.weir.provider.fingerprint.FingerprintRules;
import io.weir.provider.fingerprint.InstanceRevision;
import io.weir.provider.fingerprint.TemplateChange;
import io.weir.provider.fingerprint.TemplateContent;
import io.weir.provider.fingerprint.TemplateFingerprint;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * What a scale set should be.
 *
 * @param name unique in its resource group
 * @param placement where its machines are
 * @param replicas how many instances the MachinePool asks for
 * @param externallySized whether somebody else decides how many there are
 * @param model what machines are made from
 * @param customData what they run at first boot
 * @param revision what running instances are compared by
 * @param tags of the set
 * @param role what its identity is given; empty if nothing is
 * @param rolloutPreferences how the pool's spec wants machines to be replaced
 * @param staleCustomDataReason that the custom data is for another Kubernetes version than the
 *     pool, and who makes it anew; the model waits for that. Empty if it is not
 */
public record DesiredScaleSet(
    String name,
    Placement placement,
    int replicas,
    boolean externallySized,
    ScaleSetModel model,
    CustomData customData,
    InstanceRevision revision,
    ScaleSetTags.Desired tags,
    Optional<RoleAssignment> role,
    RolloutPreferences rolloutPreferences,
    Optional<String> staleCustomDataReason)
    implements DesiredState {

  /** All models that Weir has made so far were made by the first. */
  private static final FingerprintRules<DesiredScaleSet> RULES =
      new FingerprintRules<>(
          Map.of(
              1,
              want ->
                  new TemplateContent(
                      want.model.content(), want.customData.sha256(), want.revision)));

  /**
   * Where a set's machines are. All but zones that are added is fixed when it is made.
   *
   * @param location the region
   * @param flexible whether machines are virtual machines of their own
   * @param zones in order, each once; none for a set that is not in zones
   * @param zoneBalance whether zones must be filled evenly; absent leaves it to Azure
   * @param faultDomains how many its machines are spread over; absent leaves it to Azure
   */
  public record Placement(
      String location,
      boolean flexible,
      List<String> zones,
      @Nullable Boolean zoneBalance,
      @Nullable Integer faultDomains) {
    public Placement {
      zones = zones.stream().distinct().toList();
    }
  }

  /** By the size that the MachinePool asks for, unless somebody else sizes the set. */
  @Override
  public OptionalInt desiredSize() {
    return externallySized ? OptionalInt.empty() : OptionalInt.of(replicas);
  }

  /** What the set should carry. */
  TemplateFingerprint fingerprint() {
    return RULES.fingerprint(this);
  }

  /** How a set that carries this differs from what is wanted. */
  TemplateChange changeFrom(Optional<TemplateFingerprint> carried) {
    return RULES.change(this, carried);
  }

  /** What a set that carries this becomes with today's custom data; empty if that is current. */
  Optional<TemplateFingerprint> withCustomDataRenewed(TemplateFingerprint carried) {
    return RULES.withUserDataRenewed(this, carried);
  }

  /** By which instances of what is wanted are told from others. */
  String generation() {
    return ModelGenerations.id(
        revision.digest()
            + (revision.rollOnBootstrapChange() ? "/" + revision.bootstrapDigest() : ""));
  }

  /** What machines are made from, in ARM's form; see {@link ScaleSetModel}. */
  ObjectNode document() {
    return model.document();
  }
}
