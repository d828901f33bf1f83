package io.weir.engine.audit;

import io.weir.api.Excerpt;
import io.weir.api.ObjectKey;
import io.weir.engine.audit.AuditEvent.CloudObjectDeleted;
import io.weir.engine.audit.AuditEvent.CloudWrite;
import io.weir.engine.audit.AuditEvent.DrainEventsLeftOut;
import io.weir.engine.audit.AuditEvent.ForeignObjectRefused;
import io.weir.engine.audit.AuditEvent.IdentityDenied;
import io.weir.engine.audit.AuditEvent.NodeCordoned;
import io.weir.engine.audit.AuditEvent.NodeDeleted;
import io.weir.engine.audit.AuditEvent.NodeUncordoned;
import io.weir.engine.audit.AuditEvent.OwnershipTaken;
import io.weir.engine.audit.AuditEvent.PodEvicted;
import io.weir.engine.audit.AuditEvent.PodEvictionRefused;
import io.weir.engine.audit.AuditEvent.TokenMade;
import io.weir.engine.audit.AuditEvent.TokenRevoked;
import java.util.regex.Pattern;

/**
 * One event as one line of {@code key=value} pairs. A value with other characters than those of
 * names is in quotation marks; whatever people wrote into an object ends neither value nor line.
 */
public final class AuditLine {

  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._:/,-]+");

  private final StringBuilder line = new StringBuilder();

  private AuditLine() {}

  /** The line of an event. */
  public static String of(AuditEvent event) {
    var line = new AuditLine();
    line.add("event", name(event));
    line.add(event.subject());
    switch (event) {
      case IdentityDenied(var _, var scope, var reason) -> line.add(scope).add("reason", reason);
      case ForeignObjectRefused(var _, var reason) -> line.add("reason", reason);
      case OwnershipTaken(var _, var write) -> line.add(write);
      case CloudObjectDeleted(var _, var write) -> line.add(write);
      case NodeDeleted _ -> {}
      case NodeCordoned(var _, var pool) -> line.add("pool", pool.toString());
      case NodeUncordoned(var _, var pool) -> line.add("pool", pool.toString());
      case PodEvicted(var _, var node, var answered) ->
          line.add("node", node).add("outcome", outcome(answered));
      case PodEvictionRefused(var _, var node, var reason) ->
          line.add("node", node).add("reason", reason);
      case DrainEventsLeftOut(var _, var pool, var told) ->
          line.add("pool", pool.toString()).add("told", String.valueOf(told));
      case TokenMade(var _, var id, var expires) ->
          line.add("tokenId", id).add("expires", expires.toString());
      case TokenRevoked(var _, var id) -> line.add("tokenId", id);
    }
    return line.line.toString();
  }

  private static String name(AuditEvent event) {
    return switch (event) {
      case IdentityDenied _ -> "IdentityDenied";
      case ForeignObjectRefused _ -> "ForeignObjectRefused";
      case OwnershipTaken _ -> "OwnershipTaken";
      case CloudObjectDeleted _ -> "CloudObjectDeleted";
      case NodeDeleted _ -> "NodeDeleted";
      case NodeCordoned _ -> "NodeCordoned";
      case NodeUncordoned _ -> "NodeUncordoned";
      case PodEvicted _ -> "PodEvicted";
      case PodEvictionRefused _ -> "PodEvictionRefused";
      case DrainEventsLeftOut _ -> "DrainEventsLeftOut";
      case TokenMade _ -> "TokenMade";
      case TokenRevoked _ -> "TokenRevoked";
    };
  }

  private void add(AuditSubject subject) {
    add("kind", subject.kind().kind());
    add("namespace", subject.key().namespace());
    add("name", subject.key().name());
    add("uid", subject.uid());
    ObjectKey cluster = subject.cluster();
    add("cluster", cluster.name().isEmpty() ? "" : cluster.toString());
  }

  private AuditLine add(AuditScope scope) {
    return add("cloud", scope.cloud())
        .add("account", scope.account())
        .add("region", scope.region())
        .add("identity", scope.identity());
  }

  private static String outcome(boolean answered) {
    return answered ? "done" : "unclear";
  }

  private void add(CloudWrite write) {
    add(write.scope())
        .add("outcome", outcome(write.answered()))
        .add("requestIds", String.join(",", write.requestIds()))
        .add("write", write.description());
  }

  /** What is empty is left out. */
  private AuditLine add(String key, String value) {
    if (!value.isEmpty()) {
      line.append(line.isEmpty() ? "" : " ").append(key).append('=').append(quoted(value));
    }
    return this;
  }

  private static String quoted(String value) {
    return PLAIN.matcher(value).matches() && value.length() <= 100
        ? value
        : '"' + Excerpt.ofSentence(value).replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
