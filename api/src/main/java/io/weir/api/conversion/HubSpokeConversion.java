package io.weir.api.conversion;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.GroupKind;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A kind with a stored version and one older version. What an object has in the stored version
 * travels in an annotation of the older one, so that it comes back when nobody changed it.
 */
public final class HubSpokeConversion implements Conversion {

  private static final List<String> HEAD = List.of("apiVersion", "kind", "metadata");

  private final GroupKind kind;
  private final String hub;
  private final String older;
  private final Spoke spoke;
  private final StoredSchema schema;

  /**
   * One kind.
   *
   * @param hub the version that is stored
   * @param older the other version
   * @param spoke how the two differ
   * @param crd path of its definition on the classpath, absolute
   */
  public HubSpokeConversion(GroupKind kind, String hub, String older, Spoke spoke, String crd) {
    this.kind = kind;
    this.hub = hub;
    this.older = older;
    this.spoke = spoke;
    this.schema = StoredSchema.of(crd, hub);
  }

  /** One kind of the core, {@code v1beta2} and {@code v1beta1}. */
  HubSpokeConversion(GroupKind kind, Spoke spoke, String crd) {
    this(kind, "v1beta2", "v1beta1", spoke, crd);
  }

  @Override
  public GroupKind kind() {
    return kind;
  }

  @Override
  public Set<String> versions() {
    return Set.of(hub, older);
  }

  @Override
  public ObjectNode convert(ObjectNode object, String version, ContractVersions contracts) {
    String given = given(object);
    check(version);
    check(given);
    if (given.equals(version)) {
      return object.deepCopy();
    }
    return version.equals(hub) ? toHub(object, contracts) : fromHub(object, contracts);
  }

  private String given(ObjectNode object) {
    String apiVersion = object.path("apiVersion").asText("");
    var found = new GroupKind(GroupKind.groupOf(apiVersion), object.path("kind").asText(""));
    if (!found.equals(kind)) {
      throw new IllegalArgumentException("%s is not %s".formatted(found, kind));
    }
    return apiVersion.substring(apiVersion.indexOf('/') + 1);
  }

  private void check(String version) {
    if (!version.equals(hub) && !version.equals(older)) {
      throw new IllegalArgumentException(
          "%s has no version %s, only %s and %s".formatted(kind, version, older, hub));
    }
  }

  private ObjectNode fromHub(ObjectNode object, ContractVersions contracts) {
    ObjectNode lower = object.deepCopy();
    spoke.fromHub(lower, contracts);
    ConversionDataAnnotation.write(lower, object);
    return lower.put("apiVersion", apiVersion(older));
  }

  private ObjectNode toHub(ObjectNode object, ContractVersions contracts) {
    ObjectNode lower = object.deepCopy();
    Optional<ObjectNode> kept =
        ConversionDataAnnotation.remove(lower, kind, apiVersion(hub))
            .filter(schema::hasMatchingTypes);
    ObjectNode plain = plainHub(lower);
    return kept.map(whole -> restored(plain, lower, whole, contracts)).orElse(plain);
  }

  private ObjectNode plainHub(ObjectNode lower) {
    ObjectNode plain = lower.deepCopy();
    spoke.toHub(plain);
    schema.dropForbiddenEmptyFields(plain);
    return plain.put("apiVersion", apiVersion(hub));
  }

  private ObjectNode restored(
      ObjectNode plain, ObjectNode lower, ObjectNode kept, ContractVersions contracts) {
    kept.remove(HEAD);
    TreeFields.move(plain.deepCopy(), kept, HEAD);
    ObjectNode before = kept.deepCopy();
    spoke.fromHub(before, contracts);
    try {
      return ConversionDataMerge.merge(plainHub(before), plain, kept, before, lower);
    } catch (IllegalArgumentException e) {
      return plain; // what somebody wrote into the annotation is no object of ours
    }
  }

  private String apiVersion(String version) {
    return kind.group() + "/" + version;
  }
}
