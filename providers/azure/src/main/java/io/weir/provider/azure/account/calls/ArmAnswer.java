package io.weir.provider.azure.account.calls;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/**
 * What Azure has answered to a write that it accepted.
 *
 * @param body the resource, as far as the answer shows it; a missing node if it does not
 * @param operation what of it is still to be done; empty if all is done, or if the answer names no
 *     place at this Azure where that could be followed
 */
public record ArmAnswer(JsonNode body, Optional<ArmOperation> operation) {}
