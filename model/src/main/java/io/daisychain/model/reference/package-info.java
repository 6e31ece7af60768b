/**
 * Reference data: the days on which a symbol, a CompID or an exchange is valid, and business days.
 */
package io.daisychain.model.reference;
