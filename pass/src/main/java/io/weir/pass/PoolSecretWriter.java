package io.weir.pass;

import io.weir.api.ApiObject;
import io.weir.api.EventReasons;
import io.weir.api.ObjectKey;
import io.weir.provider.CloudScope;
import io.weir.provider.ErrorRule;
import io.weir.provider.PoolInputs;
import io.weir.provider.PoolSecret;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.ProviderException;
import io.weir.provider.ReportContext.CallFailure;
import java.time.Duration;
import java.util.Optional;

/**
 * Keeps the Secret that a pool has for its bootstrap data as the provider says. Nothing is noted
 * beside it: what a process that ended has written of it shows in it.
 */
final class PoolSecretWriter {

  private static final int QUERIES_AT_MOST = 5;

  private final Optional<PoolSecret> poolSecret;
  private final PassListener listener;

  PoolSecretWriter(Optional<PoolSecret> poolSecret, PassListener listener) {
    this.poolSecret = poolSecret;
    this.listener = listener;
  }

  /** How far it came. */
  sealed interface Result {

    /** It is as it should be, or nothing is to be done. */
    record Settled() implements Result {}

    /** An object that it is made from is missing or wrong. */
    record Blocked(PrerequisiteException cause) implements Result {}

    /** A call to the cloud or to the API server failed. */
    record Failed(CallFailure failure) implements Result {

      /** When to try again, where nothing else waits for it. */
      Duration retryIn() {
        ErrorRule rule = ErrorRule.of(failure.error());
        Duration longest = rule.pauses().longest();
        return rule.asked().filter(asked -> asked.compareTo(longest) > 0).orElse(longest);
      }
    }
  }

  /** Writes it if it differs, and tells people what they must know. */
  Result write(PassSubject subject, PoolInputs in, CloudScope scope, ScopeQueries queries) {
    if (poolSecret.isEmpty()) {
      return new Result.Settled();
    }
    ApiObject pool = subject.pool();
    String name = poolSecret.get().name(pool);
    try {
      return switch (resolve(poolSecret.get(), subject, in, scope, queries)) {
        case PoolSecret.Result.Wanted wanted -> {
          write(subject, new SecretContent(pool, subject.clusterName(), name, wanted));
          yield new Result.Settled();
        }
        case PoolSecret.Result.Blocked(PrerequisiteException cause) -> blocked(pool, cause);
        case PoolSecret.Result.NeedsQueries(var endless) ->
            throw new IllegalStateException("endless queries: " + endless);
      };
    } catch (ProviderException error) {
      var failure = new CallFailure("keep Secret " + new ObjectKey(pool.namespace(), name), error);
      if (error.needsUserAction()) {
        listener.failed(pool.key(), failure);
      }
      return new Result.Failed(failure);
    }
  }

  private Result blocked(ApiObject pool, PrerequisiteException cause) {
    if (cause.needsUserAction()) {
      listener.blocked(pool.key(), cause);
    }
    return new Result.Blocked(cause);
  }

  private static PoolSecret.Result resolve(
      PoolSecret secret, PassSubject subject, PoolInputs in, CloudScope scope, ScopeQueries queries)
      throws ProviderException {
    var context = new PoolSecret.Context(in, scope, queries, credentials(subject, scope));
    PoolSecret.Result result = secret.resolve(context);
    for (int i = 0;
        i < QUERIES_AT_MOST && result instanceof PoolSecret.Result.NeedsQueries needed;
        i++) {
      queries.query(needed.queries());
      result = secret.resolve(context);
    }
    return result;
  }

  /** Of another namespace they are nobody's to see who reads Secrets beside the pool. */
  private static Optional<ApiObject> credentials(PassSubject subject, CloudScope scope)
      throws ProviderException {
    Optional<ObjectKey> beside =
        scope
            .identity()
            .credentialsSecret()
            .filter(secret -> secret.namespace().equals(subject.pool().namespace()));
    return beside.isPresent() ? subject.secrets().findCredentials(beside.get()) : Optional.empty();
  }

  private void write(PassSubject subject, SecretContent content) throws ProviderException {
    var key = new ObjectKey(content.pool().namespace(), content.name());
    Optional<ApiObject> there = subject.secrets().find(key);
    if (there.isEmpty()) {
      subject.secrets().create(content.create());
      tell(content, true);
      return;
    }
    switch (content.ownerOf(there.get())) {
      case SecretContent.Owner.Pool _ -> {
        if (!there.get().isDeleting() && !content.isWritten(there.get())) {
          subject.secrets().edit(there.get(), content::write);
          tell(content, false);
        }
      }
      case SecretContent.Owner.People _ -> {}
      case SecretContent.Owner.Others(String why) ->
          listener.blocked(
              content.pool().key(),
              PrerequisiteException.needsUserAction(EventReasons.NOT_OWNED, why));
    }
  }

  private void tell(SecretContent content, boolean created) {
    ObjectKey pool = content.pool().key();
    listener.secretWritten(new SecretWritten(pool, content.name(), created));
    content.wanted().notice().ifPresent(notice -> listener.blocked(pool, notice));
  }
}
