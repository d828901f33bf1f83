package io.weir.provider.azure.machinepool.calls;

import io.weir.provider.ProviderException;
import io.weir.provider.azure.account.calls.ArmClient;
import io.weir.provider.azure.account.calls.ArmOperation;
import io.weir.provider.azure.account.calls.OperationProgress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The writes that Azure has accepted and not finished, by the resource ID of their scale set. Only
 * the words of an error are lost with the process: what came of a write shows on the set itself.
 */
public final class Operations {

  /** Those of a set; older ones than these say nothing new. */
  private static final int MOST = 5;

  /**
   * Those of a set.
   *
   * @param open those that are not known to have ended
   * @param failure with what one of them has ended, in words for people; empty if none has failed
   */
  private record OfSet(List<ArmOperation> open, String failure) {}

  private final Map<String, OfSet> bySet = new ConcurrentHashMap<>();

  /**
   * A write was accepted: whatever failed before it has another try.
   *
   * @param operation what of it is still to be done; empty if that cannot be followed
   */
  void accepted(String setId, Optional<ArmOperation> operation) {
    OfSet _ =
        bySet.compute(
            key(setId),
            (_, known) -> {
              var open = new ArrayList<ArmOperation>();
              operation.ifPresent(open::add);
              if (known != null) {
                known.open().stream().limit(MOST - 1L).forEach(open::add);
              }
              return open.isEmpty() ? null : new OfSet(List.copyOf(open), "");
            });
  }

  /**
   * Asks once how far each of them is.
   *
   * @return why one has failed, in words for people; empty if none has
   * @throws ProviderException if that could not be read
   */
  String follow(ArmClient arm, String setId) throws ProviderException {
    OfSet known = bySet.get(key(setId));
    if (known == null) {
      return "";
    }
    for (ArmOperation operation : known.open()) {
      OperationProgress progress = arm.follow(operation);
      switch (progress) {
        case OperationProgress.InProgress _ -> {}
        case OperationProgress.Failed failed ->
            ended(setId, operation, String.valueOf(failed.exception().getMessage()));
        // Another write goes on with the work of one that was given up.
        case OperationProgress.Succeeded _,
            OperationProgress.Canceled _,
            OperationProgress.Gone _ ->
            ended(setId, operation, "");
      }
    }
    OfSet now = bySet.get(key(setId));
    return now == null ? "" : now.failure();
  }

  private void ended(String setId, ArmOperation operation, String why) {
    OfSet _ =
        bySet.computeIfPresent(
            key(setId),
            (_, known) -> {
              var open = new ArrayList<>(known.open());
              boolean ours = open.remove(operation);
              String failure = ours && !why.isEmpty() ? why : known.failure();
              return open.isEmpty() && failure.isEmpty()
                  ? null
                  : new OfSet(List.copyOf(open), failure);
            });
  }

  /** Azure tells no small letters from capitals. */
  private static String key(String setId) {
    return setId.toLowerCase(Locale.ROOT);
  }
}
