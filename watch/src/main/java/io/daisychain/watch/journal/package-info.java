/** What is durable before its rows are in the store. */
package io.daisychain.watch.journal;
