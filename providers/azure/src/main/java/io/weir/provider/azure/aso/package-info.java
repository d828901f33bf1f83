/**
 * Objects of Azure Service Operator (ASO), of which pools of AKS are made: which kinds there are,
 * what ASO says of an object, how it is told to pause, what is to be done about the objects of a
 * pool, and what is told of them. Enter at {@link io.weir.provider.azure.aso.AsoPlanner}. What a
 * kind of pool wants of its objects does not belong here.
 */
@org.jspecify.annotations.NullMarked
package io.weir.provider.azure.aso;
