package io.weir.sandbox.live;

import io.weir.api.ObjectKey;
import io.weir.sandbox.once.Transcript;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Shows a screen model in lines, a line for everything that changes; for logs, pipes and plain
 * tastes.
 */
final class LineOutput implements ScreenOutput {
  private final Transcript transcript;
  private final Map<ObjectKey, String> printed = new TreeMap<>();

  LineOutput(Transcript transcript) {
    this.transcript = transcript;
  }

  @Override
  public void show(ScreenModel screenModel, List<ActivityEntry> activity) {
    activity.forEach(one -> transcript.step(one.about() + " " + one.text()));
    for (PoolRow pool : screenModel.pools()) {
      String line =
          "MachinePool %s: %s, %d desired, %d current, %d ready, %d up to date"
                  .formatted(
                      pool.name(),
                      pool.phase().isEmpty() ? "no phase yet" : pool.phase(),
                      pool.desired(),
                      pool.existing(),
                      pool.ready(),
                      pool.upToDate())
              + (pool.scalingDown().isEmpty() ? "" : "; scaling down " + pool.scalingDown());
      if (!line.equals(printed.put(pool.key(), line))) {
        transcript.step(line);
      }
    }
  }
}
