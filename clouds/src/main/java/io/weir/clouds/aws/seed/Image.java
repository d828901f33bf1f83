package io.weir.clouds.aws.seed;

/**
 * A machine image.
 *
 * @param id for example {@code ami-0a}
 * @param name what look-ups match
 * @param owner account id
 * @param architecture {@code x86_64} or {@code arm64}
 * @param creationDate as AWS writes it, {@code 2026-01-31T12:00:00.000Z}
 * @param rootDevice name of the root device
 * @param snapshotGiB size of the root device's snapshot
 */
public record Image(
    String id,
    String name,
    String owner,
    String architecture,
    String creationDate,
    String rootDevice,
    int snapshotGiB) {}
