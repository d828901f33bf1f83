package io.weir.api.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.GroupKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An admission that is made of rules.
 *
 * @param kind whose objects it judges
 * @param defaulter fills in what was left out
 * @param defaultingWarningRules on what is filled in, from the object as it was sent
 * @param rules hold always; on update they refuse what the change makes wrong, and warn of what was
 *     wrong before
 * @param createRules hold for a new object; on update they only warn, because objects that break
 *     them may be there and other implementations let them be written
 * @param updateRules hold for an update
 * @param warningRules warns
 */
public record RuleBasedAdmission(
    GroupKind kind,
    AdmissionRule.Defaulter defaulter,
    List<AdmissionRule.WarningRule> defaultingWarningRules,
    List<AdmissionRule> rules,
    List<AdmissionRule> createRules,
    List<AdmissionRule.UpdateRule> updateRules,
    List<AdmissionRule.WarningRule> warningRules)
    implements Admission {

  public RuleBasedAdmission {
    defaultingWarningRules = List.copyOf(defaultingWarningRules);
    rules = List.copyOf(rules);
    createRules = List.copyOf(createRules);
    updateRules = List.copyOf(updateRules);
    warningRules = List.copyOf(warningRules);
  }

  @Override
  public ObjectNode applyDefaults(AdmissionRequest admissionRequest) {
    ObjectNode object = admissionRequest.object().deepCopy();
    defaulter.fill(object, admissionRequest);
    return object;
  }

  @Override
  public List<String> defaultingWarnings(AdmissionRequest admissionRequest) {
    return sentences(defaultingWarningRules, admissionRequest).toList();
  }

  @Override
  public List<Violation> violations(AdmissionRequest admissionRequest) {
    List<Violation> wrong = wrong(rules, admissionRequest.object());
    if (admissionRequest.oldObject().isEmpty()) {
      return Stream.concat(wrong.stream(), wrong(createRules, admissionRequest.object()).stream())
          .toList();
    }
    ObjectNode old = admissionRequest.oldObject().get();
    return Stream.concat(
            updateRules.stream()
                .flatMap(
                    rule ->
                        rule.check(ObjectField.of(old), ObjectField.of(admissionRequest.object()))),
            introduced(old, admissionRequest, wrong).stream())
        .toList();
  }

  /** What defaults make of an object that was stored without them is none of the change's doing. */
  private List<Violation> introduced(
      ObjectNode old, AdmissionRequest admissionRequest, List<Violation> wrong) {
    List<Violation> stored = wrong(rules, old);
    List<Violation> sinceStored = ViolationChanges.of(stored, wrong).introduced();
    if (sinceStored.isEmpty()) {
      return sinceStored;
    }
    ObjectNode filled = old.deepCopy();
    defaulter.fill(filled, new AdmissionRequest(old, Optional.of(old), admissionRequest.dryRun()));
    List<Violation> byDefaults = ViolationChanges.of(stored, wrong(rules, filled)).introduced();
    return ViolationChanges.of(Stream.concat(stored.stream(), byDefaults.stream()).toList(), wrong)
        .introduced();
  }

  @Override
  public List<String> warnings(AdmissionRequest admissionRequest) {
    Stream<String> tolerated =
        admissionRequest.oldObject().stream()
            .flatMap(old -> tolerated(old, admissionRequest))
            .map(Violation::fullMessage);
    return Stream.concat(tolerated, sentences(warningRules, admissionRequest)).toList();
  }

  private Stream<Violation> tolerated(ObjectNode old, AdmissionRequest admissionRequest) {
    ObjectNode object = admissionRequest.object();
    var preexisting = new ArrayList<>(wrong(rules, object));
    introduced(old, admissionRequest, preexisting).forEach(preexisting::remove);
    return Stream.concat(preexisting.stream(), wrong(createRules, object).stream());
  }

  private static List<Violation> wrong(List<AdmissionRule> rules, ObjectNode object) {
    return rules.stream()
        .flatMap(admissionRule -> admissionRule.check(ObjectField.of(object)))
        .toList();
  }

  private static Stream<String> sentences(
      List<AdmissionRule.WarningRule> advice, AdmissionRequest admissionRequest) {
    return advice.stream().flatMap(one -> one.warnings(admissionRequest));
  }
}
