/**
 * The webhooks of a manager: what the API server asks when it converts objects, fills them in or
 * has them judged. Every replica answers, leading or not, from its first second to its last. Enter
 * at {@link io.weir.webhook.Webhooks}. The rules and conversions themselves belong to the modules
 * of their kinds.
 */
@NullMarked
package io.weir.webhook;

import org.jspecify.annotations.NullMarked;
