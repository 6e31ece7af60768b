/** What was taken of each file of a hand-in, for those who handed it in. */
package io.daisychain.ingest.receipt;
