package io.weir.provider.aws.observed;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.provider.aws.calls.AwsClient;
import io.weir.provider.aws.desired.GroupSettings.Hook;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.autoscaling.model.DescribeLifecycleHooksRequest;
import software.amazon.awssdk.services.autoscaling.model.DescribeLifecycleHooksResponse;
import software.amazon.awssdk.services.autoscaling.model.LifecycleHook;

class LifecycleHookReaderTest {

  private static final Hook DRAIN =
      new Hook("drain", "autoscaling:EC2_INSTANCE_TERMINATING", "CONTINUE", 300, null, null, null);

  private final LifecycleHookReader reader = new LifecycleHookReader();
  private final List<String> asked = new ArrayList<>();
  private Runnable whileAsked = () -> {};
  private boolean hooked;
  private Instant now = Instant.EPOCH;

  @Test
  void groupsAndTheirHooksTakeNoMoreThanOneCallForFiftyGroupsALook() {
    hooked = true;
    Set<String> groups = groups(300);
    int looks = 24 * 60;

    int most = look(groups, looks);

    assertThat(most).isLessThanOrEqualTo(3);
    assertThat(3 * looks + asked.size()).isLessThanOrEqualTo(looks * 300 / 50);
    assertThat(times().keySet()).isEqualTo(groups);
    assertThat(times().values()).allMatch(times -> times >= 5);
  }

  @Test
  void groupsWithoutHooksAreReadOnce() {
    look(groups(150), 24 * 60);

    assertThat(asked).hasSize(150).doesNotHaveDuplicates();
  }

  @Test
  void aGroupThatGetsItsFirstHookIsReadAgain() {
    look(groups(1), 24 * 60);
    hooked = true;

    reader.recordWrite("g0", Optional.empty(), now);
    look(groups(1), 4 * 60);

    assertThat(asked).hasSize(2);
    assertThat(reader.hooksOf("g0")).contains(Map.of("drain", DRAIN));
  }

  @Test
  void whatWasAskedBeforeAWriteDoesNotHideWhatTheWriteLeft() {
    hooked = true;
    whileAsked = () -> reader.recordWrite("g0", Optional.of(Map.of()), now.plusSeconds(1));

    look(groups(1), 4 * 60 + 1);

    assertThat(asked).hasSize(1);
    assertThat(reader.hooksOf("g0")).contains(Map.of());
  }

  /** Looks once a minute; the most that one look asked. */
  private int look(Set<String> groups, int looks) {
    int most = 0;
    for (int look = 0; look < looks; look++) {
      int before = asked.size();
      now = now.plus(Duration.ofMinutes(1));
      reader.readDue(groups, calls(), now);
      most = Math.max(most, asked.size() - before);
    }
    return most;
  }

  private Map<String, Long> times() {
    return asked.stream()
        .collect(Collectors.groupingBy(group -> group, TreeMap::new, Collectors.counting()));
  }

  private static Set<String> groups(int number) {
    return IntStream.range(0, number).mapToObj(i -> "g" + i).collect(Collectors.toSet());
  }

  /** Answers questions for hooks; there is no other call to be made. */
  private AwsClient calls() {
    return (AwsClient)
        Proxy.newProxyInstance(
            AwsClient.class.getClassLoader(),
            new Class<?>[] {AwsClient.class},
            (_, _, arguments) -> hooks((DescribeLifecycleHooksRequest) arguments[0]));
  }

  private DescribeLifecycleHooksResponse hooks(DescribeLifecycleHooksRequest request) {
    asked.add(request.autoScalingGroupName());
    whileAsked.run();
    var hook =
        LifecycleHook.builder()
            .lifecycleHookName(DRAIN.name())
            .lifecycleTransition(DRAIN.transition())
            .defaultResult(DRAIN.defaultResult())
            .heartbeatTimeout(DRAIN.timeout())
            .notificationTargetARN("")
            .build();
    return DescribeLifecycleHooksResponse.builder()
        .lifecycleHooks(hooked ? List.of(hook) : List.of())
        .build();
  }
}
