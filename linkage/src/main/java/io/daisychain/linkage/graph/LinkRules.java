package io.daisychain.linkage.graph;

import io.daisychain.model.reference.BusinessDays;
import io.daisychain.model.reference.Successors;
import io.daisychain.model.reference.ValidityTable;
import java.io.Serializable;
import java.util.Set;

/**
 * What linking needs to know besides the events.
 *
 * @param toleranceNanos how much earlier than its parent an event may be before it is out of
 *     sequence
 * @param droppedDates trade dates that were dropped from the store
 * @param participants who reports; empty where there is no reference data, and then nobody is found
 *     not to have accepted a route
 * @param successors what symbols and instruments were called later
 * @param businessDays by which faults are repaired in time
 */
public record LinkRules(
    long toleranceNanos,
    Set<Integer> droppedDates,
    ValidityTable participants,
    Successors successors,
    BusinessDays businessDays)
    implements Serializable {}
