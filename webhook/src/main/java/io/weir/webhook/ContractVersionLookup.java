package io.weir.webhook;

import io.weir.api.GroupKind;
import io.weir.api.conversion.ContractVersions;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.KindRegistry;
import io.weir.kernel.kube.KubeException;
import io.weir.kernel.kube.Resource;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Contract versions from the watched CRDs; while those are not all known, from the API server, with
 * little patience. Whoever asks is converting an object and must not fail or wait for this.
 */
final class ContractVersionLookup implements ContractVersions {

  private static final Logger LOG = LoggerFactory.getLogger(ContractVersionLookup.class);

  /** A list of objects of one kind asks once, and so waits for this once. */
  private static final Duration TIMEOUT = Duration.ofSeconds(1);

  /** How long an answer holds, an empty one too. */
  private static final Duration CACHED_FOR = Duration.ofSeconds(10);

  private final KubeCluster cluster;
  private final LongSupplier nanos;
  private final Map<GroupKind, Search> searches = new ConcurrentHashMap<>();

  private record Search(long begun, CompletableFuture<Optional<String>> answer) {}

  ContractVersionLookup(KubeCluster cluster, LongSupplier nanos) {
    this.cluster = cluster;
    this.nanos = nanos;
  }

  @Override
  public Optional<String> versionOf(GroupKind kind) {
    boolean complete = cluster.kinds().isComplete(); // asked first: it holds for later looks
    Optional<Resource> watched = cluster.kinds().find(kind);
    if (watched.isPresent() || complete) {
      return watched.flatMap(Resource::contractVersion);
    }
    long now = nanos.getAsLong();
    Search search =
        searches.compute(
            kind,
            (same, last) ->
                last != null && now - last.begun() < CACHED_FOR.toNanos()
                    ? last
                    : new Search(now, begin(kind)));
    return awaitAnswer(search.answer());
  }

  private CompletableFuture<Optional<String>> begin(GroupKind kind) {
    var answer = new CompletableFuture<Optional<String>>();
    Thread.ofVirtual().name("contract-lookup").start(() -> answer.complete(search(kind)));
    return answer;
  }

  private Optional<String> search(GroupKind kind) {
    try {
      return cluster
          .findCrd(kind, TIMEOUT)
          .map(KindRegistry::resourceOf)
          .flatMap(Resource::contractVersion);
    } catch (KubeException unknown) {
      LOG.debug("the contract version of {} is unknown: {}", kind, unknown.getMessage());
      return Optional.empty();
    }
  }

  private static Optional<String> awaitAnswer(CompletableFuture<Optional<String>> answer) {
    try {
      return answer.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    } catch (ExecutionException | TimeoutException unknown) {
      return Optional.empty();
    }
  }
}
