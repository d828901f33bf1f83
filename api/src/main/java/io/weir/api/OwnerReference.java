package io.weir.api;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;

/** An entry of {@code metadata.ownerReferences}. */
@JsonIgnoreProperties(ignoreUnknown = true)
public record OwnerReference(
    String apiVersion,
    String kind,
    String name,
    String uid,
    boolean controller,
    boolean blockOwnerDeletion) {

  /** Group and kind of the owner, whatever version it was written in. */
  public GroupKind groupKind() {
    return new GroupKind(GroupKind.groupOf(apiVersion), kind);
  }
}
