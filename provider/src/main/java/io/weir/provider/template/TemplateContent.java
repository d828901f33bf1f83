package io.weir.provider.template;

/**
 * What a template is made from, in the form that one rule takes the digests of.
 *
 * @param data all but the user data, for {@link CanonicalDigest}
 * @param userDataDigest SHA-256 in hex of the user data
 * @param revision what running instances are compared by
 */
public record TemplateContent(Object data, String userDataDigest, InstanceRevision revision) {}
