package io.weir.sandbox.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.kernel.cache.Change;
import io.weir.sandbox.Sandbox;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Remembers the secret of every join token that a sandbox's cluster has ever had, and what has ever
 * been in the spec, the status and the annotations of the pools and their configs.
 */
final class TokenLeakCheck implements AutoCloseable {

  private final Sandbox sandbox;
  private final Set<String> secrets = ConcurrentHashMap.newKeySet();
  private final Set<String> written = ConcurrentHashMap.newKeySet();
  private final List<Change.Subscription> subscriptions;
  private Set<String> judged = Set.of();

  private TokenLeakCheck(Sandbox sandbox) {
    this.sandbox = sandbox;
    subscriptions =
        Stream.concat(
                Stream.of(subscribe(GroupKind.SECRET)),
                Stream.of(GroupKind.KUBEADM_CONFIG, GroupKind.MACHINE_POOL, TestSandbox.AWS_POOL)
                    .map(this::subscribe))
            .toList();
  }

  /** Remembers from now on. */
  static TokenLeakCheck start(Sandbox sandbox) {
    return new TokenLeakCheck(sandbox);
  }

  private Change.Subscription subscribe(GroupKind kind) {
    return sandbox.kube().cache(kind).subscribe(change -> see(change.object()));
  }

  private void see(ApiObject object) {
    if (!object.groupKind().equals(GroupKind.SECRET)) {
      written.add(object.copyTree().toString());
    } else if (object.at("/type").asText().equals("bootstrap.kubernetes.io/token")) {
      byte[] secret = Base64.getDecoder().decode(object.at("/data/token-secret").asText());
      secrets.add(new String(secret, StandardCharsets.US_ASCII));
    }
  }

  /**
   * There were tokens, and nobody was told of any. What was written is forgotten when it was judged
   * twice: a watch of Secrets may be behind one of objects, but not so far.
   */
  synchronized void assertNoneLeaked() throws IOException {
    Set<String> latest = Set.copyOf(written);
    written.removeAll(latest);
    assertThat(secrets).allSatisfy(secret -> assertThat(secret).matches("[a-z0-9]{16}"));
    assertSilent("log", Files.readString(sandbox.manager().logFile()));
    for (ApiObject event : new RecordedEvents(sandbox).all()) {
      assertSilent("Event", event.copyTree().toString());
    }
    judged.forEach(object -> assertSilent("object", object));
    latest.forEach(object -> assertSilent("object", object));
    judged = latest;
  }

  /** What is found is not shown: an assertion's message is a log, too. */
  private void assertSilent(String place, String text) {
    long found = secrets.stream().filter(text::contains).count();
    assertThat(found).as("secrets of join tokens in the manager's %s", place).isZero();
  }

  /** How many different ones there were. */
  int tokenCount() {
    return secrets.size();
  }

  @Override
  public void close() {
    subscriptions.forEach(Change.Subscription::close);
  }
}
