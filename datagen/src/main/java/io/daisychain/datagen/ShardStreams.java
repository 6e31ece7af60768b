package io.daisychain.datagen;

import java.io.OutputStream;

/**
 * The outputs of a shard; the generator closes none of them.
 *
 * @param events messages, uncompressed
 * @param late messages that are sent after the deadline; may be the same stream
 * @param truth the expected lineage, where the settings ask for it
 * @param injected the errors that were put in, where the settings ask for the truth
 */
public record ShardStreams(
    OutputStream events, OutputStream late, OutputStream truth, OutputStream injected) {}
