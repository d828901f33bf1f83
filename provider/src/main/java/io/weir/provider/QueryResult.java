package io.weir.provider;

/**
 * The cloud's answer to a {@link CloudQuery}; a record of the provider's. "None found" is an
 * answer.
 */
public interface QueryResult {}
