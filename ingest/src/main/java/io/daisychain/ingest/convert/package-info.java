/** Files of FIX said in CAT's words. */
package io.daisychain.ingest.convert;
