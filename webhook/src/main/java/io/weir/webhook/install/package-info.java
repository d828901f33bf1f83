/**
 * Tells the API server where the webhooks are and whom to trust there, in CRDs and webhook
 * configurations, and from these tells whether a replica is ready. What is Weir's and how it should
 * look is decided purely; only {@link io.weir.webhook.install.WebhookInstaller} writes.
 */
@NullMarked
package io.weir.webhook.install;

import org.jspecify.annotations.NullMarked;
