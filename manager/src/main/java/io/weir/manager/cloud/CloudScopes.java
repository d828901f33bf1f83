package io.weir.manager.cloud;

import io.weir.provider.Observed;
import io.weir.provider.PoolProvider;
import io.weir.provider.Scope;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** The scopes that pools of one kind live in; each begins with the first pool that needs it. */
public final class CloudScopes<O extends Observed> implements AutoCloseable {

  private final PoolProvider<?, O> provider;
  private final Clock clock;
  private final Pace pace;
  private final BiConsumer<Scope, String> wake;
  private final Map<Scope, CloudScope<O>> scopes = new HashMap<>();
  private final List<Thread> lookers = new ArrayList<>();

  /**
   * No scope yet.
   *
   * @param wake is told the scope and cloud name of a pool that changed
   */
  public CloudScopes(
      PoolProvider<?, O> provider, Clock clock, Pace pace, BiConsumer<Scope, String> wake) {
    this.provider = provider;
    this.clock = clock;
    this.pace = pace;
    this.wake = wake;
  }

  /** What the pools of the scope share. */
  public synchronized CloudScope<O> in(Scope scope) {
    return scopes.computeIfAbsent(scope, this::open);
  }

  private CloudScope<O> open(Scope scope) {
    var observer =
        new CloudObserver<>(provider, scope, clock, pace, name -> wake.accept(scope, name));
    lookers.add(Thread.ofVirtual().name("observe " + scope).start(observer::run));
    return new CloudScope<>(scope, observer, new AnswerCache(provider, scope, clock));
  }

  /** Stops looking. */
  @Override
  public synchronized void close() {
    lookers.forEach(Thread::interrupt);
    lookers.clear();
    scopes.clear();
  }
}
