/**
 * Traces and metrics of commands for OpenTelemetry, where somebody listens. It is off, and nothing
 * of it but {@code Telemetry} is loaded, unless {@code OTEL_EXPORTER_OTLP_ENDPOINT} is set.
 */
package io.daisychain.cli.telemetry;
