/** What somebody may see of the published tables. */
package io.daisychain.publish.entitled;
