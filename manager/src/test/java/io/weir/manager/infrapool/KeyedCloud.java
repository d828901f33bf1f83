package io.weir.manager.infrapool;

import io.weir.api.ObjectKey;
import io.weir.provider.Credentials;
import io.weir.provider.Inputs;
import io.weir.provider.Interest;
import io.weir.provider.Observation;
import io.weir.provider.ProviderException;
import io.weir.provider.Scope;
import io.weir.provider.Secrets;
import io.weir.provider.Sink;
import io.weir.provider.Step;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * The same cloud behind a key, in a Secret that is named after the pool's first letter: {@code
 * a-key}.
 */
final class KeyedCloud extends BootCloud {

  private final Secrets secrets;

  /** Keys that are refused. */
  final Set<String> refused = ConcurrentHashMap.newKeySet();

  /** Keys that are refused for writes. */
  final Set<String> readOnly = ConcurrentHashMap.newKeySet();

  /** Every call that was sent, as {@code secret=key}. */
  final BlockingQueue<String> calls = new LinkedBlockingQueue<>();

  KeyedCloud(Secrets secrets) {
    this.secrets = secrets;
  }

  @Override
  public Scope scope(Inputs in) {
    String secret = in.pool().name().charAt(0) + "-key";
    return Scope.ofSecret("boot", new ObjectKey(in.pool().namespace(), secret), "here");
  }

  @Override
  public void observe(Scope scope, Interest interest, Sink<Pool> out) throws ProviderException {
    String _ = call(scope);
    super.observe(scope, interest, out);
  }

  @Override
  public Observation<Pool> apply(
      Scope scope, Step step, Observation<Pool> before, String idempotencyKey)
      throws ProviderException {
    if (readOnly.contains(call(scope))) {
      throw new ProviderException.Denied("the key may only read", null);
    }
    return super.apply(scope, step, before, idempotencyKey);
  }

  private String call(Scope scope) throws ProviderException {
    var keys = new Credentials<>(secrets, scope, found -> found.required("key"));
    String key = keys.current();
    calls.add(keys.secret().name() + "=" + key);
    if (refused.contains(key)) {
      throw new ProviderException.Denied("the key is refused", null);
    }
    return key;
  }
}
