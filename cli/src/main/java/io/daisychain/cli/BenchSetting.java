package io.daisychain.cli;

import io.daisychain.store.StoreConnector;
import org.apache.beam.sdk.options.PipelineOptions;

/**
 * What benches of one stage share.
 *
 * @param table beginning of the names of the tables that they make
 * @param events of the workload
 * @param results where they add their lines
 */
record BenchSetting(
    StoreConnector connector,
    String table,
    IngestStage ingest,
    RejectsOption rejects,
    PipelineOptions options,
    long events,
    BenchTable results) {}
