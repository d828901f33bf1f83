package io.weir.webhook.review;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.GroupKind;
import java.util.Optional;

/** What the user of a request may do themselves. */
@FunctionalInterface
public interface UserRights {

  /**
   * Why a user may not do something; empty if they may.
   *
   * @param userInfo the user, as an AdmissionReview tells
   * @param kind whose objects it is done to, in that namespace
   * @param verb as in RBAC
   */
  Optional<String> refusal(JsonNode userInfo, String namespace, GroupKind kind, String verb);
}
