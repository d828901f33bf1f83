package io.weir.clouds.aws.seed;

/** An instance type: its name, architecture, virtual CPUs and memory. */
public record InstanceType(String name, String architecture, int cpus, int memoryMiB) {}
