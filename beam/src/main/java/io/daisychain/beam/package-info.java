/**
 * What all jobs share of Beam: the elements that they move, files that they write, and their start.
 *
 * <p>Start at {@link io.daisychain.beam.Block}: packed bytes under a number, some 100 KB of them at
 * a time, which wait for their group in memory, in the runner, or in a file ({@link
 * io.daisychain.beam.Spill}). {@link io.daisychain.beam.OutputFile} and {@link
 * io.daisychain.beam.files.RunFiles} write files, {@link io.daisychain.beam.AwaitStart} holds a job
 * back until a message comes.
 */
package io.daisychain.beam;
