package io.weir.provider.aws.template.calls;

import io.weir.provider.ProviderException;
import io.weir.provider.aws.account.calls.AwsErrors;
import io.weir.provider.aws.template.LaunchTrial;
import io.weir.provider.aws.template.RefusedTypes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Tries launches, of each instance type in each place until one is possible there. */
public record LaunchTrials(TemplateCalls calls) {

  /** Each takes from what the account may launch in a second. */
  private static final int MOST = 10;

  /**
   * Returns if an instance of some type can be launched, or if only room for it is missing; also if
   * none of the first places would do, and there are more.
   *
   * @throws ProviderException.Rejected if none can, with AWS's words
   * @throws ProviderException.Denied if whoever asks must not launch from it
   */
  public void tryAnyType(LaunchTrial trial) throws ProviderException {
    var _ = run(trial, false);
  }

  /**
   * The same of all types, as far as they are among the first places.
   *
   * @return those that cannot be launched, while another can
   */
  public RefusedTypes tryAllTypes(LaunchTrial trial) throws ProviderException {
    return run(trial, true);
  }

  private RefusedTypes run(LaunchTrial trial, boolean all) throws ProviderException {
    var target = trial.target();
    List<String> types = target.instanceTypes().isEmpty() ? List.of("") : target.instanceTypes();
    var refusals = new LinkedHashMap<String, ProviderException>();
    int left = MOST;
    for (String type : types) {
      Optional<ProviderException> refusal = Optional.empty();
      for (String subnet : target.subnets()) {
        if (left-- == 0) {
          return told(refusals);
        }
        refusal = refusal(trial, subnet, type);
        if (refusal.filter(AwsErrors::isUnsupportedThere).isEmpty()) {
          break;
        }
      }
      if (refusal.isPresent()) {
        refusals.put(type, refusal.get());
      } else if (!all) {
        return told(refusals);
      }
    }
    if (refusals.size() == types.size()) {
      throw refusals.firstEntry().getValue();
    }
    return told(refusals);
  }

  /** Why an instance of a type cannot be launched there, if another may be. */
  private Optional<ProviderException> refusal(LaunchTrial trial, String subnet, String type)
      throws ProviderException {
    try {
      calls.tryLaunch(TemplateRequests.trial(trial, subnet, type));
      return Optional.empty();
    } catch (ProviderException.Rejected refused) {
      if (AwsErrors.concernsAllTypes(refused)) {
        throw refused;
      }
      return Optional.of(refused);
    }
  }

  private static RefusedTypes told(Map<String, ProviderException> refusals) {
    var why = new TreeMap<String, String>();
    refusals.forEach((type, refusal) -> why.put(type, AwsErrors.words(refusal)));
    why.remove("");
    return new RefusedTypes("", why);
  }
}
