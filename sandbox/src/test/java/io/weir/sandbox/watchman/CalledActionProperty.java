package io.weir.sandbox.watchman;

import io.weir.provider.PoolProviderFactory;
import io.weir.provider.kit.CalledActions;
import io.weir.sandbox.watchman.HistoryEvent.CloudCall;
import java.util.HashSet;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Nothing is called in a cloud that the provider's permissions are not made from. So that a life
 * which a cloud lets do everything cannot hide it.
 */
public final class CalledActionProperty implements Property {

  /** Who logs in is permitted nothing yet, and needs no permission for it. */
  private static final String LOGIN = "login";

  private final Set<String> known;

  /** What was told already; a life calls the same again and again. */
  private final Set<String> told = new HashSet<>();

  private CalledActionProperty(Set<String> known) {
    this.known = Set.copyOf(known);
  }

  /** With the golden files of the providers. */
  static CalledActionProperty ofProviders() {
    return new CalledActionProperty(
        ServiceLoader.load(PoolProviderFactory.class).stream()
            .map(factory -> factory.get().cloud())
            .flatMap(cloud -> CalledActions.of(cloud).actions().stream())
            .collect(Collectors.toSet()));
  }

  @Override
  public String sentence() {
    return "nothing is called in a cloud that is not in called-actions.txt of its provider";
  }

  @Override
  public void take(HistoryEvent event, Consumer<Violation> broken) {
    if (event instanceof CloudCall call && !call.service().equals(LOGIN)) {
      String called = call.service() + ":" + call.action();
      if (!known.contains(called) && told.add(call.cloud() + " " + called)) {
        broken.accept(new Violation(this, call.cloud(), called, List.of(call)));
      }
    }
  }
}
