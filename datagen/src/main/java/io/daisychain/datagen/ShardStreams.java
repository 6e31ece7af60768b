package io.daisychain.datagen;

import java.io.OutputStream;

/**
 * Where a shard goes; none of them is closed.
 *
 * @param events messages, uncompressed
 * @param late messages that are handed in late; may be the same stream
 * @param truth the expected lineage, where the settings ask for it
 * @param injected what was put wrong, where the settings ask for the truth
 */
public record ShardStreams(
    OutputStream events, OutputStream late, OutputStream truth, OutputStream injected) {}
