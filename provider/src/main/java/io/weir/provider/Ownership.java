package io.weir.provider;

import io.weir.api.EventReasons;
import io.weir.api.MetadataKeys;
import io.weir.provider.OwnershipClaim.Adoption;
import java.util.Optional;
import java.util.Set;

/** Who owns a cloud object, according to the marks on it. */
public sealed interface Ownership {

  /** The annotation with which a pool asks to take over what Cluster API's provider made. */
  String ADOPT = "weir.io/adopt";

  /** The ConfigMap in the manager's namespace in which administrators decide what is in doubt. */
  String DECISIONS = "weir-ownership";

  /** Ours: it carries this pool's marks. */
  record Ours() implements Ownership {}

  /**
   * Ours once it is marked, before anything else is done to it.
   *
   * @param adopted whether Cluster API's own provider made it
   * @param reason why it may be marked
   */
  record Claimable(boolean adopted, String reason) implements Ownership {

    /** The reason of the Event that tells of the marking. */
    public String eventReason() {
      return adopted ? EventReasons.ADOPT : EventReasons.RELABEL;
    }
  }

  /**
   * It may be this pool's, and people must say so: never written to, and not let go of either.
   *
   * @param reason what is in doubt, and the remedy
   */
  record Held(String reason) implements Ownership {}

  /**
   * Not this pool's: never written to, never deleted.
   *
   * @param marked whether it carries another pool's mark, so that there is no doubt
   */
  record Foreign(String reason, boolean marked) implements Ownership {}

  /**
   * The ownership conflict, for people: why nothing may be written; empty if it is ours, or
   * claimable.
   */
  default Optional<String> conflict() {
    return switch (this) {
      case Ours _, Claimable _ -> Optional.empty();
      case Held(String reason) -> Optional.of(reason);
      case Foreign(String reason, boolean _) -> Optional.of(reason);
    };
  }

  /**
   * Decides from the marks on one object. What administrators may have decided otherwise is held
   * while that cannot be read.
   */
  static Ownership of(OwnerMarks found, OwnershipClaim claim) {
    Ownership marked = ofMarks(found, claim);
    return marked
        .conflict()
        .flatMap(reason -> claim.unreadDecisions().map(why -> reason + "; " + why))
        .<Ownership>map(Held::new)
        .orElse(marked);
  }

  private static Ownership ofMarks(OwnerMarks found, OwnershipClaim claim) {
    if (found.pool().isEmpty() && found.managementCluster().isEmpty()) {
      return ofUnmarked(found, claim);
    }
    if (!claim.covers(found.pool())) {
      return found.pool().isEmpty()
          ? new Foreign(
              "%s has lost the mark of its pool: if it is this pool's, %s; else recreate this pool under another name"
                  .formatted(found.object(), found.remedy()),
              false)
          : new Foreign(
              "%s belongs to pool %s: recreate this pool under another name or, if it is that pool, restored, have an administrator add the line '%s %s' to former-pools in ConfigMap %s of the manager's namespace"
                  .formatted(
                      found.object(), found.pool(), found.pool(), claim.marks().pool(), DECISIONS),
              true);
    }
    return ofManagementCluster(found, claim);
  }

  private static Ownership ofManagementCluster(OwnerMarks found, OwnershipClaim claim) {
    String from = found.managementCluster();
    if (from.isEmpty()) {
      return new Held(
          "%s has lost the mark of its management cluster: %s"
              .formatted(found.object(), found.remedy()));
    }
    if (from.equals(claim.marks().managementCluster())) {
      return found.pool().equals(claim.marks().pool())
          ? new Ours()
          : new Claimable(false, "this pool was " + found.pool());
    }
    if (claim.takenOverFrom().contains(from)) {
      return new Held(
          "%s was taken over from management cluster %s before and has its mark again, so a manager still works there: stop that one, then remove the annotation %s from this pool"
              .formatted(found.object(), from, MetadataKeys.TAKEN_OVER));
    }
    return claim.formerManagementClusters().contains(from)
        ? new Claimable(false, "its pool came from management cluster " + from)
        : new Held(
            "%s belongs to a pool of this name in management cluster %s: if the pool moved from there, have an administrator add the line '%s %s' to former-management-clusters in ConfigMap %s of the manager's namespace"
                .formatted(found.object(), from, from, claim.namespace(), DECISIONS));
  }

  private static Ownership ofUnmarked(OwnerMarks found, OwnershipClaim claim) {
    return switch (found.origin()) {
      case USED_BY_OURS -> new Claimable(false, "what is this pool's uses it");
      case UPSTREAM -> adoption(found, claim);
      case UNKNOWN ->
          new Foreign(
              "%s exists and has no mark of this pool: if it is this pool's, %s; else recreate this pool under another name, or delete what nobody needs"
                  .formatted(found.object(), found.remedy()),
              false);
    };
  }

  /**
   * Without IDs in the reasons, and without how many of them are right: they are the proof, and
   * whoever reads a reason must neither learn it nor find it by trying.
   */
  private static Ownership adoption(OwnerMarks found, OwnershipClaim claim) {
    String made = found.object() + " was made by Cluster API's own provider";
    return switch (claim.adoption()) {
      case Adoption.Granted _ -> new Claimable(true, "administrators have granted it to this pool");
      case Adoption.NotRequested _ ->
          unadopted("%s: to take it over, annotate this pool with %s=true".formatted(made, ADOPT));
      case Adoption.Contested(String other, String decision) ->
          unadopted(
              "%s, and %s could ask for it as well: have an administrator add the line '%s' to adopt in ConfigMap %s of the manager's namespace"
                  .formatted(made, other, decision, DECISIONS));
      case Adoption.Requested(Set<String> _, String decision) when found.areIdsGuessable() ->
          unadopted(
              "%s, and its instances have IDs that anybody can guess, so that spec.providerIDList proves nothing: have an administrator add the line '%s' to adopt in ConfigMap %s of the manager's namespace"
                  .formatted(made, decision, DECISIONS));
      case Adoption.Requested(Set<String> members, String _)
          when !members.isEmpty() && members.equals(found.instances()) ->
          new Claimable(true, "its %d instances are those of this pool".formatted(members.size()));
      case Adoption.Requested(Set<String> members, String decision) ->
          unadopted(
              "%s and has %d instances, which are not exactly the %d in spec.providerIDList: correct the list, or have an administrator add the line '%s' to adopt in ConfigMap %s of the manager's namespace"
                  .formatted(made, found.instances().size(), members.size(), decision, DECISIONS));
    };
  }

  private static Ownership unadopted(String reason) {
    return new Foreign(reason, false);
  }
}
