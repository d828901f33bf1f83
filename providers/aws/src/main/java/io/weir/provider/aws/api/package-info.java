/**
 * The AWS kinds, v1beta2, as records: views of the fields that pools read. Enter with {@code
 * object.as(AWSMachinePool.class)}. A list, map or object that means the same absent and empty is
 * never null here; where a field may be absent and that matters, it is marked nullable. Writing
 * goes through JSON trees. Durations stay in the text form of Go ({@code 5m0s}): the schema lets
 * any text in, so whoever needs the value must be able to say which field is wrong.
 */
@NullMarked
package io.weir.provider.aws.api;

import org.jspecify.annotations.NullMarked;
