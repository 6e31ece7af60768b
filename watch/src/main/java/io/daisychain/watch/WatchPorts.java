package io.daisychain.watch;

import io.daisychain.listen.Listening;
import io.daisychain.marketdata.window.WindowStream;
import io.daisychain.model.access.Entitlements;
import java.nio.file.Path;

/**
 * What watching takes from, and where it serves.
 *
 * @param folder where files come; null for none
 * @param subscription of Pub/Sub from which messages come; null for none
 * @param listening at which address, but for metrics, which this machine alone can read
 * @param serve port at which subscribers are served, 0 for any that is free, negative for none
 * @param fix port at which FIX sessions are accepted, as serve
 * @param senders who may open one
 * @param entitlements what subscribers and senders of ticks may, who are proven then; null for
 *     everything
 * @param metrics port of 127.0.0.1 at which counters are served, as serve
 * @param ticks port at which ticks are taken and handed on, as serve
 * @param windows that are made of the quotes among ticks; null for none
 * @param alertAfterSeconds for which orphans and routes without an accept are no alerts
 */
public record WatchPorts(
    Path folder,
    PubsubAddress subscription,
    Listening listening,
    int serve,
    int fix,
    FixSenders senders,
    Entitlements entitlements,
    int metrics,
    int ticks,
    WindowStream.Settings windows,
    long alertAfterSeconds) {}
