package io.weir.manager.kubeadm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.MetadataEdits;
import io.weir.api.ObjectKey;
import io.weir.bootstrap.token.JoinToken;
import io.weir.bootstrap.token.TokenOwner;
import io.weir.bootstrap.token.TokenPlan;
import io.weir.bootstrap.token.TokenSecret;
import io.weir.bootstrap.token.WorkloadToken;
import io.weir.engine.audit.AuditEvent;
import io.weir.engine.audit.AuditSubject;
import io.weir.kernel.kube.KubeException;
import io.weir.manager.audit.AuditLog;
import io.weir.manager.workload.WorkloadClusterState.Connected;
import io.weir.manager.workload.WorkloadRequests;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Does in one workload cluster what a {@link TokenPlan} says. Throws KubeException for what may
 * pass by itself.
 */
final class TokenWriter {

  private final Connected workload;
  private final TokenOwner owner;
  private final AuditSubject subject;

  /**
   * The kubeconfig's account may not do it, the API server takes no such Secret, somebody undoes it
   * each time, or it answered so late before that nothing is asked of it for now.
   */
  static final class TokenRefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    /** One that is tried has a name of its own each time, which the same trouble must not tell. */
    private static final Pattern NAME = Pattern.compile("bootstrap-token-[a-z0-9]{6}");

    TokenRefusedException(KubeException cause) {
      super(
          NAME.matcher(String.valueOf(cause.getMessage())).replaceAll("bootstrap-token-*"), cause);
    }
  }

  /**
   * A writer of the tokens of one owner.
   *
   * @param subject the config, for the audit log
   */
  TokenWriter(Connected workload, TokenOwner owner, AuditSubject subject) {
    this.workload = workload;
    this.owner = owner;
    this.subject = subject;
  }

  /** Tells whether the token works now; not if somebody else's has its id. */
  boolean execute(TokenPlan plan) throws TokenRefusedException {
    try {
      return executed(plan);
    } catch (KubeException.Forbidden | KubeException.Invalid | KubeException.Reverted refused) {
      throw new TokenRefusedException(refused);
    } catch (KubeException.Unavailable silent) {
      if (WorkloadRequests.isHeldBack(silent)) {
        throw new TokenRefusedException(silent); // people must know, as it is not tried for a while
      }
      throw silent;
    }
  }

  private boolean executed(TokenPlan plan) {
    return switch (plan) {
      case TokenPlan.Keep _ -> true;
      case TokenPlan.Extend(var held, var to, var _) -> extend(held.token(), to);
      case TokenPlan.Make(var held, var to, var _, var before) -> {
        boolean _ = before.map(this::executed).orElse(true);
        yield make(held.token(), to);
      }
    };
  }

  private boolean extend(JoinToken token, Instant to) {
    Optional<WorkloadToken> seen = workload.tokens().find(token);
    if (seen.isEmpty()) {
      return make(token, to);
    }
    try {
      ApiObject _ =
          workload
              .client()
              .editKept(
                  seen.get().object(),
                  tree -> put(tree, TokenSecret.EXPIRATION, TokenSecret.expirationText(to)));
      return true;
    } catch (KubeException.NotFound _) {
      return make(token, to); // removed a moment ago
    }
  }

  private boolean make(JoinToken token, Instant to) {
    var wanted = new TokenSecret(token, owner, to);
    ObjectNode tree = Json.MAPPER.createObjectNode();
    tree.put("apiVersion", "v1").put("kind", "Secret").put("type", TokenSecret.TYPE);
    tree.withObject("/metadata").put("namespace", TokenSecret.NAMESPACE).put("name", wanted.name());
    fill(tree, wanted);
    try {
      ApiObject _ = workload.client().create(tree);
      AuditLog.write(new AuditEvent.TokenMade(subject, token.id(), to));
      return true;
    } catch (KubeException.AlreadyExists _) {
      return takeOver(wanted);
    }
  }

  /** Ours, made for another Cluster object before a move, or before an answer got lost. */
  private boolean takeOver(TokenSecret wanted) {
    var key = new ObjectKey(TokenSecret.NAMESPACE, wanted.name());
    Optional<WorkloadToken> there =
        workload
            .client()
            .get(GroupKind.SECRET, key)
            .map(WorkloadToken::new)
            .filter(found -> found.token().filter(wanted.token()::equals).isPresent());
    there.ifPresent(
        found -> {
          ApiObject _ = workload.client().edit(found.object(), tree -> fill(tree, wanted));
        });
    return there.isPresent();
  }

  private void fill(ObjectNode tree, TokenSecret wanted) {
    wanted.labels().forEach((key, value) -> MetadataEdits.setLabel(tree, key, value));
    workload
        .tokens()
        .clusterLabel()
        .forEach((key, value) -> MetadataEdits.setLabel(tree, key, value));
    wanted.data().forEach((key, value) -> put(tree, key, value));
  }

  private static void put(ObjectNode tree, String key, String value) {
    tree.withObject("/data")
        .put(key, Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8)));
  }
}
