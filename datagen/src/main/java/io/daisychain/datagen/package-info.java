/**
 * Generates FIX 4.2 workloads: lifecycles of orders over many firms, from a Markov chain.
 *
 * <p>{@link io.daisychain.datagen.GenerateJob} is the Beam job, {@link
 * io.daisychain.datagen.Generator} generates one shard. A {@link
 * io.daisychain.datagen.WorkloadPlan} holds the model and the size of each shard. {@code
 * LifecycleSimulation} simulates one lifecycle after the other, {@code ErrorInjector} puts errors
 * into some of them, {@code Expectations} computes what link must find, {@code EventWindow} sorts
 * the events by time and {@code MessageWriter} writes the messages.
 *
 * <p>The bytes of a shard depend on the settings and the shard's number only.
 */
package io.daisychain.datagen;
