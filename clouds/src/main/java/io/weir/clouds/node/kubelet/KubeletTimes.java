package io.weir.clouds.node.kubelet;

import java.time.Duration;

/**
 * How long things take and how often they happen.
 *
 * @param bootstrapTimeout how long the certificate and then the registration may take
 * @param retry the longest pause between two tries of a request that failed
 * @param readyAfter from registration to Ready
 * @param leaseInterval from one renewal of the Lease to the next, before jitter; the Lease lasts
 *     four times as long
 * @param statusInterval how often the status is reported though nothing changed
 * @param keepConnection whether the connection is kept from one renewal to the next
 */
public record KubeletTimes(
    Duration bootstrapTimeout,
    Duration retry,
    Duration readyAfter,
    Duration leaseInterval,
    Duration statusInterval,
    boolean keepConnection) {}
