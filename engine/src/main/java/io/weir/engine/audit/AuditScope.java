package io.weir.engine.audit;

/**
 * Where in a cloud something was done or refused, and with whose credentials.
 *
 * @param cloud the cloud, for example {@code aws}
 * @param account the account, project or subscription; empty where the identity decides it
 * @param region where; empty if that was not decided yet
 * @param identity the object or Secret that stands for the credentials; never a secret itself
 */
public record AuditScope(String cloud, String account, String region, String identity) {}
