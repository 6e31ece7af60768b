/**
 * Quotes and trades beside the orders: loaded from files, kept by trade date, handed out on demand,
 * and joined to events.
 *
 * <p>{@link io.daisychain.marketdata.load.MarketLoad} reads files, makes the best bid and offer,
 * and replaces trade dates of a {@link io.daisychain.marketdata.MarketFolder}; {@link
 * io.daisychain.marketdata.MarketRequest} hands data out, {@link
 * io.daisychain.marketdata.window.WindowRequest} what windows over them give, and {@link
 * io.daisychain.marketdata.EventMarket} the market at each event. What words mean is said in
 * docs/marketdata.md.
 */
package io.daisychain.marketdata;
