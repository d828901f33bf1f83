/**
 * A simulated Azure on the wire: Resource Manager with what scale sets need of Microsoft.Compute,
 * Microsoft.Network and Microsoft.Authorization, and tokens for it. {@link
 * io.weir.clouds.azure.AzureCloud} is where to enter, {@link io.weir.clouds.azure.AzureRoutes} the
 * table of all calls, {@link io.weir.clouds.azure.AzureMachines} what lets instances appear as
 * Nodes. What it does not simulate it refuses.
 *
 * <p>What the author of a provider must know:
 *
 * <ul>
 *   <li>One address serves both Resource Manager and tokens ({@code /TENANT/oauth2/v2.0/token}:
 *       client secret, or the assertion of a federated identity, whose signature is not checked).
 *       It speaks HTTP. Azure's credentials insist on https: give them an HTTP client that sends to
 *       http what is meant for https and sets {@code X-Forwarded-Proto: https}, so that the
 *       addresses in answers begin with https as well. Instance discovery must be off. Tokens live
 *       for an hour of the simulated time.
 *   <li>Fields are kept as they are written, known or not; of types and names only those that are
 *       named in {@link io.weir.clouds.azure.compute} are checked. A PUT keeps what it does not
 *       mention, but for tags, which PUT and PATCH replace whole.
 *   <li>Operations: 201 or 200 with {@code Azure-AsyncOperation} for PUT and PATCH, 202 with {@code
 *       Location} as well for DELETE and POST, 204 for the deletion of what is not there. An
 *       operation ends when the last instance does. A PUT or PATCH cancels whatever is under way on
 *       its scale set, deletions of instances included ({@code OperationPreempted}); the instances
 *       go nevertheless. A deletion of instances cancels nothing.
 *   <li>The capacity falls when the deletion of an instance is accepted, in both modes. A failed
 *       instance stays, counts, and is not tried again. Killed and deallocated machines count, and
 *       are not replaced.
 *   <li>In Uniform mode an instance has the model of its making until it is upgraded by name;
 *       upgrading boots nothing. Its eleventh model is refused. Ids in lists have the resource
 *       group in capital letters, provider ids in small ones.
 *   <li>In Flexible mode the list of a scale set's instances has neither profiles nor tags nor
 *       {@code latestModelApplied}; the virtual machines themselves do, without the last. There is
 *       no instance view of the scale set.
 *   <li>A machine runs, and may join, before its instance is provisioned: extensions come between.
 *       Nodes get their provider ids from a cloud controller, later.
 *   <li>Limits of calls are counted per subscription, not per caller, and only where {@link
 *       io.weir.clouds.azure.arm.OperationGroup} says so; {@link
 *       io.weir.clouds.azure.seed.AzureTiming} has a factor for all of them. They are refilled by
 *       the clock of the cloud.
 *   <li>Faults name calls as Azure's specification does ({@code
 *       VirtualMachineScaleSets_CreateOrUpdate}) and scale sets by name; {@code
 *       AllocateVirtualMachine} with {@code SET/LOCATION-ZONE} (or {@code SET/LOCATION}) takes
 *       capacity away, {@code RunExtension} with {@code SET/EXTENSION} delays or fails an
 *       extension. {@link io.weir.clouds.azure.AzureAdmin} evicts, lowers quotas and takes sizes
 *       away.
 *   <li>Not there: rolling upgrades, automatic repairs, protection from scale-in, attached
 *       machines, start and stop, reimaging, tags at a scope, Resource Graph, managed identities'
 *       own tokens.
 * </ul>
 */
@NullMarked
package io.weir.clouds.azure;

import org.jspecify.annotations.NullMarked;
