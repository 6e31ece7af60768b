/**
 * Generates FIX 4.2 workloads: order lifecycles over many firms, walked along a Markov chain.
 *
 * <p>Start at {@link io.daisychain.datagen.Generator}. A {@link io.daisychain.datagen.WorkloadPlan}
 * settles the chain, the market and how many events each shard writes. {@code LifecycleSimulation}
 * walks one lifecycle after the other, {@code ErrorInjector} damages some of them, {@code
 * EventWindow} mixes them by time and {@code MessageWriter} renders the bytes. {@link
 * io.daisychain.datagen.GenerateJob} does this for all shards as a Beam job.
 *
 * <p>One promise holds: a shard's bytes follow from the settings and the shard's number alone.
 */
package io.daisychain.datagen;
