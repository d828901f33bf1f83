package io.weir.bootstrap.admission;

import io.weir.api.FeatureGates;
import io.weir.api.FeatureGates.Gate;
import io.weir.api.admission.ObjectField;
import io.weir.api.admission.Violation;
import java.util.Set;
import java.util.stream.Stream;

/** What Ignition cannot do, and what only Ignition can. */
final class FormatRules {

  private static final Set<String> COMPRESSED = Set.of("gzip", "gzip+base64");

  private FormatRules() {}

  static Stream<Violation> check(ObjectField spec, FeatureGates gates) {
    if (!gates.isEnabled(Gate.IGNITION)) {
      return switchedOff(spec);
    }
    return spec.at("format").hasText("ignition") ? forIgnition(spec) : forCloudConfig(spec);
  }

  private static Stream<Violation> switchedOff(ObjectField spec) {
    return Stream.concat(
            Stream.of(spec.at("format")).filter(format -> format.hasText("ignition")),
            Stream.of(spec.at("ignition")).filter(ObjectField::isSet))
        .map(
            objectField ->
                objectField.forbidden(
                    "the manager's feature gate %s is disabled: remove the field to use cloud-config"
                        .formatted(Gate.IGNITION.key())));
  }

  private static Stream<Violation> forCloudConfig(ObjectField spec) {
    return spec.at("ignition").isSet()
        ? Stream.of(
            spec.at("format")
                .invalid(
                    "must be \"ignition\", since %s is set".formatted(spec.at("ignition").path())))
        : Stream.empty();
  }

  private static Stream<Violation> forIgnition(ObjectField spec) {
    return Stream.of(
            spec.at("users")
                .items()
                .map(user -> user.at("inactive"))
                .filter(ObjectField::isTrue)
                .map(
                    inactive ->
                        inactive.forbidden("Ignition cannot create inactive users: remove it")),
            spec.at("files")
                .items()
                .map(file -> file.at("encoding"))
                .filter(encoding -> COMPRESSED.contains(encoding.text()))
                .map(
                    encoding ->
                        encoding.forbidden(
                            "is \"%s\", which Ignition does not support: give plain text or base64"
                                .formatted(encoding.text()))),
            Stream.of(spec.at("bootCommands"))
                .filter(ObjectField::isSet)
                .map(
                    commands ->
                        commands.forbidden(
                            "Ignition cannot run commands at boot: use preKubeadmCommands, or a"
                                + " systemd unit in ignition.containerLinuxConfig")),
            partitions(spec),
            filesystems(spec))
        .flatMap(violations -> violations);
  }

  private static Stream<Violation> partitions(ObjectField spec) {
    return spec.at("diskSetup", "partitions")
        .items()
        .map(partition -> partition.at("tableType"))
        .filter(type -> type.isNonEmpty() && !type.hasText("gpt"))
        .map(type -> type.invalid("must be \"gpt\", the only type that Ignition supports"));
  }

  private static Stream<Violation> filesystems(ObjectField spec) {
    return spec.at("diskSetup", "filesystems")
        .items()
        .flatMap(filesystem -> Stream.of(filesystem.at("replaceFS"), filesystem.at("partition")))
        .filter(ObjectField::isNonEmpty)
        .map(
            objectField ->
                objectField.forbidden(
                    "is \"%s\", but Ignition has no such setting: remove it"
                        .formatted(objectField.text())));
  }
}
