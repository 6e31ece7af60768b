package io.daisychain.warehouse;

import java.util.List;

/**
 * All that a warehouse holds.
 *
 * @param tables loaded from CSV files
 * @param views made over the tables, in this order
 */
public record WarehouseSchema(List<WarehouseTable> tables, List<WarehouseView> views) {}
