package io.weir.api.conversion;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.GroupKind;
import java.util.List;
import java.util.Optional;

/**
 * A kind with a stored version and one older version. What an object has in the stored version
 * travels in an annotation of the older one, so that it comes back when nobody changed it.
 */
final class HubAndSpoke implements Conversion {

  private static final String HUB = "v1beta2";
  private static final String OLDER = "v1beta1";
  private static final List<String> HEAD = List.of("apiVersion", "kind", "metadata");

  private final GroupKind kind;
  private final Spoke spoke;
  private final StoredSchema schema;

  /**
   * One kind.
   *
   * @param crd path of its definition on the classpath
   */
  HubAndSpoke(GroupKind kind, Spoke spoke, String crd) {
    this.kind = kind;
    this.spoke = spoke;
    this.schema = new StoredSchema(crd, HUB);
  }

  @Override
  public GroupKind kind() {
    return kind;
  }

  @Override
  public ObjectNode convert(ObjectNode object, String version, ContractVersions contracts) {
    String given = given(object);
    check(version);
    check(given);
    if (given.equals(version)) {
      return object.deepCopy();
    }
    return version.equals(HUB) ? toHub(object, contracts) : fromHub(object, contracts);
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
    if (!version.equals(HUB) && !version.equals(OLDER)) {
      throw new IllegalArgumentException(
          "%s has no version %s, only %s and %s".formatted(kind, version, OLDER, HUB));
    }
  }

  private ObjectNode fromHub(ObjectNode object, ContractVersions contracts) {
    ObjectNode older = object.deepCopy();
    spoke.fromHub(older, contracts);
    Kept.write(older, object);
    return older.put("apiVersion", apiVersion(OLDER));
  }

  private ObjectNode toHub(ObjectNode object, ContractVersions contracts) {
    ObjectNode older = object.deepCopy();
    Optional<ObjectNode> kept = Kept.take(older, kind, apiVersion(HUB)).filter(schema::fits);
    ObjectNode hub = plainHub(older);
    return kept.map(whole -> restored(hub, older, whole, contracts)).orElse(hub);
  }

  private ObjectNode plainHub(ObjectNode older) {
    ObjectNode hub = older.deepCopy();
    spoke.toHub(hub);
    schema.dropTooEmpty(hub);
    return hub.put("apiVersion", apiVersion(HUB));
  }

  private ObjectNode restored(
      ObjectNode hub, ObjectNode older, ObjectNode kept, ContractVersions contracts) {
    kept.remove(HEAD);
    Fields.move(hub.deepCopy(), kept, HEAD);
    ObjectNode before = kept.deepCopy();
    spoke.fromHub(before, contracts);
    try {
      return Restoration.of(plainHub(before), hub, kept, before, older);
    } catch (IllegalArgumentException e) {
      return hub; // what somebody wrote into the annotation is no object of ours
    }
  }

  private String apiVersion(String version) {
    return kind.group() + "/" + version;
  }
}
