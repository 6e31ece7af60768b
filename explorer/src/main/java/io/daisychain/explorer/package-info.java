/**
 * A page on which a published market is looked at, from the whole day to one fill.
 *
 * <p>Start at {@link io.daisychain.explorer.Explorer}. {@code ShownPublication} holds one
 * publication open; {@code PointLoader} reads what pictures and counts need of each event into
 * columns by time, {@code SideFile} keeps these for the next start. {@code Picture}, {@code
 * Summary} and {@code Timeline} go through the columns; all else is asked of the warehouse. {@code
 * EventView} is what is looked at, {@code PointFilter} and {@code ViewSql} are the same for columns
 * and in SQL. {@code PageServer} and {@code Gate} say who may ask, {@code PageApi} what can be
 * asked; {@code LiveWatch} tells pages what a running watch does. The page itself is in the
 * resources.
 */
package io.daisychain.explorer;
