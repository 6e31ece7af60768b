/**
 * What the store knows of trade dates: their tables, what changed in them, which references wait.
 */
package io.daisychain.store.dates;
