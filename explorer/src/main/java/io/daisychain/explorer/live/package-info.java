/** What a running watch tells, for pages. */
package io.daisychain.explorer.live;
