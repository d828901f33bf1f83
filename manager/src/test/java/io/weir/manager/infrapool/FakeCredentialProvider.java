package io.weir.manager.infrapool;

import io.weir.api.ObjectKey;
import io.weir.provider.CloudScope;
import io.weir.provider.Observation;
import io.weir.provider.ObservationRequest;
import io.weir.provider.ObservationSink;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolInputs;
import io.weir.provider.ProviderException;
import io.weir.provider.Receipt;
import io.weir.provider.ScopeReads;
import io.weir.provider.SecretCredentials;
import io.weir.provider.SecretReader;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * The same cloud behind a key, in a Secret that is named after the pool's first letter: {@code
 * a-key}.
 */
final class FakeCredentialProvider extends FakeBootstrapDataProvider {

  private final SecretReader secretReader;

  /** Keys that are refused. */
  final Set<String> refused = ConcurrentHashMap.newKeySet();

  /** Keys that are refused for writes. */
  final Set<String> readOnly = ConcurrentHashMap.newKeySet();

  /** Every call that was sent, as {@code secret=key}. */
  final BlockingQueue<String> calls = new LinkedBlockingQueue<>();

  FakeCredentialProvider(SecretReader secretReader) {
    this.secretReader = secretReader;
  }

  @Override
  public CloudScope scope(PoolInputs in) {
    String secret = in.pool().name().charAt(0) + "-key";
    return CloudScope.ofSecret("boot", new ObjectKey(in.pool().namespace(), secret), "here");
  }

  @Override
  public void observe(
      ScopeReads reads, ObservationRequest observationRequest, ObservationSink<Pool> out)
      throws ProviderException {
    String _ = call(reads.scope());
    super.observe(reads, observationRequest, out);
  }

  @Override
  public Receipt<Pool> apply(
      CloudScope cloudScope, PlanStep planStep, Observation<Pool> before, String idempotencyKey)
      throws ProviderException {
    if (readOnly.contains(call(cloudScope))) {
      throw new ProviderException.Denied("the key may only read", null);
    }
    return super.apply(cloudScope, planStep, before, idempotencyKey);
  }

  private String call(CloudScope cloudScope) throws ProviderException {
    var keys = new SecretCredentials<>(secretReader, cloudScope, found -> found.required("key"));
    String key = keys.current();
    calls.add(keys.secretKey().name() + "=" + key);
    if (refused.contains(key)) {
      throw new ProviderException.Denied("the key is refused", null);
    }
    return key;
  }
}
