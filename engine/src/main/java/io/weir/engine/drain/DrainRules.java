package io.weir.engine.drain;

import io.weir.api.ApiObject;
import io.weir.api.LabelSelector;
import io.weir.api.admission.MetadataSyntax;
import io.weir.api.admission.ObjectField;
import io.weir.api.core.MachineDrainRule;
import io.weir.engine.drain.DrainPod.Handling;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The MachineDrainRules that concern the machines of one pool, in the order of their names: the
 * first that matches a Pod says what is done with it.
 *
 * @param rules by name
 */
public record DrainRules(List<Rule> rules) {

  /** Where nobody has made any: Pods are evicted, all at once. */
  public static final DrainRules NONE = new DrainRules(List.of());

  /**
   * Of all rules of a namespace together; each Pod of each Node that leaves is held against them.
   */
  private static final int LONGEST = 256 * 1024;

  /**
   * One of them.
   *
   * @param treatment of Pods that it matches
   * @param pods which Pods; empty for all
   */
  public record Rule(Treatment treatment, List<MachineDrainRule.Pods> pods) {

    public Rule {
      pods = List.copyOf(pods);
    }

    private boolean matches(Map<String, String> pod, Supplier<Map<String, String>> namespace) {
      return pods.isEmpty()
          || pods.stream()
              .anyMatch(
                  each ->
                      selects(each.selector(), () -> pod)
                          && selects(each.namespaceSelector(), namespace));
    }
  }

  /**
   * What is done with a Pod, and when.
   *
   * @param handling what
   * @param order those of a lower one go first
   * @param rule the MachineDrainRule that says so; absent if none does
   */
  public record Treatment(Handling handling, int order, Optional<String> rule) {

    static final Treatment USUAL = Treatment.withoutRule(Handling.EVICT);

    /** What no rule decides has its turn with those of no order. */
    static Treatment withoutRule(Handling handling) {
      return new Treatment(handling, 0, Optional.empty());
    }
  }

  public DrainRules {
    rules = List.copyOf(rules);
  }

  /**
   * Those of a namespace that concern machines with these labels.
   *
   * @param objects the MachineDrainRules of the namespace
   * @param machine labels that Machines of the pool have
   * @param cluster labels of its Cluster
   * @throws IllegalArgumentException if one of the namespace is not as the API server of Cluster
   *     API would take it, so that it cannot be known what it is about, or if all of them together
   *     are too long; the message names it
   */
  public static DrainRules of(
      List<ApiObject> objects, Map<String, String> machine, Map<String, String> cluster) {
    checkLength(objects);
    return new DrainRules(
        objects.stream()
            .sorted(Comparator.comparing(ApiObject::name))
            .map(DrainRules::checked)
            .filter(named -> concerns(named.spec(), machine, cluster))
            .map(named -> new Rule(treatment(named), named.spec().pods()))
            .toList());
  }

  private static void checkLength(List<ApiObject> objects) {
    int length = 0;
    for (ApiObject object : objects) {
      length += object.at("/spec").toString().length();
      if (length > LONGEST) {
        throw new IllegalArgumentException(
            "the MachineDrainRules of namespace %s take more than %d characters: remove or shorten some"
                .formatted(object.namespace(), LONGEST));
      }
    }
  }

  private record Named(String name, MachineDrainRule.Spec spec) {}

  private static Named checked(ApiObject object) {
    MachineDrainRuleRules.selectorsAreValid(ObjectField.of(object.copyTree()))
        .findFirst()
        .ifPresent(
            violation -> {
              throw new IllegalArgumentException(
                  "MachineDrainRule %s is not valid: %s"
                      .formatted(object.name(), violation.fullMessage()));
            });
    return new Named(object.name(), object.as(MachineDrainRule.class).spec());
  }

  private static boolean concerns(
      MachineDrainRule.Spec spec, Map<String, String> machine, Map<String, String> cluster) {
    return spec.machines().isEmpty()
        || spec.machines().stream()
            .anyMatch(
                each ->
                    selects(each.selector(), () -> machine)
                        && selects(each.clusterSelector(), () -> cluster));
  }

  /** Whoever is waited for is so from the beginning, as if its order was 0. */
  private static Treatment treatment(Named named) {
    MachineDrainRule.Drain drain = named.spec().drain();
    Optional<String> name = Optional.of(named.name());
    return switch (drain.behavior()) {
      case "Drain" ->
          new Treatment(Handling.EVICT, Optional.ofNullable(drain.order()).orElse(0), name);
      case "Skip" -> new Treatment(Handling.SKIP, 0, name);
      case "WaitCompleted" -> new Treatment(Handling.WAIT_COMPLETED, 0, name);
      default ->
          throw new IllegalArgumentException(
              "MachineDrainRule %s is not valid: spec.drain.behavior: %s is not known: set it to Drain, Skip or WaitCompleted"
                  .formatted(named.name(), drain.behavior()));
    };
  }

  /** Asks for the labels only if they matter. */
  private static boolean selects(
      @Nullable LabelSelector selector, Supplier<Map<String, String>> labels) {
    return selector == null || selector.isEmpty() || selector.matches(labels.get());
  }

  /**
   * What may matter of a Namespace's labels, which is little, however many there are and whatever
   * they are: the workload cluster belongs to others.
   */
  public Map<String, String> relevant(Map<String, String> namespace) {
    Set<String> keys =
        rules.stream()
            .flatMap(rule -> rule.pods().stream())
            .flatMap(each -> Stream.ofNullable(each.namespaceSelector()))
            .flatMap(selector -> selector.keys().stream())
            .collect(Collectors.toSet());
    return namespace.entrySet().stream()
        .filter(label -> keys.contains(label.getKey()))
        .filter(label -> MetadataSyntax.isLabelValue(label.getValue()))
        .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /**
   * What is done with a Pod about which nobody else has said anything.
   *
   * @param namespace labels of its Namespace; asked for only if a rule may depend on them
   */
  Treatment treatment(Map<String, String> pod, Supplier<Map<String, String>> namespace) {
    return rules.stream()
        .filter(rule -> rule.matches(pod, namespace))
        .findFirst()
        .map(Rule::treatment)
        .orElse(Treatment.USUAL);
  }
}
