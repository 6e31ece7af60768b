/** From the address of a warehouse to what speaks to it. */
package io.daisychain.warehouse.connect;
