package io.weir.provider.fingerprint;

import io.weir.provider.fingerprint.TemplateChange.Difference;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The rules by which fingerprints of one kind of template were and are made. A change of what the
 * digests are taken of, even of a name, needs a new rule with the next number; as long as the old
 * one is kept, a template that it made is recomputed by it and only described anew, and no instance
 * is replaced because Weir has learnt to write differently.
 *
 * @param <T> what is wanted of a template
 */
public final class FingerprintRules<T> {

  private final NavigableMap<Integer, Function<T, TemplateContent>> rules;

  /**
   * Rules by their numbers, which begin with 1; new templates are made by the one with the highest.
   *
   * @throws IllegalArgumentException if there is none
   */
  public FingerprintRules(Map<Integer, Function<T, TemplateContent>> rules) {
    if (rules.isEmpty()) {
      throw new IllegalArgumentException("no rule to make fingerprints by");
    }
    this.rules = new TreeMap<>(rules);
  }

  /** That of a template made now. */
  public TemplateFingerprint fingerprint(T wanted) {
    var newest = rules.lastEntry();
    return TemplateFingerprint.of(newest.getKey(), newest.getValue().apply(wanted));
  }

  /**
   * How a template differs from what is wanted.
   *
   * @param seen what is written on it; empty if nothing is
   */
  public TemplateChange change(T wanted, Optional<TemplateFingerprint> seen) {
    return seen.flatMap(found -> content(found, wanted).map(content -> change(found, content)))
        .orElse(new TemplateChange(Difference.UNKNOWN, false));
  }

  private TemplateChange change(TemplateFingerprint seen, TemplateContent content) {
    var same = TemplateFingerprint.of(seen.rule(), content);
    boolean reworded =
        seen.data().equals(same.data())
            && content.otherWordings().stream().anyMatch(seen::isOfRevision);
    TemplateChange change =
        TemplateChange.between(
            same,
            reworded ? seen.withRevisionOf(same) : seen,
            content.revision().rollOnBootstrapChange());
    if (!change.isNone()) {
      return change;
    }
    if (seen.rule() != rules.lastKey()) {
      return new TemplateChange(Difference.RULE, false);
    }
    return reworded ? new TemplateChange(Difference.WORDING, false) : change;
  }

  /** What is wanted, by the rule that the template was made by; empty if there is no such rule. */
  private Optional<TemplateContent> content(TemplateFingerprint seen, T wanted) {
    return Optional.ofNullable(rules.get(seen.rule())).map(rule -> rule.apply(wanted));
  }

  /**
   * What the template becomes with the user data that is wanted now, for as long as it is not known
   * what instances boot: with an old join token those that start would not join. Only if all that
   * people asked for is still as it was, or all that the user data is made from but the token.
   * Empty if neither is so, or the user data is current.
   */
  public Optional<TemplateFingerprint> withUserDataRenewed(T wanted, TemplateFingerprint seen) {
    return withUserDataOf(wanted, seen, same -> seen.revision().equals(same.revision()))
        .or(() -> withTokenRenewed(wanted, seen));
  }

  /**
   * The same for as long as the cloud refuses what is wanted; only if nothing but the token is new.
   */
  public Optional<TemplateFingerprint> withTokenRenewed(T wanted, TemplateFingerprint seen) {
    return withUserDataOf(wanted, seen, same -> seen.bootstrap().equals(same.bootstrap()));
  }

  private Optional<TemplateFingerprint> withUserDataOf(
      T wanted, TemplateFingerprint seen, Predicate<TemplateFingerprint> suits) {
    return content(seen, wanted)
        .map(content -> TemplateFingerprint.of(seen.rule(), content))
        .filter(suits)
        .filter(same -> !seen.userData().equals(same.userData()))
        .map(seen::withUserDataOf);
  }
}
