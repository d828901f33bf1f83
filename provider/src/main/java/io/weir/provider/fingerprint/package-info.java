/**
 * Fingerprints of what machines are made from, for what a cloud takes and does not show, such as
 * user data: a text that the provider writes on a template, or on the scale set itself, and
 * compares later. Enter at {@link io.weir.provider.fingerprint.FingerprintRules}; pure. Words of
 * one cloud do not belong here.
 */
@NullMarked
package io.weir.provider.fingerprint;

import org.jspecify.annotations.NullMarked;
