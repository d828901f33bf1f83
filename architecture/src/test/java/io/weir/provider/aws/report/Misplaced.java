package io.weir.provider.aws.report;

/** Lies in no noun of its provider. */
public record Misplaced(String text) {}
