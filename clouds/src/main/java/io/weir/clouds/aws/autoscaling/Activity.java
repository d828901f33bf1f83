package io.weir.clouds.aws.autoscaling;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.aws.seed.AccountRegion;
import io.weir.clouds.aws.seed.Subnet;
import io.weir.clouds.aws.wire.Struct;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The record of one launch or one termination. */
final class Activity {
  private static final int DONE = 100;

  private final String id;
  private final Instant start;
  private final String cause;
  private final Subnet subnet;
  private String description;
  private String status = "InProgress";
  private @Nullable String message;
  private @Nullable Instant end;
  private int progress;

  Activity(String id, Instant start, String description, String cause, Subnet subnet) {
    this.id = id;
    this.start = start;
    this.description = description;
    this.cause = cause;
    this.subnet = subnet;
  }

  String id() {
    return id;
  }

  Instant start() {
    return start;
  }

  String status() {
    return status;
  }

  boolean isRunning() {
    return end == null;
  }

  void setProgress(String newStatus, int percent) {
    status = newStatus;
    progress = percent;
  }

  void markSucceeded(Instant at) {
    finish("Successful", null, at);
  }

  void markFailed(String why, Instant at) {
    message = why + ". Launching EC2 instance failed.";
    description = description + ".  Status Reason: " + message;
    finish("Failed", message, at);
  }

  void markCancelled(String why, Instant at) {
    finish("Cancelled", why, at);
  }

  private void finish(String outcome, @Nullable String why, Instant at) {
    status = outcome;
    message = why;
    end = at;
    progress = DONE;
  }

  /** As JSON, to be known at another time. */
  ObjectNode toJson() {
    ObjectNode saved = JsonNodeFactory.instance.objectNode();
    saved.put("id", id).put("start", start.toString()).put("description", description);
    saved.put("cause", cause).put("subnet", subnet.id()).put("status", status);
    saved.put("message", message).put("progress", progress);
    return saved.put("end", end == null ? null : end.toString());
  }

  /** One of another time; empty when its subnet is no more. */
  static Optional<Activity> fromJson(JsonNode saved, AccountRegion accountRegion) {
    return accountRegion
        .findSubnet(saved.path("subnet").asText())
        .map(
            subnet -> {
              var activity =
                  new Activity(
                      saved.path("id").asText(),
                      Instant.parse(saved.path("start").asText()),
                      saved.path("description").asText(),
                      saved.path("cause").asText(),
                      subnet);
              activity.setProgress(saved.path("status").asText(), saved.path("progress").asInt());
              activity.message =
                  saved.hasNonNull("message") ? saved.path("message").asText() : null;
              activity.end =
                  saved.hasNonNull("end") ? Instant.parse(saved.path("end").asText()) : null;
              return activity;
            });
  }

  Struct toStruct(Group group) {
    return new Struct()
        .set("ActivityId", id)
        .set("AutoScalingGroupName", group.name)
        .set("AutoScalingGroupARN", group.arn)
        .set("AutoScalingGroupState", group.deleted ? "Deleted" : null)
        .set("Description", description)
        .set("Cause", cause)
        .set("StartTime", start)
        .set("EndTime", end)
        .set("StatusCode", status)
        .set("StatusMessage", message)
        .set("Progress", progress)
        .set(
            "Details",
            "{\"Subnet ID\":\"%s\",\"Availability Zone\":\"%s\"}"
                .formatted(subnet.id(), subnet.zone()));
  }
}
