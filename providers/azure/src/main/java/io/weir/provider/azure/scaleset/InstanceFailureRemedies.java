package io.weir.provider.azure.scaleset;

import java.util.Locale;
import java.util.regex.Pattern;

/** What to do about an instance that Azure has accepted and could not make. */
final class InstanceFailureRemedies {

  private static final Pattern NO_QUOTA = Pattern.compile("quota|limit ?reached|limit ?exceeded");
  private static final Pattern NO_ROOM =
      Pattern.compile("allocation|skunotavailable|overconstrain");
  private static final Pattern TOO_DEAR = Pattern.compile("spotpricegreater");

  private InstanceFailureRemedies() {}

  /** What to append to Azure's words; empty if nothing is known. */
  static String of(String code, String message) {
    String word = code.toLowerCase(Locale.ROOT);
    if (TOO_DEAR.matcher(word).find()) {
      return "; raise AzureMachinePool spec.template.spotVMOptions.maxPrice, or wait";
    }
    if (NO_QUOTA.matcher(word + " " + message.toLowerCase(Locale.ROOT)).find()) {
      return "; ask Azure for a higher quota, or make the pool smaller";
    }
    return NO_ROOM.matcher(word).find()
        ? "; Azure has no room at the moment: another AzureMachinePool spec.template.vmSize or more"
            + " zones in MachinePool spec.failureDomains may have"
        : "";
  }
}
