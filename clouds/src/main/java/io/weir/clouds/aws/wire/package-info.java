/**
 * How AWS services of the query kind speak: flat forms in, XML out. {@link
 * io.weir.clouds.aws.wire.ServiceModel} holds what each operation may take and give, {@link
 * io.weir.clouds.aws.wire.RequestReader} refuses what does not fit it, {@link
 * io.weir.clouds.aws.wire.ResponseWriter} cannot write what does not fit it. What an operation does
 * is decided elsewhere.
 */
@NullMarked
package io.weir.clouds.aws.wire;

import org.jspecify.annotations.NullMarked;
