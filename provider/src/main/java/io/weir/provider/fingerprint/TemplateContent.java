package io.weir.provider.fingerprint;

import java.util.Set;

/**
 * What a template is made from, in the form that one rule takes the digests of.
 *
 * @param data all but the user data, for {@link CanonicalDigest}
 * @param userDataDigest SHA-256 in hex of the user data
 * @param revision what running instances are compared by
 * @param otherWordings digests that the revision would have, had people asked for the same in other
 *     words: for an image by its id instead of its name, or the other way round. A template that
 *     carries one of them, and all that is found now, outdates nothing
 */
public record TemplateContent(
    Object data, String userDataDigest, InstanceRevision revision, Set<String> otherWordings) {

  public TemplateContent {
    otherWordings = Set.copyOf(otherWordings);
  }

  /** What can be asked for in one way only. */
  public TemplateContent(Object data, String userDataDigest, InstanceRevision revision) {
    this(data, userDataDigest, revision, Set.of());
  }
}
