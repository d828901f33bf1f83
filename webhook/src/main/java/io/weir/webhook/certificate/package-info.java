/**
 * The authority that signs what the webhooks show, how it is shared by replicas and replaced before
 * its end, and the certificate that this replica shows. Enter at {@link
 * io.weir.webhook.certificate.WebhookCertificates}; the order of a replacement is decided, purely,
 * in {@link io.weir.webhook.certificate.CaRotation}. Who is told of the authority, and how, does
 * not belong here.
 */
@NullMarked
package io.weir.webhook.certificate;

import org.jspecify.annotations.NullMarked;
