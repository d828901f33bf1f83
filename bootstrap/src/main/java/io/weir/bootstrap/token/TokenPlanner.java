package io.weir.bootstrap.token;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Decides which token the data of one config is to contain. The token is made before the data is
 * written, so that data never announces one that does not work; a token that was made just before a
 * crash is found again by its labels and used.
 */
public final class TokenPlanner {

  private final TokenPolicy policy;
  private final RandomGenerator random;
  private final TokenOwner owner;

  /** Plans for the tokens of one config. */
  public TokenPlanner(TokenPolicy policy, RandomGenerator random, TokenOwner owner) {
    this.policy = policy;
    this.random = random;
    this.owner = owner;
  }

  /**
   * The plan for data that can be written.
   *
   * @param configMade when the config was made; an older token was a former config's of the name
   * @param stored the token in the data as it is; empty if there is none
   * @param seen the config's tokens that the workload cluster has
   * @param theirs the token of another bootstrap provider in the spec, to begin with; empty if
   *     there is none
   */
  public TokenPlan plan(
      Instant now,
      Instant configMade,
      Optional<IssuedToken> stored,
      List<ObservedToken> seen,
      Optional<ObservedToken> theirs) {
    if (stored.isEmpty() && theirs.isPresent()) {
      var first = new IssuedToken(theirs.get().token(), theirs.get().createdAt());
      return plan(now, configMade, Optional.of(first), List.of(theirs.get()), Optional.empty());
    }
    Instant notBefore = stored.map(IssuedToken::issuedAt).orElse(configMade);
    return stored
        .flatMap(held -> planForStored(now, held, state(held.token(), seen)))
        .or(() -> planForFound(now, notBefore, stored, seen))
        .orElseGet(
            () -> planNewToken(now, stored.flatMap(held -> extendPredecessor(now, held, seen))));
  }

  /** A predecessor that is gone or ends too soon; as a rule it is neither. */
  private Optional<TokenPlan.Extend> extendPredecessor(
      Instant now, IssuedToken old, List<ObservedToken> seen) {
    Instant enough = now.plus(policy.ttl().dividedBy(2));
    boolean lives =
        state(old.token(), seen) instanceof TokenState.Expiring(Instant at) && !at.isBefore(enough);
    return lives || !now.isBefore(policy.endOf(old))
        ? Optional.empty()
        : Optional.of(
            new TokenPlan.Extend(
                old,
                earlier(policy.expirationFrom(now), policy.endOf(old)),
                policy.nextCheckAfterWrite(now)));
  }

  /**
   * The plan for data that cannot be written anew: its token is kept, though it is old, until it
   * ends for good.
   */
  public TokenPlan planToKeep(Instant now, IssuedToken stored, List<ObservedToken> seen) {
    Instant end = policy.endOf(stored);
    var young = new IssuedToken(stored.token(), now);
    return Optional.of(stored)
        .filter(_ -> now.isBefore(end))
        .flatMap(_ -> planForStored(now, young, state(stored.token(), seen)))
        .map(plan -> until(end, plan))
        .orElseGet(() -> new TokenPlan.Keep(stored, policy.nextCheckAfterWrite(now)));
  }

  private static TokenPlan until(Instant end, TokenPlan plan) {
    return switch (plan) {
      case TokenPlan.Keep(var issued, var next) -> new TokenPlan.Keep(issued, earlier(next, end));
      case TokenPlan.Extend(var issued, var to, var next) ->
          new TokenPlan.Extend(issued, earlier(to, end), earlier(next, end));
      case TokenPlan.Make(var issued, var to, var next, var before) ->
          new TokenPlan.Make(issued, earlier(to, end), earlier(next, end), before);
    };
  }

  private static Instant earlier(Instant a, Instant b) {
    return a.isBefore(b) ? a : b;
  }

  /** A new token, whatever there is. */
  public TokenPlan planNewToken(Instant now) {
    return planNewToken(now, Optional.empty());
  }

  private TokenPlan planNewToken(Instant now, Optional<TokenPlan.Extend> before) {
    return new TokenPlan.Make(
        new IssuedToken(JoinToken.generate(random), now),
        policy.expirationFrom(now),
        policy.nextCheckAfterWrite(now),
        before);
  }

  private Optional<TokenPlan> planForFound(
      Instant now, Instant notBefore, Optional<IssuedToken> stored, List<ObservedToken> seen) {
    return seen.stream()
        .filter(token -> stored.filter(held -> held.token().equals(token.token())).isEmpty())
        .filter(token -> !token.createdAt().isBefore(notBefore))
        .max(Comparator.comparing(ObservedToken::createdAt))
        .flatMap(
            token ->
                planForStored(
                    now, new IssuedToken(token.token(), token.createdAt()), token.state()));
  }

  /** Empty if the token is too old. */
  private Optional<TokenPlan> planForStored(Instant now, IssuedToken held, TokenState state) {
    return switch (policy.decide(now, held.issuedAt(), owner, state)) {
      case TokenDecision.Keep(var next) -> Optional.of(new TokenPlan.Keep(held, next));
      case TokenDecision.Extend(var to, var next) ->
          Optional.of(new TokenPlan.Extend(held, to, next));
      case TokenDecision.Recreate(var to, var next) ->
          Optional.of(new TokenPlan.Make(held, to, next, Optional.empty()));
      case TokenDecision.Replace _ -> Optional.empty();
    };
  }

  private static TokenState state(JoinToken token, List<ObservedToken> seen) {
    return seen.stream()
        .filter(one -> one.token().equals(token))
        .map(ObservedToken::state)
        .findFirst()
        .orElseGet(TokenState.Missing::new);
  }
}
