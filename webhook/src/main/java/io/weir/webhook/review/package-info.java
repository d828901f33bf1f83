/**
 * The words of Kubernetes for "convert this" and "may this be written": ConversionReview and
 * AdmissionReview, read and answered. What is converted and judged how is not decided here but by
 * {@link io.weir.api.conversion} and {@link io.weir.api.admission}; no HTTP here either.
 */
@NullMarked
package io.weir.webhook.review;

import org.jspecify.annotations.NullMarked;
