package io.weir.manager.infrapool;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ObjectKey;
import io.weir.engine.pace.Pace;
import io.weir.manager.cloud.CloudScopes;
import io.weir.manager.cloud.FakeProvider;
import io.weir.provider.Interest;
import io.weir.provider.PoolName;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FollowingTest {

  private static final Duration MOMENT = Duration.ofMillis(5);
  private static final ObjectKey KEY = new ObjectKey("default", "a");

  private final FakeProvider provider = new FakeProvider();
  private final CloudScopes<FakeProvider.Pool> scopes =
      new CloudScopes<>(
          provider, Clock.systemUTC(), new Pace(MOMENT, MOMENT, MOMENT), (_, _) -> {});
  private final Following<FakeProvider.Pool> following = new Following<>(scopes);

  @AfterEach
  void close() {
    scopes.close();
  }

  @Test
  void aPoolMadeAgainUnderItsNameIsNotLookedAtCloselyForTheOneBefore() throws Exception {
    attend("uid-1");
    var before = closely();

    follow("uid-2");

    assertThat(before).containsExactly("a");
    assertThat(closely()).isEmpty();
  }

  @Test
  void aPoolThatWentWithoutAWordLeavesNothingToTheNextOfItsName() throws Exception {
    attend("uid-1");
    var before = closely();

    following.end(KEY);
    follow("uid-2");

    assertThat(before).containsExactly("a");
    assertThat(closely()).isEmpty();
  }

  private void follow(String uid) {
    PoolName name = name(uid);
    following.in(FakeProvider.SCOPE, name).observer().latest(name);
  }

  private void attend(String uid) {
    PoolName name = name(uid);
    follow(uid);
    following.in(FakeProvider.SCOPE, name).observer().attend(name, true);
  }

  private static PoolName name(String uid) {
    return new PoolName(KEY, uid, "cluster", "a");
  }

  /** What a look that begins from now on looks at closely. */
  private Set<String> closely() throws InterruptedException {
    provider.looks.clear();
    // The first may have been under way.
    assertThat(provider.looks.poll(1, TimeUnit.MINUTES)).isNotNull();
    return switch (provider.looks.poll(1, TimeUnit.MINUTES)) {
      case Interest.All all -> all.closely();
      case Interest.Only only -> only.closely();
      case null -> throw new AssertionError("no look comes");
    };
  }
}
