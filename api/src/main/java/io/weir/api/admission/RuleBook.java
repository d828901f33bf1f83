package io.weir.api.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.GroupKind;
import java.util.List;
import java.util.stream.Stream;

/**
 * An admission that is made of rules.
 *
 * @param kind whose objects it judges
 * @param defaults fills in what was left out
 * @param remarks on what is filled in, from the object as it was sent
 * @param rules hold always; on update they refuse what the change makes wrong, and warn of what was
 *     wrong before
 * @param rulesOfCreation hold for a new object; on update they only warn, because objects that
 *     break them may be there and other implementations let them be written
 * @param rulesOfChange hold for an update
 * @param advice warns
 */
public record RuleBook(
    GroupKind kind,
    Rule.Defaults defaults,
    List<Rule.Advice> remarks,
    List<Rule> rules,
    List<Rule> rulesOfCreation,
    List<Rule.OfChange> rulesOfChange,
    List<Rule.Advice> advice)
    implements Admission {

  public RuleBook {
    remarks = List.copyOf(remarks);
    rules = List.copyOf(rules);
    rulesOfCreation = List.copyOf(rulesOfCreation);
    rulesOfChange = List.copyOf(rulesOfChange);
    advice = List.copyOf(advice);
  }

  @Override
  public ObjectNode defaulted(Request request) {
    ObjectNode object = request.object().deepCopy();
    defaults.fill(object, request);
    return object;
  }

  @Override
  public List<String> remarks(Request request) {
    return sentences(remarks, request).toList();
  }

  @Override
  public List<Violation> violations(Request request) {
    List<Violation> wrong = wrong(rules, request.object());
    if (request.old().isEmpty()) {
      return Stream.concat(wrong.stream(), wrong(rulesOfCreation, request.object()).stream())
          .toList();
    }
    ObjectNode old = request.old().get();
    return Stream.concat(
            rulesOfChange.stream()
                .flatMap(rule -> rule.check(Field.of(old), Field.of(request.object()))),
            Difference.of(wrong(rules, old), wrong).made().stream())
        .toList();
  }

  @Override
  public List<String> warnings(Request request) {
    Stream<String> tolerated =
        request.old().stream()
            .flatMap(old -> tolerated(old, request.object()))
            .map(Violation::sentence);
    return Stream.concat(tolerated, sentences(advice, request)).toList();
  }

  private Stream<Violation> tolerated(ObjectNode old, ObjectNode object) {
    return Stream.concat(
        Difference.of(wrong(rules, old), wrong(rules, object)).kept().stream(),
        wrong(rulesOfCreation, object).stream());
  }

  private static List<Violation> wrong(List<Rule> rules, ObjectNode object) {
    return rules.stream().flatMap(rule -> rule.check(Field.of(object))).toList();
  }

  private static Stream<String> sentences(List<Rule.Advice> advice, Request request) {
    return advice.stream().flatMap(one -> one.on(request));
  }
}
