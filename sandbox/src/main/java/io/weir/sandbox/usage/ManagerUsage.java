package io.weir.sandbox.usage;

import io.weir.sandbox.manager.ProcessUsage;
import java.time.Duration;
import java.util.Optional;

/**
 * What the manager did and used between two moments.
 *
 * @param requests its Kubernetes requests
 * @param cloud its cloud calls
 * @param cpu the processor time of the process that runs at the end
 * @param usage what that process uses at the end; empty when none runs
 */
public record ManagerUsage(
    RequestCounts requests, CloudCallCounts cloud, Duration cpu, Optional<ProcessUsage> usage) {}
