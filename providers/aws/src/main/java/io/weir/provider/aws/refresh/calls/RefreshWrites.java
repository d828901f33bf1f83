package io.weir.provider.aws.refresh.calls;

import io.weir.provider.ProviderException;
import io.weir.provider.aws.account.calls.AwsErrors;
import io.weir.provider.aws.refresh.InstanceRefreshStep;
import io.weir.provider.aws.refresh.ObservedRefresh;
import io.weir.provider.aws.refresh.RefreshObservation;
import java.util.ArrayList;

/** Begins and ends instance refreshes, and tells what the answers prove. */
public record RefreshWrites(RefreshCalls calls) {

  /** Makes the write. */
  public RefreshObservation apply(InstanceRefreshStep step, RefreshObservation seen)
      throws ProviderException {
    return switch (step) {
      case InstanceRefreshStep.StartRefresh start -> start(start, seen);
      case InstanceRefreshStep.CancelRefresh cancel -> cancel(cancel, seen);
    };
  }

  private RefreshObservation start(InstanceRefreshStep.StartRefresh step, RefreshObservation seen)
      throws ProviderException {
    try {
      String id =
          calls
              .startRefresh(RefreshRequests.start(step.name(), step.settings()))
              .instanceRefreshId();
      var listed = new ArrayList<ObservedRefresh>();
      listed.add(ObservedRefresh.pending(id));
      if (seen instanceof RefreshObservation.Read read) {
        listed.addAll(read.newestFirst());
      }
      return new RefreshObservation.Read(listed);
    } catch (ProviderException.Busy failure) {
      if (!AwsErrors.isRefreshInProgress(failure)) {
        throw failure;
      }
      // Perhaps the one that we asked for and got no answer to: a reading will tell.
      return new RefreshObservation.NotRead();
    }
  }

  private RefreshObservation cancel(InstanceRefreshStep.CancelRefresh step, RefreshObservation seen)
      throws ProviderException {
    try {
      calls.cancelRefresh(RefreshRequests.cancel(step.name()));
    } catch (ProviderException.NotFound ended) {
      return new RefreshObservation.NotRead();
    }
    return seen instanceof RefreshObservation.Read read ? stopping(read, step.refresh()) : seen;
  }

  private static RefreshObservation stopping(RefreshObservation.Read read, String id) {
    return new RefreshObservation.Read(
        read.newestFirst().stream()
            .map(
                observedRefresh ->
                    observedRefresh.id().equals(id)
                        ? observedRefresh.asCancelling()
                        : observedRefresh)
            .toList());
  }
}
