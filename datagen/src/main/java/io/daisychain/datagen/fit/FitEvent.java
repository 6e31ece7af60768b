package io.daisychain.datagen.fit;

import io.daisychain.model.EventType;
import java.util.List;

/**
 * What a fit reads of an event; none of its names goes into a model.
 *
 * @param id key of the event
 * @param parents keys of its direct parents, the one that the message names first before the others
 * @param nanos time of the event since 1970
 * @param sendingNanos SendingTime (tag 52) since 1970
 * @param destination receiver of a route (tag 128); null for none
 * @param quantity OrderQty (tag 38)
 * @param lastShares LastShares (tag 32)
 * @param leaves LeavesQty (tag 151)
 * @param customer ClientID (tag 109); null for none
 */
record FitEvent(
    String id,
    List<String> parents,
    EventType type,
    long nanos,
    long sendingNanos,
    String reporter,
    String destination,
    String symbol,
    String side,
    String ordType,
    String timeInForce,
    double quantity,
    double lastShares,
    double leaves,
    String customer) {}
