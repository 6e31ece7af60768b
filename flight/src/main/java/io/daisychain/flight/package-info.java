/** Market data handed out over Arrow Flight, fairly, to users with names and rights. */
package io.daisychain.flight;
