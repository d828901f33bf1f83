/**
 * Reads and writes of launch templates, and what is known of them between reads. Enter at {@link
 * io.weir.provider.aws.template.calls.TemplateObserver} and {@link
 * io.weir.provider.aws.template.calls.TemplateWrites}.
 */
@NullMarked
package io.weir.provider.aws.template.calls;

import org.jspecify.annotations.NullMarked;
