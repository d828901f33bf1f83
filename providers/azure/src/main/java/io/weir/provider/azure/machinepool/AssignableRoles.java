package io.weir.provider.azure.machinepool;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which roles of Azure a pool may give to the identity of its machines. The manager assigns them
 * with its own rights, so that whoever edits a pool could become whatever its own identity may make
 * somebody: unless administrators name the roles, none of those is assigned that assign roles
 * themselves. What a custom role may do does not show in its ID.
 *
 * @param named GUIDs of the roles that administrators have named; empty if they have named none
 */
public record AssignableRoles(Optional<Set<String>> named) {

  /** The manager's setting: GUIDs of roles, separated by commas. */
  public static final String SETTING = "assignable-roles";

  /** What holds unless administrators say otherwise. */
  public static final AssignableRoles DEFAULT = new AssignableRoles(Optional.empty());

  /** Roles of Azure's own that may assign roles, by GUID. */
  private static final Map<String, String> PRIVILEGED =
      Map.of(
          "8e3af657-a8ff-443c-a75c-2fe8c4bcb635", "Owner",
          "18d7d88d-d35e-4fb5-a5c3-7773c20a72d9", "User Access Administrator",
          "f58310d9-a9f6-439a-9e8d-f62e7b41a168", "Role Based Access Control Administrator",
          "8b54135c-b56d-4d72-a534-26097cfdc8d8", "Key Vault Data Access Administrator",
          "66f75aeb-eabe-4b70-9f1e-c350c4c9ad04", "Virtual Machine Data Access Administrator",
          "a8889054-8d42-49c9-bc1c-52486c10e7cd", "Reservations Administrator",
          "95dd08a6-00bd-4661-84bf-f6726f83a4d0", "Azure Container Storage Contributor",
          "95de85bd-744d-4664-9dde-11430bc34793", "Azure Container Storage Owner",
          "bda0d508-adf1-4af0-9c28-88919fc3ae06", "Azure Stack HCI Administrator",
          "92b92042-07d9-4307-87f7-36a593fc5850", "Azure File Sync Administrator");

  public AssignableRoles {
    named = named.map(Set::copyOf);
  }

  /**
   * Those of a setting; the default if it is not there.
   *
   * @throws IllegalArgumentException if it is no list of GUIDs
   */
  public static AssignableRoles of(Optional<String> setting) {
    return new AssignableRoles(
        setting.map(
            text ->
                Arrays.stream(text.split(",", -1))
                    .map(String::strip)
                    .filter(each -> !each.isEmpty())
                    .map(AssignableRoles::guid)
                    .collect(Collectors.toUnmodifiableSet())));
  }

  private static String guid(String text) {
    if (!DesiredScaleSetFactory.GUID.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "%s has %s, which is not the GUID of a role".formatted(SETTING, text));
    }
    return text.toLowerCase(Locale.ROOT);
  }

  /**
   * Why a role is not assigned, and what to do about it; empty if it is.
   *
   * @param role its GUID
   */
  Optional<String> refusal(String role) {
    String guid = role.toLowerCase(Locale.ROOT);
    if (named.isPresent()) {
      return named.get().contains(guid)
          ? Optional.empty()
          : Optional.of(
              "is not among the roles that the manager's setting azure.%s names: choose one of them, or have an administrator add it"
                  .formatted(SETTING));
    }
    return Optional.ofNullable(PRIVILEGED.get(guid))
        .map(
            name ->
                "is %s, with which machines could give roles to others: choose another, or have an administrator name it in the manager's setting azure.%s, together with all others that pools give, as none beside those is assigned then"
                    .formatted(name, SETTING));
  }
}
