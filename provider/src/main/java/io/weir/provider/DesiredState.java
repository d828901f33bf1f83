package io.weir.provider;

/**
 * What a pool should be in the cloud, canonical: a record of the provider's, without secrets in its
 * text.
 */
public interface DesiredState {}
